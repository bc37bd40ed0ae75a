package app_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

func TestChainStartsAndCommitsBlocks(t *testing.T) {
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
