package zk

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// placed is a ship as its bits say it: the ship's number in the fleet and its coordinates.
type placed struct {
	ship, along, across int
	upright             bool
}

// quiet are legal fleets with all ships flat and room between them.
var quiet = map[string][]placed{
	"classic-zk": {{0, 0, 0, false}, {1, 0, 2, false}, {2, 0, 4, false}, {3, 0, 6, false}, {4, 0, 8, false}},
	"xaya-zk": {
		{0, 0, 0, false},
		{1, 0, 2, false},
		{2, 0, 4, false},
		{3, 0, 6, false},
		{4, 3, 6, false},
		{5, 6, 0, false},
		{6, 5, 2, false},
	},
}

// illegal are what is wrong with a fleet: ships that lie elsewhere than in the quiet one.
var illegal = []struct {
	name, ruleset string
	ships         []placed
}{
	{"two ships in one place", "classic-zk", []placed{{3, 0, 4, false}}},
	{"a ship within another", "classic-zk", []placed{{4, 1, 0, false}}},
	{"a ship across another", "classic-zk", []placed{{1, 0, 2, true}}},
	{"a ship on another's end", "classic-zk", []placed{{1, 4, 0, false}}},
	{"two ships on the first tile", "classic-zk", []placed{{4, 0, 0, true}}},
	{"two ships on the last tile, so that the sum leaves the grid", "classic-zk", []placed{
		{4, 8, 9, false}, {3, 7, 9, true},
	}},
	{"three ships on a tile", "classic-zk", []placed{{1, 0, 0, true}, {2, 0, 0, false}}},
	{"five ships on a tile", "classic-zk", []placed{
		{0, 0, 5, true}, {1, 1, 5, true}, {2, 4, 4, false}, {3, 3, 4, false}, {4, 4, 4, false},
	}},
	{"the carry fills a tile beside the ships", "classic-zk", []placed{{3, 1, 4, false}}},
	{"the carry runs through a row of ships", "classic-zk", []placed{{1, 5, 0, false}, {4, 4, 0, false}}},
	{"the carry runs into the next row", "classic-zk", []placed{{0, 5, 0, false}, {4, 8, 0, false}}},
	{"a ship off the right edge", "classic-zk", []placed{{0, 6, 0, false}}},
	{"a ship that goes on in the next row", "classic-zk", []placed{{1, 7, 8, false}, {4, 0, 2, false}}},
	{"a ship beyond the right edge", "classic-zk", []placed{{4, 15, 7, false}}},
	{"a ship off the lower edge", "classic-zk", []placed{{0, 6, 9, true}}},
	{"a ship below the lower edge", "classic-zk", []placed{{4, 0, 10, false}}},
	{"a ship far below the board", "classic-zk", []placed{{4, 0, 15, false}}},
	{"an upright ship right of the board", "classic-zk", []placed{{4, 0, 10, true}}},
	{"an upright ship far right of the board", "classic-zk", []placed{{4, 4, 15, true}}},
	{"an upright ship below the board", "classic-zk", []placed{{4, 12, 0, true}}},
	{"two ships off the board in one place", "classic-zk", []placed{{3, 0, 12, false}, {2, 0, 12, false}}},

	{"two ships in one place", "xaya-zk", []placed{{2, 0, 2, false}}},
	{"a ship within another", "xaya-zk", []placed{{3, 1, 0, false}}},
	{"a ship across another", "xaya-zk", []placed{{1, 0, 1, true}}},
	{"ships side by side", "xaya-zk", []placed{{1, 0, 1, false}}},
	{"ships end to end", "xaya-zk", []placed{{5, 4, 0, false}}},
	{"a ship's end at another's side", "xaya-zk", []placed{{1, 1, 1, true}, {2, 0, 4, false}}},
	{"ships corner to corner, falling", "xaya-zk", []placed{{4, 2, 7, false}}},
	{"ships corner to corner, rising", "xaya-zk", []placed{{4, 2, 5, false}}},
	{"ships corner to corner at an edge", "xaya-zk", []placed{{5, 4, 1, false}}},
	{"upright ships corner to corner", "xaya-zk", []placed{{3, 5, 3, true}, {4, 3, 4, true}}},
	{"a ship off the right edge", "xaya-zk", []placed{{0, 5, 0, false}, {5, 0, 7, false}}},
	{"a ship off the lower edge", "xaya-zk", []placed{{0, 5, 7, true}, {5, 0, 0, false}}},
	{"a ship that goes on in the next row", "xaya-zk", []placed{{3, 7, 6, false}}},
}

// newFleet returns a liar with the quiet fleet and some ships elsewhere.
func newFleet(t testing.TB, l *layout, ships ...placed) *liar {
	t.Helper()
	c := newLiar(alice(t, l.ruleset, rand.New(rand.NewPCG(1, 1))).secrets(t))
	for _, p := range append(quiet[l.ruleset.Name][:len(l.ships):len(l.ships)], ships...) {
		c.setShip(p.ship, p.along, p.across, p.upright)
	}
	return c
}

// toShip returns what the rules call the ship. A coordinate beyond the board can make it look like one on the board.
func (p placed) toShip(l *layout) (s game.Ship, onBoard bool) {
	kind := l.ships[p.ship]
	origin := p.along + l.side*p.across
	if p.upright {
		origin = p.across + l.side*p.along
	}
	s = game.Ship{Class: kind.class, Origin: game.Tile(origin), Vertical: p.upright}
	return s, p.along <= kind.maxAlong && p.across <= kind.maxAcross
}

