package app_test

import (
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// A restarted node checked transactions as those of a genesis block, and refused valid ones as forged.
func TestRegressionARestartedNodeRefusesNoTransactionAsForged(t *testing.T) {
	t.Parallel()
	db := dbm.NewMemDB()
	c := chain.New(t, chain.WithDB(db))
	c.Advance(1)
	alice := c.Account("alice")
	tx := c.Sign(chain.DefaultGas, []sdk.Msg{
		banktypes.NewMsgSend(alice.Address, alice.Address, sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))),
	}, alice)

	c.Reload(app.New(log.NewNopLogger(), db, true, simtestutil.NewAppOptionsWithFlagHome(t.TempDir()),
		baseapp.SetChainID(c.ID())))
	refused := c.Check(tx)
	require.Equal(t, sdkerrors.RootCodespace, refused.Codespace)
	require.Equal(t, sdkerrors.ErrInvalidHeight.ABCICode(), refused.Code, refused.Log)
	_, _, err := c.App.Simulate(tx)
	require.ErrorIs(t, err, sdkerrors.ErrInvalidHeight)

	c.Advance(1)
	require.Zero(t, c.Check(tx).Code)
}

// A client asks again after the refusal of a node that has no block yet.
func TestAQueryBeforeTheFirstBlockIsRefusedAsNotReady(t *testing.T) {
	t.Parallel()
	res, err := newApp(t, chain.ID).Query(t.Context(), &abci.RequestQuery{Path: "/cosmos.bank.v1beta1.Query/TotalSupply"})
	require.NoError(t, err)
	require.Equal(t, sdkerrors.ErrInvalidHeight.ABCICode(), res.Code, res.Log)
	require.Contains(t, res.Log, "is not ready; please wait for first block")
}
