package game_test

import (
	"encoding/json"
	"math/bits"
	"os"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
)

// layouts is one counted vector of testdata/layouts.json. A layout is a way to lay all ships of a fleet on one board.
// Two layouts are the same if each class has its ships on the same tiles: classes are told apart, ships of one class
// are not.
type layouts struct {
	// Ruleset is the ruleset's name.
	Ruleset string `json:"ruleset"`
	// Layouts is how many there are.
	Layouts uint64 `json:"layouts"`
	// Labelled is how many there are if the ships of one class are told apart too: Layouts times the factorial of
	// each count.
	Labelled uint64 `json:"labelled"`
}

func readLayouts(t *testing.T) []layouts {
	t.Helper()
	text, err := os.ReadFile("testdata/layouts.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []layouts
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	// A proven ruleset has the fleets of another one.
	want := slices.DeleteFunc(game.Rulesets(), func(r *game.Ruleset) bool { return r.Proven })
	if len(vectors) != len(want) {
		t.Fatalf("expected a vector for each of %d rulesets, got %d", len(want), len(vectors))
	}
	return vectors
}

// TestLayouts counts tile by tile, with a table of the demands of the tiles behind on the tiles ahead. With -whole it
// counts ship by ship as well, with bit boards; the last ship is not laid but counted.
func TestLayouts(t *testing.T) {
	if testing.Short() {
		t.Skip("counting all fleets takes seconds")
	}
	t.Parallel()
	for _, vector := range readLayouts(t) {
		t.Run(vector.Ruleset, func(t *testing.T) {
			r, err := game.RulesetByName(vector.Ruleset)
			if err != nil {
				t.Fatal(err)
			}
			if got := countByTiles(r); got != vector.Layouts {
				t.Errorf("expected %d layouts, got %d by tiles", vector.Layouts, got)
			}
			if *whole {
				if got := countByShips(r); got != vector.Layouts {
					t.Errorf("expected %d layouts, got %d by ships", vector.Layouts, got)
				}
			}
			labelled := vector.Layouts
			for _, c := range r.Classes {
				labelled *= factorial(c.Count)
			}
			if labelled != vector.Labelled {
				t.Errorf("expected %d layouts of labelled ships, got %d", vector.Labelled, labelled)
			}
		})
	}
}

// TestLayoutsOfSmallBoards holds both counters, and CheckFleet, against lists of all fleets where those are short.
func TestLayoutsOfSmallBoards(t *testing.T) {
	for _, tc := range []struct {
		name  string
		rules game.Ruleset
	}{
		{"one ship", small(2, 2, true, 2)},
		{"one ship of one tile", small(3, 2, true, 1)},
		{"a ship too long for the rows", small(2, 4, true, 4)},
		{"two classes of one length", small(4, 3, true, 2, 2)},
		{"three classes that touch", small(4, 4, true, 3, 2, 1)},
		{"three classes that do not touch", small(5, 4, false, 3, 2, 1)},
		{"a class of three that do not touch", withCount(small(5, 5, false, 2), 3)},
		{"a class of three that touch", withCount(small(4, 3, true, 2), 3)},
		{"no room for all", small(3, 3, false, 3, 3, 3)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := &tc.rules
			want := uint64(len(allFleets(r)))
			if got := countByShips(r); got != want {
				t.Errorf("expected %d layouts by ships, got %d", want, got)
			}
			if got := countByTiles(r); got != want {
				t.Errorf("expected %d layouts by tiles, got %d", want, got)
			}
		})
	}
}

// board is up to 128 tiles as bits.
type board [2]uint64

func (b board) and(o board) board { return board{b[0] & o[0], b[1] & o[1]} }
func (b board) not(o board) board { return board{b[0] &^ o[0], b[1] &^ o[1]} }
func (b board) len() uint64       { return uint64(bits.OnesCount64(b[0]) + bits.OnesCount64(b[1])) }

