package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Under each ruleset, an off-chain game takes three messages: create, join and the claim that brings its end.
func TestAnOffChainGameIsClosedByOneClaim(t *testing.T) {
	t.Parallel()
	for _, r := range game.Rulesets() {
		if r.Proven {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			v := kit.New(t).OpenChannel(r)
			turns := v.Turns(0)
			last := turns[len(turns)-1]
			require.Equal(t, game.PhaseClaim, last.State.Phase)
			v.Deliver(v.Claims(last.State.Actor, last.Update))
			result := v.Result(v.ID)
			require.Equal(t, types.SeatOf(last.State.Actor), result.Winner)
			require.Equal(t, types.REASON_SUNK, result.Reason)
			for seat, side := range last.State.Sides {
				require.EqualValues(t, side.Answered.Len(), result.Shots[game.Seat(seat).Other()])
			}
		})
	}
}

// From whichever state a game comes on-chain, it goes on there with a clock that starts anew.
func TestAGameContinuesOnChainFromEveryState(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	whole := f.OpenChannel(game.Classic()).Turns(0)
	for n := 0; n < len(whole); n += 7 {
		v := kit.New(t).OpenChannel(game.Classic())
		turns := v.Turns(n + 1)
		last := turns[n]
		v.Deliver(v.Submits(kit.Alice, last.Update))
		require.False(t, v.At().OffChain)
		require.Equal(t, [2]bool{true, false}, v.At().Responded)
		require.Equal(t, last.State.Restart(v.Height()), v.Now())
		v.PlayOut(game.PhaseOver)
		require.Equal(t, types.REASON_SUNK, v.Result(v.ID).Reason)
	}
}
