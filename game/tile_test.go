package game_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/battleship-chain/battleship/game"
)

func TestTileNames(t *testing.T) {
	large := small(game.MaxWidth, game.MaxHeight, true, 1)
	for _, tc := range []struct {
		rules *game.Ruleset
		tile  game.Tile
		name  string
	}{
		{game.Classic(), 0, "A1"},
		{game.Classic(), 9, "J1"},
		{game.Classic(), 10, "A2"},
		{game.Classic(), 61, "B7"},
		{game.Classic(), 99, "J10"},
		{game.Xaya(), 63, "H8"},
		{&large, 255, "P16"},
	} {
		t.Run(tc.rules.Name+" "+tc.name, func(t *testing.T) {
			if got := tc.rules.TileName(tc.tile); got != tc.name {
				t.Errorf("expected tile %d to be %s, got %s", tc.tile, tc.name, got)
			}
			if got, err := tc.rules.ParseTile(tc.name); err != nil || got != tc.tile {
				t.Errorf("expected %s to be tile %d, got %d and error %v", tc.name, tc.tile, got, err)
			}
		})
	}
}

// TestTileNamesAreUnique reads every short text: those that name a tile must be that tile's one name.
func TestTileNamesAreUnique(t *testing.T) {
	r := game.Classic()
	named := map[game.Tile]bool{}
	for letter := range 256 {
		for number := range 120 {
			for _, format := range []string{"%c%d", "%c%02d", "%c %d", "%c+%d"} {
				name := fmt.Sprintf(format, letter, number)
				tile, err := r.ParseTile(name)
				if err != nil {
					if !errors.Is(err, game.ErrTile) {
						t.Fatalf("%q: expected an ErrTile, got %v", name, err)
					}
					continue
				}
				named[tile] = true
				if got := r.TileName(tile); got != name {
					t.Fatalf("expected tile %d to have one name, got %q and %q", tile, got, name)
				}
			}
		}
	}
	if len(named) != r.Tiles() {
		t.Errorf("expected %d tiles to have a name, got %d", r.Tiles(), len(named))
	}
}

func TestBadTileNames(t *testing.T) {
	for _, name := range []string{
		"", "B", "7", "b7", "B0", "B07", "B11", "K1", "J11", "B7h", " B7", "B7 ", "BB7", "B-1", "B100", "é1", "B٧",
	} {
		t.Run(name, func(t *testing.T) {
			if tile, err := game.Classic().ParseTile(name); !errors.Is(err, game.ErrTile) {
				t.Errorf("expected an ErrTile, got tile %d and error %v", tile, err)
			}
		})
	}
}
