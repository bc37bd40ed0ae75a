package game_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/game"
)

func drawTiles(t *rapid.T, n int) map[game.Tile]bool {
	tiles := map[game.Tile]bool{}
	for _, tile := range rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 40).Draw(t, "tiles") {
		tiles[game.Tile(tile)] = true
	}
	return tiles
}

func setOf(tiles map[game.Tile]bool) game.Set {
	var s game.Set
	for tile := range tiles {
		s = s.With(tile)
	}
	return s
}

// TestSetIsAMap compares sets with maps of tiles.
func TestSetIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, game.MaxWidth*game.MaxHeight).Draw(t, "n")
		x, y := drawTiles(t, n), drawTiles(t, n)
		a, b := setOf(x), setOf(y)
		if a.Len() != len(x) || a.IsEmpty() != (len(x) == 0) {
			t.Fatalf("expected %d tiles, got %d", len(x), a.Len())
		}
		same := true
		for i := range game.MaxWidth * game.MaxHeight {
			tile := game.Tile(i)
			same = same && x[tile] == y[tile]
			for _, tc := range []struct {
				name string
				set  game.Set
				want bool
			}{
				{"the set", a, x[tile]},
				{"the union", a.Union(b), x[tile] || y[tile]},
				{"the intersection", a.Intersect(b), x[tile] && y[tile]},
				{"the difference", a.Minus(b), x[tile] && !y[tile]},
				{"the set with it", a.With(tile), true},
				{"the set without it", a.Without(tile), false},
			} {
				if got := tc.set.Has(tile); got != tc.want {
					t.Fatalf("tile %d in %s: expected %t, got %t", tile, tc.name, tc.want, got)
				}
			}
			if a.Without(tile).With(tile) != a.With(tile) {
				t.Fatalf("expected With to undo Without for tile %d", tile)
			}
		}
		if a.Equal(b) != same {
			t.Fatalf("expected equality %t, got %t", same, a.Equal(b))
		}
		tiles := slices.Collect(a.All())
		if !slices.IsSorted(tiles) || len(tiles) != len(x) || game.SetOf(tiles...) != a {
			t.Fatalf("expected the tiles of the set in order, got %v", tiles)
		}
		encoded := a.Bytes(n)
		if len(encoded) != (n+7)/8 {
			t.Fatalf("expected %d bytes, got %d", (n+7)/8, len(encoded))
		}
		for i := range n {
			if bit := encoded[i/8]>>(i%8)&1 == 1; bit != x[game.Tile(i)] {
				t.Fatalf("expected bit %d to be %t, got %t", i, x[game.Tile(i)], bit)
			}
		}
		if back, err := game.SetFromBytes(encoded, n); err != nil || back != a {
			t.Fatalf("expected the set back, got %v and error %v", back, err)
		}
	})
}

func TestSetBytes(t *testing.T) {
	got := game.SetOf(0, 9, 10, 99).Bytes(100)
	want := []byte{0x01, 0x06, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x08}
	if !bytes.Equal(got, want) {
		t.Errorf("expected %x, got %x", want, got)
	}
	if got := game.SetOf(3, 8).Bytes(8); !bytes.Equal(got, []byte{0x08}) {
		t.Errorf("expected tiles off the board left out, got %x", got)
	}
}

func TestBadSetBytes(t *testing.T) {
	for name, tc := range map[string]struct {
		bytes []byte
		tiles int
	}{
		"too short":             {make([]byte, 12), 100},
		"too long":              {make([]byte, 14), 100},
		"none for a board":      {nil, 100},
		"a bit off the board":   {append(make([]byte, 12), 0x10), 100},
		"the top bit":           {append(make([]byte, 12), 0x80), 100},
		"a board of no size":    {nil, -1},
		"a board without bound": {make([]byte, 33), 257},
	} {
		t.Run(name, func(t *testing.T) {
			if set, err := game.SetFromBytes(tc.bytes, tc.tiles); !errors.Is(err, game.ErrEncoding) {
				t.Errorf("expected an ErrEncoding, got %v and error %v", set, err)
			}
		})
	}
}
