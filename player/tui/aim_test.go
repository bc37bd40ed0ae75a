package tui_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/tui"
)

// Once a letter of no column was passed over, so that K9 fired at B9 after a B, and A11 at A1.
func TestTypedCharactersNameATileOrNone(t *testing.T) {
	for typed, want := range map[string]struct{ tile, wrong string }{
		"B7": {tile: "B7"}, "b7": {tile: "B7"}, "J10": {tile: "J10"}, "A1": {tile: "A1"}, "A10": {tile: "A10"},
		"CB3": {tile: "B3"}, "B7C2": {tile: "C2"}, "": {tile: "E5"}, "C": {},
		"A11":  {wrong: "A11 is not on the board, which goes from A1 to J10; esc clears."},
		"A105": {wrong: "A105 is not on the board, which goes from A1 to J10; esc clears."},
		"A0":   {wrong: "A0 is not on the board, which goes from A1 to J10; esc clears."},
		"BK9":  {wrong: "K9 is not on the board, which goes from A1 to J10; esc clears."},
		"K":    {wrong: "K is not on the board, which goes from A1 to J10; esc clears."},
		"É7":   {wrong: "É7 is not on the board, which goes from A1 to J10; esc clears."},
		"B-7":  {wrong: "-7 is not on the board, which goes from A1 to J10; esc clears."},
		"7":    {wrong: "7 is no tile: type the column first, such as B7; esc clears."},
	} {
		tile, wrong := tui.Type(game.Classic(), typed)
		require.Equal(t, want, struct{ tile, wrong string }{tile, wrong}, typed)
	}
	tile, wrong := tui.Type(game.Xaya(), "H9")
	require.Empty(t, tile, "there is no row 9")
	require.Equal(t, "H9 is not on the board, which goes from A1 to H8; esc clears.", wrong)
}