// ahead moves every tile n to the front, so that a tile of the result is one whose n-th follower is in b.
func (b board) ahead(n int) board {
	if n >= 64 {
		return board{b[1] >> (n - 64), 0}
	}
	return board{b[0]>>n | b[1]<<(64-n), b[1] >> n}
}

// after returns the tiles above t.
func (b board) after(t int) board {
	if t >= 64 {
		return board{0, b[1] &^ (1<<(t-64+1) - 1)}
	}
	return board{b[0] &^ (1<<(t+1) - 1), b[1]}
}

// shipCounter counts layouts ship by ship.
type shipCounter struct {
	rules *game.Ruleset
	// ships are the classes of the ships, class by class.
	ships []int
	// starts are the tiles where a horizontal ship of each length has room in its row.
	starts [game.MaxWidth + 1]board
	// shadow is, for length, direction and origin, what a ship takes away from the ships after it.
	shadow [game.MaxWidth + 1][2][128]board
}

func countByShips(r *game.Ruleset) uint64 {
	c := &shipCounter{rules: r}
	var free board
	for t := range r.Tiles() {
		free[t/64] |= 1 << (t % 64)
	}
	for i, class := range r.Classes {
		for range class.Count {
			c.ships = append(c.ships, i)
		}
		for t := range r.Tiles() {
			if t%r.Width+class.Length <= r.Width {
				c.starts[class.Length][t/64] |= 1 << (t % 64)
			}
			c.shadow[class.Length][0][t] = c.castShadow(t, class.Length, 1)
			c.shadow[class.Length][1][t] = c.castShadow(t, 1, class.Length)
		}
	}
	return c.all(free)
}

// all counts the layouts of all ships on an empty board. Where the first ship is the only one of its class, it is
// laid in one of each set of places that mirrors map to each other, and what it leaves counts for all of them: a
// layout with the first ship here, mirrored, is a layout with the first ship there. On a square board the diagonal is
// such a mirror too.
func (c *shipCounter) all(free board) uint64 {
	r, first := c.rules, c.rules.Classes[0]
	if first.Count > 1 || len(c.ships) == 1 {
		return c.rest(0, free, 0, -1)
	}
	var n uint64
	for direction := range 2 {
		width, height := first.Length, 1
		if direction == 1 {
			width, height = 1, first.Length
		}
		weight := uint64(1)
		if first.Length == 1 && direction == 1 {
			continue
		}
		if r.Width == r.Height && first.Length > 1 {
			if direction == 1 {
				continue
			}
			weight = 2
		}
		for y := 0; 2*y <= r.Height-height; y++ {
			for x := 0; 2*x <= r.Width-width; x++ {
				places := weight
				if 2*y < r.Height-height {
					places *= 2
				}
				if 2*x < r.Width-width {
					places *= 2
				}
				left := free.not(c.shadow[first.Length][direction][y*r.Width+x])
				n += places * c.rest(1, left, 0, -1)
			}
		}
	}
	return n
}

// castShadow is the tiles of a ship, with those around it if ships may not touch.
func (c *shipCounter) castShadow(origin, width, height int) board {
	var b board
	margin := 1
	if c.rules.Touch {
		margin = 0
	}
	left, top := origin%c.rules.Width, origin/c.rules.Width
	for y := max(top-margin, 0); y < min(top+height+margin, c.rules.Height); y++ {
		for x := max(left-margin, 0); x < min(left+width+margin, c.rules.Width); x++ {
			t := y*c.rules.Width + x
			b[t/64] |= 1 << (t % 64)
		}
	}
	return b
}

