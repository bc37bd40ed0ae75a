package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The unpaid coins that a node shows can be false or old: the coins that the chain has paid count.
func TestAWithdrawalReportsWhatTheChainHasPaid(t *testing.T) {
	t.Parallel()
	unpaid := sdk.NewCoins(anchors(77))
	w := playertest.New(t, chain.WithGenesis(func(a *app.App, state app.GenesisState) {
		var module types.GenesisState
		a.AppCodec().MustUnmarshalJSON(state[types.ModuleName], &module)
		module.Unpaid = []types.GenesisUnpaid{{Address: chain.NewAccount(alice).String(), Coins: unpaid}}
		state[types.ModuleName] = a.AppCodec().MustMarshalJSON(&module)
		var bank banktypes.GenesisState
		a.AppCodec().MustUnmarshalJSON(state[banktypes.ModuleName], &bank)
		escrow := authtypes.NewModuleAddress(types.ModuleName).String()
		bank.Balances = append(bank.Balances, banktypes.Balance{Address: escrow, Coins: unpaid})
		bank.Supply = nil
		state[banktypes.ModuleName] = a.AppCodec().MustMarshalJSON(&bank)
	}))
	w.ClientCtx = w.ClientCtx.WithClient(playertest.Lie(w.Node, "Unpaid", func(res *types.QueryUnpaidResponse) {
		res.Coins = sdk.NewCoins(anchors(5))
	}))
	_, paid, err := session.Withdraw(t.Context(), w.Player(alice), "")
	require.NoError(t, err)
	require.Equal(t, unpaid, paid)
}
