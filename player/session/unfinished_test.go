package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestAnUnfinishedGameInWords(t *testing.T) {
	const what = "game 4 (xaya, no stake, no fee) "
	for _, test := range []struct {
		told string
		game types.GameSummary
	}{
		{"that waits for an opponent until block 90", types.GameSummary{Phase: types.PHASE_OPEN}},
		{"that is played at sea until block 90 at the latest", types.GameSummary{
			Phase: types.PHASE_TOSS, Channel: true, AtSea: true,
		}},
		{"in which alice owes the shot by block 90", types.GameSummary{
			Phase: types.PHASE_PLAY, Owes: types.OBLIGATION_SHOT, Actor: "alice",
		}},
	} {
		g := test.game
		g.Id, g.RulesetId, g.Deadline = 4, 2, 90
		require.Equal(t, what+test.told, session.Describe(g))
	}
}