// rest counts the layouts of the ships from number i on. Ships of one class come in the order of direction and
// origin, after the last one with these.
func (c *shipCounter) rest(i int, free board, lastDirection, lastOrigin int) uint64 {
	length, directions := c.rules.Classes[c.ships[i]].Length, 2
	if length == 1 {
		directions = 1
	}
	var n uint64
	for direction := lastDirection; direction < directions; direction++ {
		origins := free
		if direction == 0 {
			for k := 1; k < length; k++ {
				origins = origins.and(free.ahead(k))
			}
			origins = origins.and(c.starts[length])
		} else {
			for k := 1; k < length; k++ {
				origins = origins.and(free.ahead(k * c.rules.Width))
			}
		}
		if direction == lastDirection && lastOrigin >= 0 {
			origins = origins.after(lastOrigin)
		}
		if i == len(c.ships)-1 {
			n += origins.len()
			continue
		}
		for word := range origins {
			for ; origins[word] != 0; origins[word] &= origins[word] - 1 {
				origin := 64*word + bits.TrailingZeros64(origins[word])
				left := free.not(c.shadow[length][direction][origin])
				if c.ships[i+1] == c.ships[i] {
					n += c.rest(i+1, left, direction, origin)
				} else {
					n += c.rest(i+1, left, 0, -1)
				}
			}
		}
	}
	return n
}

// frontier is what the tiles before one, in reading order, mean for it and the tiles after it. It is packed, so that
// a table of a million of them is fast. From the lowest bit: ten columns of 3 bits, right of 3 bits, corner of 1 bit,
// and how many ships of each length from 1 to 5 are still to be laid, of 3 bits each.
type frontier uint64

// column is, for the last tile seen in a column: 0 for water, and 1 more than the tiles that its ship still needs
// below for a ship. If ships may touch, a ship that needs nothing more counts as water.
func (f frontier) column(x int) int { return int(f >> (3 * x) & 7) }

func (f frontier) withColumn(x, value int) frontier { return f&^(7<<(3*x)) | frontier(value)<<(3*x) }

// right is how many more tiles a horizontal ship needs.
func (f frontier) right() int { return int(f >> 30 & 7) }

func (f frontier) withRight(n int) frontier { return f&^(7<<30) | frontier(n)<<30 }

// corner says whether the tile left above is a ship, for ships that may not touch.
func (f frontier) corner() bool { return f>>33&1 == 1 }

func (f frontier) withCorner(ship bool) frontier {
	if ship {
		return f | 1<<33
	}
	return f &^ (1 << 33)
}

// left is how many ships of a length are still to be laid.
func (f frontier) left(length int) int { return int(f >> (31 + 3*length) & 7) }

// withMore has one more ship of the length to lay, withLess one less.
func (f frontier) withMore(length int) frontier { return f + 1<<(31+3*length) }
func (f frontier) withLess(length int) frontier { return f - 1<<(31+3*length) }

// countByTiles counts layouts tile by tile, for boards up to 10 columns and ships up to 5 tiles, at most 7 of a length.
func countByTiles(r *game.Ruleset) uint64 {
	var start frontier
	factor := uint64(1)
	for _, c := range r.Classes {
		// Ships are told apart by their length only, so each set of ships of one length stands for several layouts.
		for range c.Count {
			start = start.withMore(c.Length)
			factor *= uint64(start.left(c.Length))
		}
	}
	for _, c := range r.Classes {
		factor /= factorial(c.Count)
	}
	table := newFrontierCounts(1)
	table.add(start, 1)
	for t := range r.Tiles() {
		next := newFrontierCounts(table.used)
		table.each(func(f frontier, n uint64) {
			f.eachNext(r, t%r.Width, t/r.Width, func(g frontier) { next.add(g, n) })
		})
		table = next
	}
	var total uint64
	table.each(func(f frontier, n uint64) {
		if f>>34 == 0 {
			total += n
		}
	})
	return total * factor
}

// frontierCounts counts frontiers. It is a hash table with linear probing, several times as fast here as a map.
type frontierCounts struct {
	// keys are one more than the frontier, or 0 for a free slot. Their number is a power of two.
	keys   []frontier
	counts []uint64
	used   int
}

