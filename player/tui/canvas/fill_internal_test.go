package canvas

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
)

// drawn draws a board with a ship of two tiles across from A1, one of two tiles down from D1, a hit at A3 and the aim
// at B3, and returns a letter for the background of each cell in its first lines.
func drawn(b Board, filled bool) []string {
	b.Ruleset = game.Classic()
	c := New(b.Width(), b.Height())
	c.Filled = filled
	b.Draw(c.All(), func(t game.Tile) Look {
		switch t {
		case 0, 1:
			return Look{Mark: 's', Paint: Ship, Ship: 1}
		case 3, 13:
			return Look{Mark: 's', Paint: Ship, Ship: 2}
		case 20:
			return Look{Mark: 'x', Paint: Hit}
		case 21:
			return Look{Mark: '.', Paint: Water, Ring: RingCursor}
		}
		return Look{Mark: '.', Paint: Water}
	}, Unmarked)
	letters := [fills]byte{noFill: '_', sea: '~', hull: 'H', fire: 'F', aimed: 'A'}
	var lines []string
	for y := 2; y < 2+3*b.Step; y++ {
		var line strings.Builder
		for x := range Labels + 5*b.Cell {
			one := c.cells[y*c.Width+x]
			if letter := letters[one.fill]; one.paint == edge {
				line.WriteByte(letter | 0x20) // the half above
			} else {
				line.WriteByte(letter)
			}
		}
		lines = append(lines, line.String())
	}
	return lines
}

func TestBackgroundsOfBoards(t *testing.T) {
	require.Equal(t, []string{
		"__HHHH~~HH~~",
		"__~~~~~~HH~~",
		"__FFAA~~~~~~",
	}, drawn(Board{Cell: 2, Step: 1}, true), "a small board has no gaps")
	require.Equal(t, []string{
		"__HHHHHHH_~~~_HHH_~~~_",
		"__hhhhhhh_~~~_HHH_~~~_",
		"__~~~_~~~_~~~_HHH_~~~_",
		"__~~~_~~~_~~~_hhh_~~~_",
		"__FFF_AAA_~~~_~~~_~~~_",
		"__fff_aaa_~~~_~~~_~~~_",
	}, drawn(Board{Cell: 4, Step: 2}, true), "on a large one the tiles of a ship join")
	for _, line := range drawn(Board{Cell: 4, Step: 2}, false) {
		require.Equal(t, strings.Repeat("_", len(line)), line, "without colours")
	}
}

// A mark on a background differs from it.
func TestMarksAreSeenOnTheirBackgrounds(t *testing.T) {
	for f := noFill + 1; f < fills; f++ {
		for _, p := range []Paint{Water, Miss, Hit, Sunk, Ship, Warn, Cursor, Strong, Burst, Spray} {
			require.NotEqual(t, grounds[f].GetBackground(), f.style(p).GetForeground(), "paint %d on background %d", p, f)
		}
	}
}