func TestIllegalFleetsAreRefused(t *testing.T) {
	for _, r := range rulesets() {
		l := newTestLayout(t, r)
		compiled := newTestCompiled(t, newBoardCircuit(l, 0))
		legal, _ := newFleet(t, l).board(t)
		if broken := boardBroken(l, legal); len(broken) != 0 {
			t.Fatalf("%s: the quiet fleet breaks assertions %v", r.Name, broken)
		}
		for _, kind := range illegal {
			if kind.ruleset != r.Name {
				continue
			}
			c := newFleet(t, l, kind.ships...)
			w, _ := c.board(t)
			if len(boardBroken(l, w)) == 0 {
				t.Errorf("%s, %s: accepted", r.Name, kind.name)
			}
			if compiled.accepts(t, boardAssignment(l, w)) {
				t.Errorf("%s, %s: accepted by the compiled circuit", r.Name, kind.name)
			}
			ships := map[int]placed{}
			for _, p := range append(quiet[r.Name][:len(l.ships):len(l.ships)], kind.ships...) {
				ships[p.ship] = p
			}
			var fleet game.Fleet
			onBoard := true
			for i := range l.ships {
				ship, ok := ships[i].toShip(l)
				onBoard = onBoard && ok
				fleet = append(fleet, ship)
			}
			if onBoard && r.CheckFleet(fleet) == nil {
				t.Errorf("%s, %s: the rules find it legal", r.Name, kind.name)
			}
		}
	}
}

// TestFleetsOfAnotherKindAreRefused tries what the bits of a fleet cannot say.
func TestFleetsOfAnotherKindAreRefused(t *testing.T) {
	rng := newRand(t, 3)
	for _, r := range rulesets() {
		p := alice(t, r, rng)
		good := p.fleet
		for name, fleet := range map[string]game.Fleet{
			"none":               nil,
			"a ship missing":     good[1:],
			"a ship too many":    append(good[:len(good):len(good)], good[len(good)-1]),
			"of another class":   append(game.Fleet{good[1]}, good[1:]...),
			"of no class":        append(game.Fleet{{Class: 9, Origin: good[0].Origin}}, good[1:]...),
			"in a wrong order":   append(game.Fleet{good[len(good)-1]}, good[:len(good)-1]...),
			"far off the board":  append(game.Fleet{{Class: 0, Origin: 255}}, good[1:]...),
			"of a negative kind": append(game.Fleet{{Class: -1, Origin: good[0].Origin}}, good[1:]...),
		} {
			if _, err := verify.Commit(p.binding, fleet, p.secret); err == nil {
				t.Errorf("%s, %s: a commitment was made", r.Name, name)
			}
		}
	}
}

// TestBoardJudgesAsTheRules compares the circuit with the rules on random fleets, legal and not.
func TestBoardJudgesAsTheRules(t *testing.T) {
	const boards = 1500
	rng := newRand(t, 4)
	for _, r := range rulesets() {
		l := newTestLayout(t, r)
		c := newFleet(t, l)
		legal, off := 0, 0
		for range boards {
			fleet := make(game.Fleet, len(l.ships))
			onBoard, wild := true, rng.IntN(4) == 0
			if rng.IntN(4) == 0 {
				honest, err := game.RandomFleet(r, rng.IntN)
				if err != nil {
					t.Fatal(err)
				}
				copy(fleet, honest)
			}
			for i, s := range l.ships {
				p := placed{ship: i, along: rng.IntN(s.maxAlong + 1), across: rng.IntN(s.maxAcross + 1), upright: rng.IntN(2) == 0}
				if fleet[i] != (game.Ship{}) && rng.IntN(12) != 0 {
					p.along, p.across = l.place(fleet[i])
					p.upright = fleet[i].Vertical
				}
				if wild {
					p.along, p.across = rng.IntN(1<<s.along), rng.IntN(1<<s.across)
				}
				c.setShip(i, p.along, p.across, p.upright)
				ship, ok := p.toShip(l)
				fleet[i], onBoard = ship, onBoard && ok
			}
			want := onBoard && r.CheckFleet(fleet) == nil
			w, _ := c.board(t)
			if got := len(boardBroken(l, w)) == 0; got != want {
				t.Fatalf("%s: %s: circuit %t, rules %t", r.Name, r.FleetString(fleet), got, want)
			}
			if want {
				legal++
			}
			if !onBoard {
				off++
			}
		}
		t.Logf("%s: %d fleets, %d legal, %d off the board", r.Name, boards, legal, off)
		if legal < 50 || off < 50 {
			t.Errorf("%s: %d legal fleets and %d off the board are too few to tell", r.Name, legal, off)
		}
	}
}

// TestCarriesTakeOnesAway is the argument of boardRows, for all pairs of ships of classic: the sum of two bit boards
// has as many ones as both together if and only if they share no cell.
func TestCarriesTakeOnesAway(t *testing.T) {
	r := game.ClassicZK()
	var all []game.Set
	for class := range r.Classes {
		for origin := range r.Tiles() {
			for _, vertical := range []bool{false, true} {
				if tiles, err := r.Footprint(game.Ship{Class: class, Origin: game.Tile(origin), Vertical: vertical}); err == nil {
					all = append(all, tiles)
				}
			}
		}
	}
	for _, a := range all {
		for _, b := range all {
			if got, want := onesOfSum(a, b) == a.Len()+b.Len(), a.Intersect(b).IsEmpty(); got != want {
				t.Fatalf("%v and %v: %t, expected %t", a, b, got, want)
			}
		}
	}
	t.Logf("%d pairs of ships", len(all)*len(all))
}

// onesOfSum adds two sets of tiles as numbers and counts the ones of the sum.
func onesOfSum(a, b game.Set) int {
	ones, carry := 0, uint64(0)
	for i := range a {
		var sum uint64
		sum, carry = bits.Add64(a[i], b[i], carry)
		ones += bits.OnesCount64(sum)
	}
	return ones + int(carry)
}
