package keeper_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// worldStake is what each player of a game for stakes has put into the pot, in uanchor.
const worldStake = 1000

// newWorld returns a chain with a game in each phase and of each kind, played for fees and some for stakes; with
// finished games and all that they leave behind; and with a quarantined game.
func newWorld(t testing.TB) (*kit.Fixture, map[string]*kit.Duel) {
	t.Helper()
	f := kit.New(t, kit.WithParams(func(p *types.Params) {
		// Nobody is to run out of time while the others play.
		p.OpenBlocks, p.TurnBlocksDefault, p.ClaimBlocks = 500, 500, 700
		p.OpenDeposit, p.RewardPrice, p.HouseShareBps = kit.Anchors(5), kit.Anchors(types.BasePerReward), 250
	}))
	for _, p := range []kit.Player{kit.Alice, kit.Bob, kit.Carol, kit.Mallory, kit.Dave} {
		f.Fund(p, kit.Anchors(10_000_000_000))
	}
	duels := make(map[string]*kit.Duel)
	addOverdue(f, duels)
	addEnded(f, duels)
	addOpen(f, duels)
	addPlayed(f, duels)
	return f, duels
}

// addOverdue adds a game that nobody has won, one that could not be settled, and one that its creator has lost by the
// clock.
func addOverdue(f *kit.Fixture, duels map[string]*kit.Duel) {
	f.Helper()
	f.NewDuel(game.Classic())
	f.SkipTo(f.Height() + 1003)
	quarantined := &kit.Duel{Fixture: f}
	quarantined.NewOpen()
	duels["quarantined"], duels["timeout"] = quarantined, f.NewDuel(game.Classic())
	f.SkipTo(quarantined.Now().Deadline + 1)
	repair := damage(f, quarantined.ID)
	f.Ctx = f.Ctx.WithEventManager(sdk.NewEventManager())
	require.NoError(f, f.Keeper.EndBlock(f.Ctx))
	repair()
	f.Replay()
	f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 1)
	require.Len(f, quarantines(f), 1)
	require.Equal(f, game.PhaseClaim, duels["timeout"].Now().Phase)
}

// addEnded adds games that have ended: without a shot, rated, as rematch, and with a winner who could not be paid. Of
// two of them there are rematches that have not ended.
func addEnded(f *kit.Fixture, duels map[string]*kit.Duel) {
	f.Helper()
	f.Win()
	first := played(f, kit.Alice, kit.Bob, game.Joiner, nil)
	duels["ended rematch"] = played(f, kit.Bob, kit.Alice, game.Joiner, rematchOf(first))
	duels["rematch"] = begin(f, kit.Bob, kit.Alice, rematchOf(duels["ended rematch"]))
	again := played(f, kit.Carol, kit.Bob, game.Creator, nil)
	duels["offered rematch"] = propose(f, kit.Bob, kit.Carol, rematchOf(again))
	played(f, kit.Alice, kit.Carol, game.Joiner, nil)

	unpaid := begin(f, kit.Carol, kit.Mallory, staked)
	f.Deliver(unpaid.Concede(game.Joiner))
	f.Payments.Unpaid = kit.Carol.Addr
	f.Deliver(unpaid.Claim(game.Creator))
	f.Payments.Unpaid = nil
	f.Owe(kit.Mallory, kit.Anchors(7))
}

// addOpen adds games that nobody has joined.
func addOpen(f *kit.Fixture, duels map[string]*kit.Duel) {
	f.Helper()
	duels["open"] = &kit.Duel{Fixture: f}
	duels["open"].NewOpen()
	duels["ranged"] = propose(f, kit.Alice, kit.Bob, func(msg *types.MsgCreateGame) {
		staked(msg)
		msg.RatingRange = 100
	})
	duels["invited"] = propose(f, kit.Bob, kit.Mallory, func(msg *types.MsgCreateGame) {
		msg.Opponent = kit.Mallory.Text()
	})
	match := f.MatchMsg(kit.Dave, game.Classic())
	match.Casual = true
	duels["waiting"] = &kit.Duel{Fixture: f, ID: f.Open(match)}
}

