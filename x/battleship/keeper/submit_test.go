package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
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
			v := newChannelFixture(t).openChannel(r)
			turns := v.turns(0)
			last := turns[len(turns)-1]
			require.Equal(t, game.PhaseClaim, last.state.Phase)
			v.deliver(v.claims(last.state.Actor, last.update))
			result := v.result(v.id)
			require.Equal(t, types.SeatOf(last.state.Actor), result.Winner)
			require.Equal(t, types.REASON_SUNK, result.Reason)
			for seat, side := range last.state.Sides {
				require.EqualValues(t, side.Answered.Len(), result.Shots[game.Seat(seat).Other()])
			}
		})
	}
}

// From whichever state a game comes on-chain, it goes on there with a clock that starts anew.
func TestAGameContinuesOnChainFromEveryState(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t)
	whole := f.openChannel(game.Classic()).turns(0)
	for n := 0; n < len(whole); n += 7 {
		v := newChannelFixture(t).openChannel(game.Classic())
		turns := v.turns(n + 1)
		last := turns[n]
		v.deliver(v.submits(alice, last.update))
		require.False(t, v.at().OffChain)
		require.Equal(t, [2]bool{true, false}, v.at().Responded)
		require.Equal(t, last.state.Restart(v.height()), v.now())
		v.playOut(game.PhaseOver)
		require.Equal(t, types.REASON_SUNK, v.result(v.id).Reason)
	}
}
