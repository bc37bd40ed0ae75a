package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
)

// Every event of a duel is a line for spectators, except for a shot: the line of its answer names it.
func TestEveryEventHasALine(t *testing.T) {
	v := text.Voice{Names: map[string]string{text.Duelist(game.Creator): "alice"}}
	for _, e := range []game.Event{
		nil,
		game.Joined{},
		game.TossOpened{},
		game.ShotAnswered{},
		game.Conceded{},
		game.Challenged{},
		game.DeadlinePassed{Obligation: game.OwesShot},
		game.ClaimOpened{Reason: game.ReasonSunk},
		game.ClaimProven{},
		game.Withdrawn{},
		game.Over{Reason: game.ReasonVoid},
		game.Over{Reason: game.ReasonSunk, HasWinner: true},
		game.Cancelled{Cause: game.CancelExpired},
	} {
		require.Regexp(t, `^[ \d]{6}\S.* block 9$`, v.Line(game.Classic(), e, 3, 9), "%T", e)
	}
	require.Empty(t, v.Line(game.Classic(), game.ShotFired{}, 3, 9))
	require.Contains(t, v.Line(game.Classic(), game.ShotAnswered{By: game.Joiner}, 3, 9), "   3  alice fired at A1: miss")
}

func TestAVerificationNamesTheHiddenBoards(t *testing.T) {
	both := text.Verified(7, false, []bool{true, true}, 0)
	require.Contains(t, both, "The board of the creator and the joiner was shown")
	require.NotContains(t, both, "not shown")
	require.Contains(t, text.Verified(7, false, []bool{true, false}, 0), "The board of the joiner was not shown.")
	require.Contains(t, text.Verified(7, true, []bool{false, false}, 2), "No board had to be shown. 2 messages")
}
