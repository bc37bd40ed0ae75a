package keeper_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// dave has no rated game.
var dave = newPlayer("dave")

// worldStake is what each player of a game for stakes has put into the pot, in uanchor.
const worldStake = 1000

// newWorld returns a chain with a game in each phase and of each kind, played for fees and some for stakes; with
// finished games and all that they leave behind; and with a quarantined game.
func newWorld(t *testing.T) (*fixture, map[string]*duel) {
	t.Helper()
	f := newFixture(t, withParams(func(p *types.Params) {
		// Nobody is to run out of time while the others play.
		p.OpenBlocks, p.TurnBlocksDefault, p.ClaimBlocks = 500, 500, 700
		p.OpenDeposit, p.RewardPrice, p.HouseShareBps = anchors(5), anchors(types.BasePerReward), 250
	}))
	for _, p := range []player{alice, bob, carol, mallory, dave} {
		f.fund(p, anchors(10_000_000_000))
	}
	duels := make(map[string]*duel)
	f.addOverdue(duels)
	f.addEnded(duels)
	f.addOpen(duels)
	f.addPlayed(duels)
	return f, duels
}

// addOverdue adds a game that nobody has won, one that could not be settled, and one that its creator has lost by the
// clock.
func (f *fixture) addOverdue(duels map[string]*duel) {
	f.Helper()
	f.newDuel(game.Classic())
	f.skipTo(f.height() + 1003)
	quarantined := &duel{fixture: f}
	quarantined.newOpen()
	duels["quarantined"], duels["timeout"] = quarantined, f.newDuel(game.Classic())
	f.skipTo(quarantined.now().Deadline + 1)
	repair := f.damage(quarantined.id)
	f.ctx = f.ctx.WithEventManager(sdk.NewEventManager())
	require.NoError(f, f.keeper.EndBlock(f.ctx))
	repair()
	f.replay()
	f.ctx = f.ctx.WithBlockHeight(f.height() + 1)
	require.Len(f, f.quarantined(), 1)
	require.Equal(f, game.PhaseClaim, duels["timeout"].now().Phase)
}

// addEnded adds games that have ended: without a shot, rated, as rematch, and with a winner who could not be paid. Of
// two of them there are rematches that have not ended.
func (f *fixture) addEnded(duels map[string]*duel) {
	f.Helper()
	f.win()
	first := f.played(alice, bob, game.Joiner, nil)
	duels["ended rematch"] = f.played(bob, alice, game.Joiner, rematchOf(first))
	duels["rematch"] = f.begin(bob, alice, rematchOf(duels["ended rematch"]))
	again := f.played(carol, bob, game.Creator, nil)
	duels["offered rematch"] = f.propose(bob, carol, rematchOf(again))
	f.played(alice, carol, game.Joiner, nil)

	unpaid := f.begin(carol, mallory, staked)
	f.deliver(unpaid.concede(game.Joiner))
	f.payments.unpaid = carol.addr
	f.deliver(unpaid.claim(game.Creator))
	f.payments.unpaid = nil
	f.owe(mallory, anchors(7))
}

// addOpen adds games that nobody has joined.
func (f *fixture) addOpen(duels map[string]*duel) {
	f.Helper()
	duels["open"] = &duel{fixture: f}
	duels["open"].newOpen()
	duels["ranged"] = f.propose(alice, bob, func(msg *types.MsgCreateGame) {
		staked(msg)
		msg.RatingRange = 100
	})
	duels["invited"] = f.propose(bob, mallory, func(msg *types.MsgCreateGame) { msg.Opponent = mallory.text() })
	match := f.matchMsg(dave, game.Classic())
	match.Casual = true
	duels["waiting"] = &duel{fixture: f, id: f.open(match)}
}

// addPlayed adds games that two players have begun.
func (f *fixture) addPlayed(duels map[string]*duel) {
	f.Helper()
	duels["play"] = f.play(game.Classic())
	for range 61 {
		f.deliver(duels["play"].next())
	}
	duels["xaya"] = f.play(game.Xaya())
	duels["xaya"].fire(game.Creator, "A1")
	duels["claim"] = f.play(game.Classic())
	duels["claim"].playOut(game.PhaseClaim)
	duels["toss"] = f.newDuel(game.Classic())
	duels["second"] = f.play(game.Classic())
	f.deliver(duels["second"].challenge(game.Joiner))
	duels["staked"] = f.begin(carol, bob, staked)
	duels["casual"] = f.begin(bob, mallory, func(msg *types.MsgCreateGame) {
		staked(msg)
		msg.Casual = true
	})
}

// staked puts a stake on a game.
func staked(msg *types.MsgCreateGame) {
	stake := anchors(worldStake)
	msg.Stake = &stake
}

