package keeper_test

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A whole chain that starts with the export of another holds what the other held, and pays it back: the bank's genesis
// comes before the module's, which counts on it.
func TestAChainStartsFromAnExport(t *testing.T) {
	t.Parallel()
	old := chain.New(t)
	account := old.Account(chain.Alice)
	binding := commitment.Binding{ChainID: old.ID(), Player: account.Address, Ruleset: game.Classic()}
	stake := kit.Anchors(worldStake)
	old.MustDeliver(account, &types.MsgCreateGame{
		Sender: account.String(), RulesetId: 1, Stake: &stake,
		Entry: kit.BoardOf(kit.Player{Name: account.Name, Addr: account.Address}, binding, kit.ClassicFleet).Entry(),
	})
	exported, err := old.App.ExportAppStateAndValidators(false, nil, nil)
	require.NoError(t, err)
	var state app.GenesisState
	require.NoError(t, json.Unmarshal(exported.AppState, &state))

	c := chain.New(t, chain.WithInitialHeight(exported.Height),
		chain.WithGenesis(func(_ *app.App, gs app.GenesisState) { maps.Copy(gs, state) }))
	module := authtypes.NewModuleAddress(types.ModuleName)
	held := old.Balance(module, types.DefaultFeeDenom)
	require.True(t, held.GT(math.NewInt(worldStake)), "stake, fee and deposit")
	require.Equal(t, held, c.Balance(module, types.DefaultFeeDenom))
	escrow, err := c.App.BattleshipKeeper.Records().Escrow.Get(c.Context(), types.DefaultFeeDenom)
	require.NoError(t, err)
	require.Equal(t, held, escrow)

	before := c.Balance(account.Address, types.DefaultFeeDenom)
	c.MustDeliver(account, &types.MsgCancelGame{Sender: account.String(), GameId: 1})
	c.AdvanceTo(c.Height() + game.WithdrawBlocks + 1)
	require.True(t, c.Balance(module, types.DefaultFeeDenom).IsZero())
	fee := chain.Fee(chain.DefaultGas).AmountOf(types.DefaultFeeDenom)
	require.Equal(t, before.Add(held).Sub(fee), c.Balance(account.Address, types.DefaultFeeDenom))
}