// addPlayed adds games that two players have begun.
func addPlayed(f *kit.Fixture, duels map[string]*kit.Duel) {
	f.Helper()
	duels["play"] = f.Play(game.Classic())
	for range 61 {
		f.Deliver(duels["play"].Next())
	}
	duels["xaya"] = f.Play(game.Xaya())
	duels["xaya"].Fire(game.Creator, "A1")
	duels["claim"] = f.Play(game.Classic())
	duels["claim"].PlayOut(game.PhaseClaim)
	duels["toss"] = f.NewDuel(game.Classic())
	duels["second"] = f.Play(game.Classic())
	f.Deliver(duels["second"].Challenge(game.Joiner))
	duels["staked"] = begin(f, kit.Carol, kit.Bob, staked)
	duels["casual"] = begin(f, kit.Bob, kit.Mallory, func(msg *types.MsgCreateGame) {
		staked(msg)
		msg.Casual = true
	})
}

// staked puts a stake on a game.
func staked(msg *types.MsgCreateGame) {
	stake := kit.Anchors(worldStake)
	msg.Stake = &stake
}

// rematchOf makes a game the rematch of another.
func rematchOf(d *kit.Duel) func(*types.MsgCreateGame) {
	return func(msg *types.MsgCreateGame) { msg.RematchOf = d.ID }
}

// propose has a player open a game, changed as the test wants it, which another has a board for.
func propose(f *kit.Fixture, creator, joiner kit.Player, change func(*types.MsgCreateGame)) *kit.Duel {
	f.Helper()
	r := game.Classic()
	d := &kit.Duel{Fixture: f, Boards: [...]kit.Board{
		f.NewBoard(creator, r, kit.ClassicFleet),
		f.NewBoard(joiner, r, kit.ClassicFleet),
	}}
	msg := kit.CreateMsg(d.Boards[game.Creator])
	if change != nil {
		change(msg)
	}
	d.ID = f.Open(msg)
	return d
}

// begin is propose with the game joined and the toss opened.
func begin(f *kit.Fixture, creator, joiner kit.Player, change func(*types.MsgCreateGame)) *kit.Duel {
	f.Helper()
	d := propose(f, creator, joiner, change)
	d.JoinFor(game.Creator)
	f.Deliver(d.Reveal(game.Creator, ""))
	return d
}

// played is begin with a shot by each player, after which one of them gives up and the other wins.
func played(f *kit.Fixture, creator, joiner kit.Player, loser game.Seat, change func(*types.MsgCreateGame)) *kit.Duel {
	f.Helper()
	d := begin(f, creator, joiner, change)
	first := d.Now().Actor
	d.Fire(first, "A1")
	d.Fire(first.Other(), "A1")
	f.Deliver(d.Concede(loser))
	f.Deliver(d.Claim(loser.Other()))
	f.EndBlock()
	return d
}

// gameIn returns the unfinished game of a duel in a genesis state.
func gameIn(d *kit.Duel, gs *types.GenesisState) *types.GenesisGame {
	d.Helper()
	at := slices.IndexFunc(gs.Games, func(g types.GenesisGame) bool { return g.Game.Id == d.ID })
	require.GreaterOrEqual(d, at, 0, "game %d", d.ID)
	return &gs.Games[at]
}

// resultIn returns the result of a duel in a genesis state.
func resultIn(d *kit.Duel, gs *types.GenesisState) *types.Result {
	d.Helper()
	at := slices.IndexFunc(gs.Results, func(r types.Result) bool { return r.GameId == d.ID })
	require.GreaterOrEqual(d, at, 0, "game %d", d.ID)
	return &gs.Results[at]
}

// playerIn returns the record of a player in a genesis state.
func playerIn(p kit.Player, gs *types.GenesisState) *types.Player {
	at := slices.IndexFunc(gs.Players, func(g types.GenesisPlayer) bool { return g.Address == p.Text() })
	return &gs.Players[at].Player
}

// holdings returns what the bank has for the module.
func holdings(f *kit.Fixture) sdk.Coins {
	return f.Bank.GetAllBalances(f.Ctx, authtypes.NewModuleAddress(types.ModuleName))
}

// anchors returns how much of the coin of fees and stakes an account has.
func anchors(f *kit.Fixture, addr sdk.AccAddress) int64 {
	return f.Bank.GetBalance(f.Ctx, addr, types.DefaultFeeDenom).Amount.Int64()
}