// rematchOf makes a game the rematch of another.
func rematchOf(d *duel) func(*types.MsgCreateGame) {
	return func(msg *types.MsgCreateGame) { msg.RematchOf = d.id }
}

// propose has a player open a game, changed as the test wants it, which another has a board for.
func (f *fixture) propose(creator, joiner player, change func(*types.MsgCreateGame)) *duel {
	f.Helper()
	r := game.Classic()
	d := &duel{fixture: f, boards: [...]board{f.newBoard(creator, r, classicFleet), f.newBoard(joiner, r, classicFleet)}}
	msg := createMsg(d.boards[game.Creator])
	if change != nil {
		change(msg)
	}
	d.id = f.open(msg)
	return d
}

// begin is propose with the game joined and the toss opened.
func (f *fixture) begin(creator, joiner player, change func(*types.MsgCreateGame)) *duel {
	f.Helper()
	d := f.propose(creator, joiner, change)
	d.joinFor(game.Creator)
	f.deliver(d.reveal(game.Creator, ""))
	return d
}

// played is begin with a shot by each player, after which one of them gives up and the other wins.
func (f *fixture) played(creator, joiner player, loser game.Seat, change func(*types.MsgCreateGame)) *duel {
	f.Helper()
	d := f.begin(creator, joiner, change)
	first := d.now().Actor
	d.fire(first, "A1")
	d.fire(first.Other(), "A1")
	f.deliver(d.concede(loser))
	f.deliver(d.claim(loser.Other()))
	f.endBlock()
	return d
}

// exported returns all that the module keeps, as a genesis file has it.
func (f *fixture) exported() types.GenesisState {
	f.Helper()
	exported, err := f.keeper.ExportGenesis(f.ctx)
	require.NoError(f, err)
	bz, err := exported.Marshal()
	require.NoError(f, err)
	var gs types.GenesisState
	require.NoError(f, gs.Unmarshal(bz))
	return gs
}

// successor returns a chain at the same height that has the bank of the fixture already, and nothing of the module.
func (f *fixture) successor() *fixture {
	f.Helper()
	g := newEmptyFixture(f.TB)
	g.ctx = g.ctx.WithBlockHeight(f.height())
	g.bank.InitGenesis(g.ctx, f.bank.ExportGenesis(f.ctx))
	return g
}

// requireRefused makes sure that a genesis state is refused, which the fixture has nothing of the module yet to
// contradict.
func (f *fixture) requireRefused(t *testing.T, gs types.GenesisState, want string) {
	t.Helper()
	err := gs.Validate(f.keeper.AddressCodec())
	require.Error(t, err)
	require.Regexp(t, "(expected|wanted) .*got ", err.Error())
	require.ErrorContains(t, err, want)
	ctx, _ := f.ctx.CacheContext()
	require.Error(t, f.keeper.InitGenesis(ctx, gs))
	written := *f
	written.TB, written.ctx = t, ctx
	require.Empty(t, written.exportRaw(), "nothing is written of a state that is refused")
}

// in returns the unfinished game of a duel in a genesis state.
func (d *duel) in(gs *types.GenesisState) *types.GenesisGame {
	d.Helper()
	at := slices.IndexFunc(gs.Games, func(g types.GenesisGame) bool { return g.Game.Id == d.id })
	require.GreaterOrEqual(d, at, 0, "game %d", d.id)
	return &gs.Games[at]
}

// resultIn returns the result of a duel in a genesis state.
func (d *duel) resultIn(gs *types.GenesisState) *types.Result {
	d.Helper()
	at := slices.IndexFunc(gs.Results, func(r types.Result) bool { return r.GameId == d.id })
	require.GreaterOrEqual(d, at, 0, "game %d", d.id)
	return &gs.Results[at]
}

// in returns the record of a player in a genesis state.
func (p player) in(gs *types.GenesisState) *types.Player {
	at := slices.IndexFunc(gs.Players, func(g types.GenesisPlayer) bool { return g.Address == p.text() })
	return &gs.Players[at].Player
}

// escrow returns what the module says that it holds for others.
func (f *fixture) escrow() sdk.Coins {
	f.Helper()
	held := sdk.NewCoins()
	require.NoError(f, f.keeper.Records().Escrow.Walk(f.ctx, nil, func(denom string, amount math.Int) (bool, error) {
		held = held.Add(sdk.NewCoin(denom, amount))
		return false, nil
	}))
	return held
}

// holdings returns what the bank has for the module.
func (f *fixture) holdings() sdk.Coins {
	return f.bank.GetAllBalances(f.ctx, authtypes.NewModuleAddress(types.ModuleName))
}

// anchors returns how much of the coin of fees and stakes an account has.
func (f *fixture) anchors(addr sdk.AccAddress) int64 {
	return f.bank.GetBalance(f.ctx, addr, types.DefaultFeeDenom).Amount.Int64()
}
