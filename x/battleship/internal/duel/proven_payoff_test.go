package duel_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// almostSink opens the toss and plays until one shot is left, without messages: the answer to the shot that sinks the
// last ship of a seat is owed. Its opponent has shot at its ships, it at water.
func almostSink(d *kit.Duel, loser game.Seat) {
	d.Helper()
	d.Deliver(d.Reveal(game.Creator, ""))
	s, r := d.Now(), d.Now().Ruleset
	aims := [types.PlayersPerGame]game.Set{}
	aims[loser.Other()] = d.Boards[loser].Ships
	aims[loser] = kit.AllTiles(r).Minus(d.Boards[loser.Other()].Ships)
	step := func(a game.Action) {
		next, _, err := game.Step(s, a, d.Height())
		require.NoError(d, err)
		s = next
	}
	for {
		if s.Owes == game.OwesAnswer {
			if s.Actor == loser && s.Sides[loser].Hits.Len() == r.ShipTiles()-1 {
				break
			}
			step(d.Boards[s.Actor].Answer(s))
			continue
		}
		for tile := range aims[s.Actor].Minus(s.Sides[s.Actor.Other()].Answered).All() {
			step(game.Shoot{By: s.Actor, Tile: tile})
			break
		}
	}
	delete(d.Replays, d.ID) // there were no events
	require.NoError(d, d.Records.Progress.Set(d.Ctx, d.ID, types.ProgressOf(s)))
}

// almostSunk is the ending in which a seat answers the shot that sinks its last ship.
func almostSunk(d *kit.Duel, loser game.Seat) {
	almostSink(d, loser)
	d.Deliver(d.Reveal(loser, ""))
}

// fallSilent lets the deadline pass.
func fallSilent(d *kit.Duel) {
	d.Helper()
	d.SkipTo(d.Now().Deadline + 2)
}

// provenEndings are all endings of a game that ends without a claim.
var provenEndings = func() []payoffEnding {
	inPlay := func(leave func(d *kit.Duel, loser game.Seat)) func(d *kit.Duel, loser game.Seat) {
		return func(d *kit.Duel, loser game.Seat) {
			d.Deliver(d.Reveal(game.Creator, ""))
			d.Exchange(1)
			leave(d, loser)
		}
	}
	owing := func(what game.Obligation) func(d *kit.Duel, loser game.Seat) {
		return func(d *kit.Duel, loser game.Seat) {
			for d.Now().Actor != loser || d.Now().Owes != what {
				s := d.Now()
				if s.Owes == game.OwesAnswer && what == game.OwesShot {
					d.Deliver(d.Reveal(s.Actor, "")) // and does not shoot
					continue
				}
				d.Deliver(d.Next())
			}
			fallSilent(d)
		}
	}
	return []payoffEnding{
		{name: "sunk", how: bySunk, leave: almostSunk},
		{
			name: "conceded", how: byConceding,
			leave: inPlay(func(d *kit.Duel, loser game.Seat) { d.Deliver(d.Concede(loser)) }),
		},
		{
			name: "conceded in the toss", how: byConceding, early: true, unfired: true,
			leave: func(d *kit.Duel, loser game.Seat) { d.Deliver(d.Concede(loser)) },
		},
		{name: "silent, owing an answer", how: bySilence, leave: inPlay(owing(game.OwesAnswer))},
		{name: "silent, owing a shot", how: bySilence, leave: inPlay(owing(game.OwesShot))},
		{
			name: "silent in the toss", how: bySilence, early: true, unfired: true, onlyCreator: true,
			leave: func(d *kit.Duel, _ game.Seat) { fallSilent(d) },
		},
		{
			name: "silent before the first answer", how: bySilence, early: true,
			leave: func(d *kit.Duel, loser game.Seat) {
				d.Deliver(d.Reveal(game.Creator, ""))
				if d.Now().Actor != loser {
					d.Deliver(d.Next())
				}
				fallSilent(d)
			},
		},
	}
}()

// A game with proven boards pays in the block in which play ends what any other pays for the same ending, in messages
// and in EndBlock, for both seats and whatever withholds the reward.
func TestEveryEndingOfAProvenGamePaysAsSpecified(t *testing.T) {
	if testing.Short() {
		t.Skip("proofs take seconds")
	}
	t.Parallel()
	runPayoffs(t, game.ClassicZK(), provenEndings)
}

// With proven_claims the table is that of other games, but for challenges and illegal boards, which there are none of.
func TestEveryEndingOfAProvenGameWithAClaimPaysAsSpecified(t *testing.T) {
	if testing.Short() {
		t.Skip("proofs take seconds")
	}
	t.Parallel()
	var endings []payoffEnding
	for _, e := range payoffEndings {
		if e.lies || e.how == byWrongChallenge || e.name == "challenged, nobody proves" {
			continue
		}
		if slices.Contains([]string{"sunk", "sunk, the loser proves", "sunk, nobody proves"}, e.name) {
			e.leave = almostSunk
		}
		endings = append(endings, e)
	}
	require.Len(t, endings, 12)
	runPayoffs(t, game.ClassicZK(), endings)
}
