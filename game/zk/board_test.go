package zk

import (
	"flag"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
)

var fleets = flag.Int("fleets", 400, "how many fleets TestAttackBoardJudgesAsTheRules tries for each ruleset")

// broken returns the rows whose assertions do not hold.
func broken(l *layout, w boardWires[fr.Element]) []int {
	t := &values{}
	boardRows(t, l, w)
	return t.broken
}

// placed is where the bits of a ship say that it is, on the board or not.
type placed struct {
	along, across int
	upright       bool
}

// liar returns the best that a liar can give to the circuit for ships at any places that bits can say: the tiles and
// corners that are the bits of the ships' sum. Any other bits make another sum. It computes with integers.
func liar(l *layout, ships []placed) boardWires[fr.Element] {
	w := newBoardWires(l, func() fr.Element { return fr.Element{} })
	tiles, corners := new(big.Int), new(big.Int)
	for i, s := range l.ships {
		p := ships[i]
		bits := p.along | p.across<<s.along
		if p.upright {
			bits |= 1 << (s.along + s.across)
		}
		for k := range s.bits() {
			w.Fleet[s.offset+k] = num(bits >> k & 1)
		}
		// A ship beyond the edge lies on cells of the next row, or beyond the last one.
		for _, cell := range cellsOf(p.along, p.across, p.upright, s.length, 1, l.side) {
			tiles.Add(tiles, new(big.Int).Lsh(big.NewInt(1), uint(cell)))
		}
		for _, cell := range cellsOf(p.along, p.across, p.upright, s.length+1, 2, l.side+1) {
			corners.Add(corners, new(big.Int).Lsh(big.NewInt(1), uint(cell)))
		}
	}
	for i := range w.Tiles {
		w.Tiles[i] = num(int(tiles.Bit(i)))
	}
	for i := range w.Corners {
		w.Corners[i] = num(int(corners.Bit(i)))
	}
	return w
}

// shipOf returns the ship at a place, if it is on the board.
func shipOf(l *layout, class int, s ship, p placed) (game.Ship, bool) {
	x, y := p.along, p.across
	if p.upright {
		x, y = y, x
	}
	on := p.along <= s.maxAlong && p.across <= s.maxAcross
	return game.Ship{Class: class, Origin: game.Tile(x + y*l.side), Vertical: p.upright}, on
}

// legal reports whether the rules allow ships at these places.
func legal(r *game.Ruleset, l *layout, ships []placed) bool {
	var fleet game.Fleet
	i := 0
	for class, c := range r.Classes {
		for range c.Count {
			ship, on := shipOf(l, class, l.ships[i], ships[i])
			if !on {
				return false
			}
			fleet = append(fleet, ship)
			i++
		}
	}
	return r.CheckFleet(fleet) == nil
}

// TestAttackSmallBoardsAreExhausted tries all places of all ships that bits can say on small boards, with touching and
// without.
func TestAttackSmallBoardsAreExhausted(t *testing.T) {
	for _, r := range []*game.Ruleset{
		{Width: 3, Classes: []game.ShipClass{{Name: "a", Length: 2, Count: 2}}, Touch: true},
		{
			Width: 4, Touch: true,
			Classes: []game.ShipClass{{Name: "a", Length: 3, Count: 1}, {Name: "b", Length: 2, Count: 1}},
		},
		{Width: 4, Classes: []game.ShipClass{{Name: "a", Length: 3, Count: 1}, {Name: "b", Length: 2, Count: 1}}},
		{Width: 5, Classes: []game.ShipClass{{Name: "a", Length: 2, Count: 2}}},
		{Width: 3, Classes: []game.ShipClass{{Name: "a", Length: 2, Count: 3}}, Touch: true},
	} {
		r.ID, r.Name, r.Height = 9, "small", r.Width
		l := newTestLayout(t, r)
		ships, tried, accepted := make([]placed, len(l.ships)), 0, 0
		for n := range 1 << l.bits {
			for i, s := range l.ships {
				bits := n >> s.offset
				ships[i] = placed{bits & (1<<s.along - 1), bits >> s.along & (1<<s.across - 1), bits>>(s.along+s.across)&1 == 1}
			}
			want := legal(r, l, ships)
			if got := len(broken(l, liar(l, ships))) == 0; got != want {
				t.Fatalf("%dx%d, %v: circuit %t, rules %t", r.Width, r.Height, ships, got, want)
			}
			tried++
			if want {
				accepted++
			}
		}
		if accepted == 0 || accepted == tried {
			t.Errorf("%dx%d: %d of %d accepted", r.Width, r.Height, accepted, tried)
		}
		t.Logf("%dx%d, touching %t: %d of %d accepted", r.Width, r.Height, r.Touch, accepted, tried)
	}
}

