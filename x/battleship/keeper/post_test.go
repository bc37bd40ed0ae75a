package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Under each ruleset, a game at sea takes three messages: create, join and the claim that brings its end.
func TestAGameAtSeaIsClosedByOneClaim(t *testing.T) {
	for _, r := range game.Rulesets() {
		if r.Proven {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			v := newSeaFixture(t).sail(r)
			legs := v.legs(0)
			last := legs[len(legs)-1]
			require.Equal(t, game.PhaseClaim, last.state.Phase)
			v.deliver(v.claims(last.state.Actor, last.letter))
			result := v.result(v.id)
			require.Equal(t, types.SeatOf(last.state.Actor), result.Winner)
			require.Equal(t, types.REASON_SUNK, result.Reason)
			for seat, side := range last.state.Sides {
				require.EqualValues(t, side.Answered.Len(), result.Shots[game.Seat(seat).Other()])
			}
		})
	}
}

// From whichever state a game comes ashore, it goes on there with a clock that starts anew.
func TestAGameGoesOnAshoreFromEveryState(t *testing.T) {
	f := newSeaFixture(t)
	whole := f.sail(game.Classic()).legs(0)
	for n := 0; n < len(whole); n += 7 {
		v := newSeaFixture(t).sail(game.Classic())
		legs := v.legs(n + 1)
		last := legs[n]
		v.deliver(v.posts(alice, last.letter))
		require.False(t, v.at().AtSea)
		require.Equal(t, [2]bool{true, false}, v.at().Heard)
		require.Equal(t, last.state.Restart(v.height()), v.now())
		v.playOut(game.PhaseOver)
		require.Equal(t, types.REASON_SUNK, v.result(v.id).Reason)
	}
}
