package melee

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// An aim that was signed on a chain before it was begun anew under the same name would be at a tile that is bombed, and
// its player would never aim in that round.
func TestAPositionOfAMeleeIsThatOfOneRoundOfOneChain(t *testing.T) {
	v := View{State: melee.State{Stage: melee.StageAim, Round: 3, Deadline: 100}}
	at := v.PositionKey()
	v.State.Deadline, v.State.Extended, v.State.Owes = 200, true, melee.SeatsOf(1)
	require.Equal(t, at, v.PositionKey(), "another clock asks for the same aim")
	v.State.Bombed = game.Set{}.With(7)
	require.NotEqual(t, at, v.PositionKey(), "another board is another game")
	v.State.Bombed, v.State.Round = game.Set{}, 4
	require.NotEqual(t, at, v.PositionKey())
	require.NotContains(t, at, "\t")
	require.NotContains(t, at, "\n")
}
