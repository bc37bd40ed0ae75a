package app_test

import (
	"math"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/baseapp"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/mempool"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// gasLimit is the block gas limit of a test chain.
const gasLimit = 50_000_000

func TestProcessProposalEnforcesTheBlockGasLimit(t *testing.T) {
	c := chain.New(t)
	for name, test := range map[string]struct {
		txs  [][]byte
		want abci.ResponseProcessProposal_ProposalStatus
	}{
		"an empty block":                 {nil, abci.ResponseProcessProposal_ACCEPT},
		"one transaction at the limit":   {txsWanting(c, gasLimit), abci.ResponseProcessProposal_ACCEPT},
		"one transaction over the limit": {txsWanting(c, gasLimit+1), abci.ResponseProcessProposal_REJECT},
		"many that reach the limit": {
			txsWanting(c, gasLimit/2, gasLimit/4, gasLimit/4), abci.ResponseProcessProposal_ACCEPT,
		},
		"many that pass the limit by one": {
			txsWanting(c, gasLimit/2, gasLimit/4, gasLimit/4, 1), abci.ResponseProcessProposal_REJECT,
		},
		"a sum that wraps to one": {txsWanting(c, math.MaxUint64, 2), abci.ResponseProcessProposal_REJECT},
		"bytes that are no transaction": {
			[][]byte{txsWanting(c, 1)[0], []byte("torpedo")}, abci.ResponseProcessProposal_REJECT,
		},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, test.want, process(t, c, test.txs)) })
	}
}

func TestPrepareProposalObeysWhatProcessProposalEnforces(t *testing.T) {
	garbage := []byte("torpedo")
	for name, pool := range map[string]func(*baseapp.BaseApp){
		"with CometBFT's mempool":        baseapp.SetMempool(mempool.NoOpMempool{}),
		"with the application's mempool": baseapp.SetMempool(mempool.NewSenderNonceMempool()),
	} {
		t.Run(name, func(t *testing.T) {
			c := chain.New(t, chain.WithBaseApp(pool))
			_, comet := c.App.Mempool().(mempool.NoOpMempool)
			for _, gas := range [][]uint64{
				{}, {gasLimit}, {gasLimit + 1}, {gasLimit, 1}, {gasLimit - 1, 2, 1}, {math.MaxUint64, 2},
			} {
				txs := append(txsWanting(c, gas...), garbage)
				prepared := prepare(t, c, txs, math.MaxInt64)
				require.NotContains(t, prepared, garbage)
				require.Equal(t, abci.ResponseProcessProposal_ACCEPT, process(t, c, prepared), "gas %v", gas)
				if !comet {
					require.Empty(t, prepared, "nothing is in the application's mempool")
				}
			}
		})
	}
}

func TestPrepareProposalTakesWhatFitsInTheOrderOfArrival(t *testing.T) {
	c := chain.New(t)
	for name, test := range map[string]struct {
		gas  []uint64
		want []int // indexes of those that are taken
	}{
		"all that fit": {[]uint64{1, 2, 3}, []int{0, 1, 2}},
		"one that is over the limit by itself is left":     {[]uint64{1, gasLimit + 1, 3}, []int{0, 2}},
		"the first that does not fit any more ends it":     {[]uint64{1, gasLimit, 3}, []int{0}},
		"the limit itself can be reached":                  {[]uint64{gasLimit - 3, 3, 1}, []int{0, 1}},
		"a gas limit that would wrap the sum fits nowhere": {[]uint64{5, math.MaxUint64, 1}, []int{0, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			txs := txsWanting(c, test.gas...)
			var want [][]byte
			for _, i := range test.want {
				want = append(want, txs[i])
			}
			require.Equal(t, want, prepare(t, c, txs, math.MaxInt64))
		})
	}

	txs := txsWanting(c, 1, 1, 1)
	size := int64(len(txs[0]))
	require.Len(t, prepare(t, c, txs, 2*(size+10)), 2, "bytes bound a block too")
	require.Empty(t, prepare(t, c, txs, size-1))
}

// A limit of -1 in the consensus params means none.
func TestChainWithoutBlockGasLimitTakesAnyGas(t *testing.T) {
	c := chain.New(t, chain.WithMaxGas(-1))
	txs := txsWanting(c, math.MaxUint64, math.MaxUint64, 1)
	require.Equal(t, txs, prepare(t, c, txs, math.MaxInt64))
	require.Equal(t, abci.ResponseProcessProposal_ACCEPT, process(t, c, txs))
}

// txsWanting returns a transaction for each gas limit.
func txsWanting(c *chain.Chain, gas ...uint64) [][]byte {
	alice := c.Account(chain.Alice)
	send := banktypes.NewMsgSend(alice.Address, alice.Address, sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1)))
	txs := make([][]byte, 0, len(gas))
	for _, limit := range gas {
		txs = append(txs, c.Sign(limit, []sdk.Msg{send}, alice))
	}
	return txs
}

func process(t *testing.T, c *chain.Chain, txs [][]byte) abci.ResponseProcessProposal_ProposalStatus {
	t.Helper()
	block := c.NextBlock(txs...)
	res, err := c.App.ProcessProposal(&abci.RequestProcessProposal{
		Txs:                txs,
		Height:             block.Height,
		Time:               block.Time,
		Hash:               block.Hash,
		ProposerAddress:    block.ProposerAddress,
		ProposedLastCommit: block.DecidedLastCommit,
	})
	require.NoError(t, err)
	return res.Status
}

func prepare(t *testing.T, c *chain.Chain, txs [][]byte, maxBytes int64) [][]byte {
	t.Helper()
	block := c.NextBlock(txs...)
	res, err := c.App.PrepareProposal(&abci.RequestPrepareProposal{
		Txs:             txs,
		MaxTxBytes:      maxBytes,
		Height:          block.Height,
		Time:            block.Time,
		ProposerAddress: block.ProposerAddress,
	})
	require.NoError(t, err)
	return res.Txs
}
