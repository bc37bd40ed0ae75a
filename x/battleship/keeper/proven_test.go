package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// withProvenClaims has winners of proven games claim.
func withProvenClaims(p *types.Params) { p.ProvenClaims = true }

// A game with proven boards is over with the last hit: the message that answers it pays, and nothing is left to do or
// to keep.
func TestAProvenGameEndsWithTheLastHit(t *testing.T) {
	for _, r := range []*game.Ruleset{game.ClassicZK(), game.XayaZK()} {
		t.Run(r.Name, func(t *testing.T) {
			f := newFixture(t)
			d := f.newDuel(r)
			require.False(t, f.game(d.id).Terms.ProvenClaims)
			d.sink(game.Joiner, nil)
			require.False(t, f.has(d.id))
			result := f.result(d.id)
			require.Equal(t, types.REASON_SUNK, result.Reason)
			require.Equal(t, types.SEAT_CREATOR, result.Winner)
			require.Equal(t, f.height(), result.EndedHeight)
			require.Equal(t, f.height(), result.PromisedHeight)
			require.Equal(t, uint64(fullReward), result.Reward)
			require.EqualValues(t, r.ShipTiles(), result.Shots[game.Creator])
			require.Equal(t, int64(fullReward), f.balance(alice.addr))
			require.Equal(t, int64(loserReward), f.balance(bob.addr))
			awards, err := f.keeper.Records().Awards.Has(f.ctx, d.id)
			require.NoError(t, err)
			require.False(t, awards, "nothing is kept for a claim")
			f.requireBooks()
		})
	}
}

// sink opens the toss and plays until a seat's ships are sunk: its opponent shoots at them, and it at water. Before each
// message something may be done.
func (d *duel) sink(loser game.Seat, before func()) {
	d.Helper()
	r := d.now().Ruleset
	aims := [types.PlayersPerGame]game.Set{}
	aims[loser.Other()] = d.boards[loser].Ships
	aims[loser] = allTiles(r).Minus(d.boards[loser.Other()].Ships)
	for d.has(d.id) && d.now().Phase != game.PhaseClaim {
		if before != nil {
			before()
		}
		s := d.now()
		if s.Owes == game.OwesTossReveal {
			d.deliver(d.reveal(game.Creator, ""))
			continue
		}
		if s.Owes == game.OwesAnswer {
			d.deliver(d.reveal(s.Actor, ""))
			continue
		}
		for tile := range aims[s.Actor].Minus(s.Sides[s.Actor.Other()].Answered).All() {
			d.deliver(d.shoot(s.Actor, r.TileName(tile)))
			break
		}
	}
}
