package app_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

func TestChainStartsAndCommitsBlocks(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	before := c.App.LastCommitID()
	c.Advance(3)
	require.EqualValues(t, 4, c.Height())
	require.EqualValues(t, 4, c.App.LastBlockHeight())
	require.NotEqual(t, before.Hash, c.App.LastCommitID().Hash, "x/mint changes the state in every block")

	alice, bob := c.Account(chain.Alice), c.Account(chain.Bob)
	coins := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 5))
	had, paid := c.Balance(alice.Address, app.BondDenom), c.Balance(bob.Address, app.BondDenom)
	c.MustDeliver(alice, banktypes.NewMsgSend(alice.Address, bob.Address, coins))
	require.Equal(t, paid.AddRaw(5), c.Balance(bob.Address, app.BondDenom))
	fee := chain.Fee(chain.DefaultGas).AmountOf(app.BondDenom)
	require.Equal(t, had.SubRaw(5).Sub(fee), c.Balance(alice.Address, app.BondDenom))
}

// Delegated keys and bots send many transactions at once; they need no order among them, but none may be played again.
func TestAttackUnorderedTransactionCountsOnce(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice, bob := c.Account(chain.Alice), c.Account(chain.Bob)
	send := banktypes.NewMsgSend(alice.Address, bob.Address, sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 5)))
	tx := c.SignUnordered(c.NextBlock().Time.Add(time.Minute), []sdk.Msg{send}, alice)
	before := c.Balance(bob.Address, app.BondDenom)

	require.Zero(t, c.Block(tx).TxResults[0].Code)
	require.Equal(t, before.AddRaw(5), c.Balance(bob.Address, app.BondDenom))
	require.NotZero(t, c.Block(tx).TxResults[0].Code)
	c.Advance(2 * int64(time.Minute/chain.BlockTime))
	require.NotZero(t, c.Block(tx).TxResults[0].Code)
	require.Equal(t, before.AddRaw(5), c.Balance(bob.Address, app.BondDenom))
}

func TestUnorderedTransactionPaysForItsNonceAndTimesOutWithinTenMinutes(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice := c.Account(chain.Alice)
	send := []sdk.Msg{banktypes.NewMsgSend(alice.Address, alice.Address, sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 5)))}
	c.MustDeliver(alice, send...)
	ordered := c.MustDeliver(alice, send...)
	until := c.NextBlock().Time.Add(10 * time.Minute)
	late := c.Block(c.SignUnordered(until.Add(time.Second), send, alice)).TxResults[0]
	require.NotZero(t, late.Code)
	require.Contains(t, late.Log, "unordered tx ttl exceeds")
	bz := c.SignUnordered(until, send, alice)
	unordered := c.Block(bz).TxResults[0]
	require.Zero(t, unordered.Code, unordered.Log)
	require.InDelta(t, 2240-11_600, unordered.GasUsed-ordered.GasUsed, 1000, "for a nonce, instead of writing a sequence")
}
