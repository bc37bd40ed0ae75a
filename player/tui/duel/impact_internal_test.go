package duel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
)

// A burst grows over the neighbours of its tile, and stays on the board.
func TestAnImpactGrows(t *testing.T) {
	r := game.Classic()
	for name, tc := range map[string]struct {
		tile string
		want [landing + 2]int // by the number of the picture
	}{
		"in the middle": {"E5", [...]int{0, 1, 5, 9, 0}},
		"at an edge":    {"E1", [...]int{0, 1, 4, 6, 0}},
		"in a corner":   {"J10", [...]int{0, 1, 3, 4, 0}},
	} {
		tile, err := r.ParseTile(tc.tile)
		require.NoError(t, err)
		for step, want := range tc.want {
			require.Equal(t, want, impact{tile: tile, step: step}.tiles(r).Len(), "%s: picture %d", name, step)
		}
	}
}
