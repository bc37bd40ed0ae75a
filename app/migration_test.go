package app_test

import (
	"slices"
	"testing"

	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship"
	battleshipkeeper "github.com/battleship-chain/battleship/x/battleship/keeper"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// A release doubles the clock of new games. Games in every phase go through its upgrade: they keep their clocks, are
// played to their ends by the new binary, and leave nothing in escrow; a game that is opened later has the new clock.
func TestAttackGamesGoThroughAnUpgradeThatMigratesParams(t *testing.T) {
	t.Parallel()
	const name, clock = "v2", 120
	db := dbm.NewMemDB()
	c := chain.New(t, chain.WithDB(db), chain.WithGenesis(voteWithin(3*chain.BlockTime)))
	r := &recorder{t: t, Chain: c, players: make(map[uint64][]*recordedPlayer)}
	none := func(*battleshiptypes.MsgCreateGame) {}
	// A board belongs to one game, so each has players of its own.
	playing := r.enter(r.player(chain.Alice), r.player(chain.Bob), game.Xaya(), none)
	r.move(playing, 9)
	proving := r.enter(r.player(chain.Alice), r.player(chain.Bob), game.Classic(), none)
	r.deliver(r.players[proving][1], &battleshiptypes.MsgConcede{
		Sender: r.players[proving][1].String(), GameId: proving,
	}, 0)
	open := r.open(r.player(chain.Carol), game.Classic(), none)

	height := c.Height() + 10
	pass(t, c, &upgradetypes.MsgSoftwareUpgrade{
		Authority: authtypes.NewModuleAddress(govtypes.ModuleName).String(),
		Plan:      upgradetypes.Plan{Name: name, Height: height},
	})
	c.AdvanceTo(height - 1)
	_, err := c.App.FinalizeBlock(c.NextBlock())
	require.ErrorContains(t, err, `UPGRADE "v2" NEEDED`)
	next, err := app.NextRelease{
		Home: c.Home, ChainID: c.ID(), Upgrade: name,
		Migrate: func(k *battleshipkeeper.Keeper) module.MigrationHandler {
			return battleshipkeeper.NewMigrator(k).ChangeParams(func(p *battleshiptypes.Params) {
				p.TurnBlocksDefault = clock
			})
		},
	}.New(db)
	require.NoError(t, err)
	before := clocksOf(r, playing, proving, open)
	c.Reload(next)
	c.Block()

	require.Equal(t, before, clocksOf(r, playing, proving, open), "games keep their clocks")
	r.move(playing, 8*game.Xaya().Tiles())
	r.claim(playing, r.owing(playing), 0)
	r.claim(proving, r.owing(proving), 0)
	carol := r.players[open][0]
	r.deliver(carol, &battleshiptypes.MsgCancelGame{Sender: carol.String(), GameId: open}, 0)
	r.pass(open)
	escrow, err := r.query().Escrow(r.Context(), &battleshiptypes.QueryEscrowRequest{})
	require.NoError(t, err)
	require.Empty(t, escrow.Held, "every game has paid out what it held")

	later := r.open(r.player(chain.Carol), game.Classic(), none)
	require.Equal(t, []int64{clock}, clocksOf(r, later))
}

// clocksOf returns the clocks of games.
func clocksOf(r *recorder, ids ...uint64) (clocks []int64) {
	r.t.Helper()
	for _, id := range ids {
		res, err := r.query().Game(r.Context(), &battleshiptypes.QueryGameRequest{GameId: id})
		require.NoError(r.t, err)
		clocks = append(clocks, res.Game.TurnBlocks)
	}
	return clocks
}

func TestTheUpgradeToNamesFillsTheirParams(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	ctx, k := c.Context(), c.App.BattleshipKeeper
	want, err := k.Params(ctx)
	require.NoError(t, err)
	require.Positive(t, want.NamePrice)
	forget := battleshipkeeper.NewMigrator(k).ChangeParams(func(p *battleshiptypes.Params) {
		p.NamePrice, p.NamePeriodBlocks = 0, 0
	})
	require.NoError(t, forget(ctx))
	from, err := c.App.UpgradeKeeper.GetModuleVersionMap(ctx)
	require.NoError(t, err)
	from[battleshiptypes.ModuleName] = 1
	params := c.App.ICAHostKeeper.GetParams(ctx)
	allowed := params.AllowMessages
	params.AllowMessages = slices.DeleteFunc(slices.Clone(allowed), func(message string) bool {
		return message == sdk.MsgTypeURL(&battleshiptypes.MsgSetName{})
	})
	c.App.ICAHostKeeper.SetParams(ctx, params)
	to, err := c.App.Upgrade(ctx, "names", from)
	require.NoError(t, err)
	require.EqualValues(t, battleship.ConsensusVersion, to[battleshiptypes.ModuleName])
	got, err := k.Params(ctx)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.ElementsMatch(t, allowed, c.App.ICAHostKeeper.GetParams(ctx).AllowMessages, "as on a new chain")
}
