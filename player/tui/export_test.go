package tui

import "github.com/battleship-chain/battleship/game"

// Type types the name of a tile and returns where that aims, empty for nowhere, and what is wrong with it.
func Type(r *game.Ruleset, text string) (tile, wrong string) {
	a := centre(r)
	for _, char := range text {
		a = a.written(string(char))
	}
	if t, ok := a.Target(r); ok {
		tile = r.TileName(t)
	}
	return tile, a.wrong(r)
}
