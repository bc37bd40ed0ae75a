package session_test

import (
	"errors"
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

// TestAGameIsNamedOnce has an error that passes several hands name its game once.
func TestAGameIsNamedOnce(t *testing.T) {
	err := session.InGame(9, session.ErrAtSea)
	for range 2 {
		err = session.InGame(9, err)
	}
	if got, want := err.Error(), "game 9: "+session.ErrAtSea.Error(); got != want || !errors.Is(err, session.ErrAtSea) {
		t.Errorf("expected %q, got %q", want, got)
	}
	if got, want := session.InGame(91, err).Error(), "game 91: game 9: "+session.ErrAtSea.Error(); got != want {
		t.Errorf("expected another game to be named, %q, got %q", want, got)
	}
}