// newFrontierCounts makes room for so many frontiers.
func newFrontierCounts(n int) *frontierCounts {
	size := 1 << bits.Len(uint(4*n))
	return &frontierCounts{keys: make([]frontier, size), counts: make([]uint64, size)}
}

func (t *frontierCounts) add(f frontier, n uint64) {
	if 2*t.used >= len(t.keys) {
		larger := newFrontierCounts(len(t.keys))
		t.each(larger.add)
		*t = *larger
	}
	mask := uint64(len(t.keys) - 1)
	i := uint64(f) * 0x9e3779b97f4a7c15 >> 20 & mask
	for t.keys[i] != 0 && t.keys[i] != f+1 {
		i = (i + 1) & mask
	}
	if t.keys[i] == 0 {
		t.keys[i] = f + 1
		t.used++
	}
	t.counts[i] += n
}

func (t *frontierCounts) each(do func(frontier, uint64)) {
	for i, key := range t.keys {
		if key != 0 {
			do(key-1, t.counts[i])
		}
	}
}

// eachNext yields what can follow if the tile in column x of row y is looked at.
func (f frontier) eachNext(r *game.Ruleset, x, y int, yield func(frontier)) {
	above := f.column(x)
	leftShip := x > 0 && f.column(x-1) > 0
	rightAbove := x+1 < r.Width && f.column(x+1) > 0
	put := func(f frontier, value int) {
		if r.Touch && value == 1 {
			value = 0
		}
		yield(f.withColumn(x, value).withCorner(!r.Touch && above > 0 && x+1 < r.Width))
	}
	switch {
	case above > 1: // a vertical ship goes on
		if f.right() == 0 && (r.Touch || !leftShip) {
			put(f, above-1)
		}
		return
	case f.right() > 0: // a horizontal ship goes on
		if r.Touch || above == 0 && !rightAbove {
			put(f.withRight(f.right()-1), 1)
		}
		return
	}
	put(f, 0)
	if !r.Touch && (above > 0 || leftShip || rightAbove || f.corner()) {
		return
	}
	for length := 1; length <= 5; length++ {
		if f.left(length) == 0 {
			continue
		}
		if y+length <= r.Height {
			put(f.withLess(length), length)
		}
		if length > 1 && x+length <= r.Width {
			put(f.withLess(length).withRight(length-1), 1)
		}
	}
}

// allFleets lists the legal fleets of a ruleset, by CheckFleet, each set of placements once.
func allFleets(r *game.Ruleset) []game.Fleet {
	var fleets []game.Fleet
	var lay func(game.Fleet, int)
	lay = func(f game.Fleet, from int) {
		if len(f) == r.Ships() {
			if r.CheckFleet(f) == nil {
				fleets = append(fleets, append(game.Fleet(nil), f...))
			}
			return
		}
		class, n := 0, len(f)
		for n >= r.Classes[class].Count {
			n -= r.Classes[class].Count
			class++
		}
		if n == 0 {
			from = 0
		}
		for code := from; code < 2*r.Tiles(); code++ {
			ship := game.Ship{Class: class, Origin: game.Tile(code / 2), Vertical: code%2 == 1}
			lay(append(f, ship), code+1)
		}
	}
	lay(nil, 0)
	return fleets
}

// small is a ruleset with one class of each length.
func small(width, height int, touch bool, lengths ...int) game.Ruleset {
	r := game.Ruleset{ID: 99, Name: "small", Width: width, Height: height, Touch: touch}
	for i, length := range lengths {
		r.Classes = append(r.Classes, game.ShipClass{Name: string(rune('a' + i)), Length: length, Count: 1})
	}
	return r
}

// withCount is the ruleset with so many ships of its first class.
func withCount(r game.Ruleset, count int) game.Ruleset {
	r.Classes[0].Count = count
	return r
}

func factorial(n int) uint64 {
	f := uint64(1)
	for i := 2; i <= n; i++ {
		f *= uint64(i)
	}
	return f
}
