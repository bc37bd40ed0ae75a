package watch_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/watch"
)

// Once a game is over its boards stand there once, however often its end is shown and wherever between the lines.
func TestTheLastBoardsAreShownOnce(t *testing.T) {
	t.Parallel()
	for _, redraw := range []bool{false, true} {
		for _, lines := range []int{1, 19, 20, 21} {
			var out strings.Builder
			s := watch.NewScreen(&out, redraw)
			for range lines - 1 {
				s.Print("a shot", "boards")
			}
			s.Print("a proof", "last boards")
			s.End("last boards")
			s.End("last boards")
			require.Equal(t, 1, strings.Count(out.String(), "last boards"), "%d lines, redraw %t", lines, redraw)
		}
	}
}