// anyPlaces returns places of ships: of a legal fleet, with some ships moved, on the board or anywhere.
func anyPlaces(t *testing.T, r *game.Ruleset, l *layout, rng *rand.Rand) []placed {
	t.Helper()
	ships, moved := legalPlaces(t, r, l, rng), rng.IntN(4)
	for i, s := range l.ships {
		switch {
		case rng.IntN(len(ships)) >= moved:
		case rng.IntN(4) == 0:
			ships[i] = placed{rng.IntN(1 << s.along), rng.IntN(1 << s.across), rng.IntN(2) == 0}
		default:
			ships[i] = placed{rng.IntN(s.maxAlong + 1), rng.IntN(s.maxAcross + 1), rng.IntN(2) == 0}
		}
	}
	return ships
}

// TestAttackBoardJudgesAsTheRules compares the circuit with the rules on random fleets, legal and not.
func TestAttackBoardJudgesAsTheRules(t *testing.T) {
	rng := newRand(t, 4)
	for _, r := range rulesets() {
		l := newTestLayout(t, r)
		accepted := 0
		for range *fleets {
			ships := anyPlaces(t, r, l, rng)
			want := legal(r, l, ships)
			if got := len(broken(l, liar(l, ships))) == 0; got != want {
				t.Fatalf("%s, %v: circuit %t, rules %t", r.Name, ships, got, want)
			}
			if want {
				accepted++
			}
		}
		t.Logf("%s: %d fleets, %d legal", r.Name, *fleets, accepted)
		if accepted < *fleets/10 || accepted > *fleets*9/10 {
			t.Errorf("%s: %d legal fleets of %d are too few or many to show anything", r.Name, accepted, *fleets)
		}
	}
}

// TestAttackDisplacements moves, of legal fleets, each ship to every place that bits can say, and changes each tile
// and each corner: the circuit accepts nothing but legal fleets with their own tiles.
func TestAttackDisplacements(t *testing.T) {
	rng := newRand(t, 5)
	tried := 0
	for _, r := range rulesets() {
		l := newTestLayout(t, r)
		for range max(*fleets/800, 1) {
			ships := legalPlaces(t, r, l, rng)
			for i, s := range l.ships {
				moved := slices.Clone(ships)
				for bits := range 1 << s.bits() {
					moved[i] = placed{bits & (1<<s.along - 1), bits >> s.along & (1<<s.across - 1), bits>>(s.along+s.across)&1 == 1}
					want := legal(r, l, moved)
					if got := len(broken(l, liar(l, moved))) == 0; got != want {
						t.Fatalf("%s, %v: circuit %t, rules %t", r.Name, moved, got, want)
					}
					tried++
				}
			}
			w := liar(l, ships)
			for i := range l.tiles + l.corners {
				cells, at := w.Tiles, i
				if i >= l.tiles {
					cells, at = w.Corners, i-l.tiles
				}
				cell := &cells[at]
				honest := *cell
				for _, lie := range []int{-1, 0, 1, 2} {
					if *cell = num(lie); *cell != honest && len(broken(l, w)) == 0 {
						t.Fatalf("%s: cell %d may be %d", r.Name, i, lie)
					}
				}
				*cell = honest
			}
		}
	}
	t.Logf("%d displacements", tried)
}

// TestAttackEachAssertionIsNeeded shows, for each assertion, inputs that break it alone: without it they would be
// accepted.
func TestAttackEachAssertionIsNeeded(t *testing.T) {
	rng := newRand(t, 6)
	for _, r := range rulesets() {
		l := newTestLayout(t, r)
		record := &rows{}
		boardRows(record, l, newBoardWires(l, record.wire))
		missing := map[int]bool{}
		for i, row := range record.list {
			if row.wires[2] <= l.tiles+l.corners+l.bits || i == len(record.list)-1 { // no output: it asserts
				missing[i] = true
			}
		}
		only := func(w boardWires[fr.Element]) {
			if rows := broken(l, w); len(rows) == 1 {
				delete(missing, rows[0])
			}
		}
		for cell := range l.tiles + l.corners {
			only(l.unbalanced(t, r, cell, rng))
		}
		for range 300 {
			only(liar(l, anyPlaces(t, r, l, rng)))
			for i := range l.ships {
				only(l.misspelt(legalPlaces(t, r, l, rng), i, rng))
			}
		}
		for i, s := range l.ships { // beyond the edge, where no other ship is
			for bits := range 1 << (s.bits() - 1) {
				for _, upright := range []bool{false, true} {
					p := placed{bits & (1<<s.along - 1), bits >> s.along, upright}
					if p.along <= s.maxAlong && p.across <= s.maxAcross {
						continue
					}
					if ships, ok := l.around(i, p, rng); ok {
						only(liar(l, ships))
					}
				}
			}
		}
		if len(missing) > 0 {
			t.Errorf("%s: rows %v were never alone in refusing anything", r.Name, missing)
		}
		t.Logf("%s: %d rows and the tag", r.Name, len(record.list))
	}
}

// pool are legal fleets by ruleset: to find one takes long.
var pool = map[string][]game.Fleet{}

