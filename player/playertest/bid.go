package playertest

import (
	"time"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/client"
)

// Bid is the price of a transaction, and how long it is valid.
type Bid struct {
	Fee       int64 // in uanchor
	gas       uint64
	Unordered bool
	Until     time.Time
}

// Price returns the uanchor that it pays for a million units of gas.
func (b Bid) Price() int64 { return b.Fee * 1_000_000 / int64(b.gas) }

// BidOf decodes a transaction.
func (w *World) BidOf(raw []byte) Bid {
	w.Helper()
	decoded, err := w.ClientCtx.TxConfig.TxDecoder()(raw)
	require.NoError(w, err)
	fee, ok := decoded.(sdk.FeeTx)
	require.True(w, ok)
	unordered, ok := decoded.(sdk.TxWithUnordered)
	require.True(w, ok)
	return Bid{
		Fee: fee.GetFee().AmountOf(client.GasDenom).Int64(), gas: fee.GetGas(),
		Unordered: unordered.GetUnordered(), Until: unordered.GetTimeoutTimeStamp(),
	}
}

// FillBlocks keeps transactions out of blocks that pay less than floor uanchor for a million units of gas. Each
// question for the height makes a block. The usual price is 1,000.
func (w *World) FillBlocks(floor int64) {
	w.Node.KeptOut = func(raw []byte) bool { return w.BidOf(raw).Price() < floor }
	w.Node.Asked = func() { w.Node.MakeBlock() }
}

// FeesOf returns the sum of the fees of transactions, in uanchor.
func (w *World) FeesOf(raws [][]byte) int64 {
	w.Helper()
	var sum int64
	for _, raw := range raws {
		sum += w.BidOf(raw).Fee
	}
	return sum
}
