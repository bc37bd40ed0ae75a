package canvas_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/tui/canvas"
)

func TestTextsFit(t *testing.T) {
	require.Equal(t, []string{"a bb", "ccc", "dddd", "dd"}, canvas.Wrap("a bb  ccc\ndddddd", 4))
	require.Empty(t, canvas.Wrap("  ", 4))
	require.Empty(t, canvas.Wrap("a", 0))
	require.Equal(t, "abcdef", canvas.Shorten("abcdef", 6))
	require.Equal(t, "abc..", canvas.Shorten("abcdef", 5))
	require.Equal(t, "..", canvas.Shorten("abcdef", 2))
	require.Empty(t, canvas.Shorten("abcdef", 0))
	require.Equal(t, 4, canvas.TextWidth("a船\u0301b\x07"))
}
