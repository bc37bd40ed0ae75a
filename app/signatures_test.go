package app_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/types/tx"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// What the builds could differ on is refused before either library sees it.
func TestSignatureAboveTheOrderIsRefusedBeforeItIsChecked(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice := c.Account(chain.Alice)
	coin := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))
	var raw tx.TxRaw
	require.NoError(t, raw.Unmarshal(c.Sign(chain.DefaultGas, []sdk.Msg{
		banktypes.NewMsgSend(alice.Address, alice.Address, coin),
	}, alice)))
	copy(raw.Signatures[0][32:], bytes.Repeat([]byte{0xff}, 32))
	bz, err := raw.Marshal()
	require.NoError(t, err)
	res := c.Check(bz)
	require.Equal(t, sdkerrors.ErrUnauthorized.ABCICode(), res.Code)
	require.Contains(t, res.Log, "R or S is not below the order of secp256k1")
}

// BenchmarkBlockOfSends measures a block of 300 plain transfers, of which the check of signatures is a good part. Run
// it with and without -tags=libsecp256k1_sdk.
func BenchmarkBlockOfSends(b *testing.B) {
	const sends = 300
	c := chain.New(b)
	alice, bob := c.Account(chain.Alice), c.Account(chain.Bob)
	coin := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))
	for b.Loop() {
		b.StopTimer()
		txs := make([][]byte, sends)
		for i := range txs {
			txs[i] = c.SignTx(chain.Tx{Ahead: uint64(i), Msgs: []sdk.Msg{
				banktypes.NewMsgSend(alice.Address, bob.Address, coin),
			}}, alice)
		}
		b.StartTimer()
		for _, res := range c.Block(txs...).TxResults {
			require.Zero(b, res.Code, res.Log)
		}
	}
}