// legalPlaces are the places of a legal fleet.
func legalPlaces(t *testing.T, r *game.Ruleset, l *layout, rng *rand.Rand) []placed {
	t.Helper()
	for len(pool[r.Name]) < 40 {
		fleet, err := game.RandomFleet(r, rng.IntN)
		if err != nil {
			t.Fatal(err)
		}
		pool[r.Name] = append(pool[r.Name], fleet.Sorted())
	}
	ships := make([]placed, len(l.ships))
	for i, ship := range pool[r.Name][rng.IntN(len(pool[r.Name]))] {
		along, across := l.place(ship)
		ships[i] = placed{along, across, ship.Vertical}
	}
	rng.Shuffle(len(ships), func(i, j int) { // a sorted fleet has its upright ships last
		if l.ships[i].length == l.ships[j].length {
			ships[i], ships[j] = ships[j], ships[i]
		}
	})
	return ships
}

// around returns places of all ships on the board beside one that is anywhere, none sharing a cell, if there is room.
func (l *layout) around(i int, p placed, rng *rand.Rand) ([]placed, bool) {
	for range 1000 {
		ships, used := make([]placed, len(l.ships)), map[int]bool{}
		put := func(i int, p placed) bool {
			tiles := cellsOf(p.along, p.across, p.upright, l.ships[i].length, 1, l.side)
			cells, count := tiles, l.tiles
			if l.corners > 0 {
				cells, count = cellsOf(p.along, p.across, p.upright, l.ships[i].length+1, 2, l.side+1), l.corners
			}
			if slices.Max(tiles) >= l.tiles || slices.ContainsFunc(cells, func(c int) bool { return c >= count || used[c] }) {
				return false
			}
			for _, c := range cells {
				used[c] = true
			}
			ships[i] = p
			return true
		}
		if !put(i, p) {
			return nil, false
		}
		fits := true
		for j, s := range l.ships {
			for tries := 0; fits && j != i; tries++ {
				if put(j, placed{rng.IntN(s.maxAlong + 1), rng.IntN(s.maxAcross + 1), rng.IntN(2) == 0}) {
					break
				}
				fits = tries < 200
			}
		}
		if fits {
			return ships, true
		}
	}
	return nil, false
}

// unbalanced returns a board in which a ship too many or too few is hidden by a cell that is no bit.
func (l *layout) unbalanced(t *testing.T, r *game.Ruleset, cell int, rng *rand.Rand) boardWires[fr.Element] {
	t.Helper()
	w := liar(l, legalPlaces(t, r, l, rng))
	other := (cell + 1) % l.tiles
	if cell >= l.tiles {
		other = l.tiles + (cell-l.tiles+1)%l.corners
	}
	at := func(i int) *fr.Element {
		if i < l.tiles {
			return &w.Tiles[i]
		}
		return &w.Corners[i-l.tiles]
	}
	one := num(1)
	at(other).Sub(&one, at(other)) // the other way around
	*at(cell) = fr.Element{}
	v := &values{}
	boardRows(v, l, w)
	last := len(v.columns[0]) - 1
	missing, weight := v.columns[1][last], l.weight(cell)
	missing.Sub(&missing, &v.columns[0][last])
	at(cell).Div(&missing, &weight)
	return w
}

// misspelt returns a legal board in which one number of a ship is written with something that is no bit.
func (l *layout) misspelt(ships []placed, i int, rng *rand.Rand) boardWires[fr.Element] {
	w, s, p := liar(l, ships), l.ships[i], ships[i]
	one := num(1)
	// spell writes a coordinate with one of its bits alone, such that its power of two is the same.
	spell := func(bits []fr.Element, n int) {
		bit := rng.IntN(len(bits))
		clear(bits)
		value, factor := power2(n), power2(1<<bit)
		value.Sub(&value, &one)
		factor.Sub(&factor, &one)
		bits[bit].Div(&value, &factor)
	}
	switch {
	case rng.IntN(3) == 0: // the direction: as much of both as makes a ship one tile further
		from := placed{max(p.along-1, 0), p.across, p.upright}
		here := l.boardOf(s, p.along, p.across, p.upright)
		flat, upright := l.boardOf(s, from.along, from.across, false), l.boardOf(s, from.along, from.across, true)
		for k := range s.along {
			w.Fleet[s.offset+k] = num(from.along >> k & 1)
		}
		here.Sub(&here, &flat)
		upright.Sub(&upright, &flat)
		w.Fleet[s.offset+s.along+s.across].Div(&here, &upright)
	case p.upright: // which has the power of across once
		spell(w.Fleet[s.offset+s.along:s.offset+s.along+s.across], p.across)
	default:
		spell(w.Fleet[s.offset:s.offset+s.along], p.along)
	}
	return w
}

// boardOf returns the bit board of a ship.
func (l *layout) boardOf(s ship, along, across int, vertical bool) fr.Element {
	sum := shapeOf(cellsOf(along, across, vertical, s.length, 1, l.side), 0)
	if l.corners > 0 {
		corners := shapeOf(cellsOf(along, across, vertical, s.length+1, 2, l.side+1), l.cornerShift())
		sum.Add(&sum, &corners)
	}
	return sum
}
