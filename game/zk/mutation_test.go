package zk

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark/frontend"

	"github.com/battleship-chain/battleship/game"
)

// The tests in this file leave out one assertion after the other: for each there is a lie that breaks this assertion
// alone, which the circuit without it accepts. So no assertion can be forgotten without a test that fails, and none
// is there for nothing.

// lies collects for each assertion a lie that breaks it alone.
type lies[W any] struct {
	t      *testing.T
	broken func(W) []int
	found  map[int]W
}

func newLies[W any](t *testing.T, broken func(W) []int) *lies[W] {
	return &lies[W]{t: t, broken: broken, found: map[int]W{}}
}

// try keeps a lie if it breaks exactly one assertion.
func (c *lies[W]) try(w W) bool {
	broken := c.broken(w)
	if len(broken) != 1 {
		return false
	}
	if _, ok := c.found[broken[0]]; !ok {
		c.found[broken[0]] = w
	}
	return true
}

// missing reports whether there is no lie yet for an assertion.
func (c *lies[W]) missing(assertion int) bool {
	_, ok := c.found[assertion]
	return !ok
}

// check compiles the circuit without each assertion in turn.
func (c *lies[W]) check(count int, circuit func(omit int) frontend.Circuit, assignment func(W) frontend.Circuit) {
	c.t.Helper()
	whole := newTestCompiled(c.t, circuit(0))
	for i := 1; i <= count; i++ {
		lie, ok := c.found[i]
		if !ok {
			c.t.Errorf("assertion %d of %d can be left out: no lie breaks it alone", i, count)
			continue
		}
		if whole.accepts(c.t, assignment(lie)) {
			c.t.Fatalf("assertion %d: the circuit accepts the lie", i)
		}
		without := newTestCompiled(c.t, circuit(i), frontend.IgnoreUnconstrainedInputs())
		if !without.accepts(c.t, assignment(lie)) {
			c.t.Errorf("assertion %d: the circuit without it refuses the lie, so that it proves nothing", i)
		}
	}
	c.t.Logf("%d assertions, each needed", count)
}

func TestEveryAssertionOfTheBoardIsNeeded(t *testing.T) {
	rng := newRand(t, 10)
	for _, r := range rulesets() {
		t.Run(r.Name, func(t *testing.T) {
			l := newTestLayout(t, r)
			c := newLies(t, func(w boardWires[fr.Element]) []int { return boardBroken(l, w) })
			count := new(values)
			honest := alice(t, r, rng).secrets(t)
			boardRows(count, l, honest.boardWitness())

			w := honest.boardWitness() // another commitment
			w.Commitment = num(1)
			c.try(w)
			illegal, sum := newFleet(t, l, placed{1, 0, l.ships[0].across, true}, placed{0, 0, 0, true}).board(t)
			c.try(illegal) // ships on one another
			for cell := range l.cells {
				c.try(fillCell(l, illegal, sum, cell))
			}
			bounds := boundAssertions(l)
			for range 200 {
				if len(c.found) == count.count {
					break
				}
				s := alice(t, r, rng).secrets(t)
				for i, missing := range bounds {
					if slices.ContainsFunc(missing, c.missing) {
						boundLies(t, c, s, i)
					}
				}
				for bit := range s.bits {
					if c.missing(1 + bit) {
						c.try(bitLie(t, s, bit, rng.IntN(12)-4))
					}
				}
			}
			c.check(count.count, func(omit int) frontend.Circuit { return newBoardCircuit(l, omit) },
				func(w boardWires[fr.Element]) frontend.Circuit { return boardAssignment(l, w) })
		})
	}
}

// fillCell makes the grid's sum right with a cell that is no bit.
func fillCell(l *layout, w boardWires[fr.Element], sum fr.Element, cell int) boardWires[fr.Element] {
	w.Grid = slices.Clone(w.Grid)
	w.Grid[cell] = num(0)
	rest, covered := sum, l.coveredWeight()
	rest.Add(&rest, &covered)
	for i := range w.Grid {
		weight := l.weight(i)
		weight.Mul(&weight, &w.Grid[i])
		rest.Sub(&rest, &weight)
	}
	weight := l.weight(cell)
	w.Grid[cell].Div(&rest, &weight)
	return w
}

// boundAssertions are the assertions about the coordinates of each ship. Before them stand those about the bits of the
// fleet and about the commitment.
func boundAssertions(l *layout) [][]int {
	v := &values{count: l.bits + 1}
	list := make([][]int, len(l.ships))
	for i, s := range l.ships {
		before := v.count
		assertAtMost(v, make([]fr.Element, s.along), s.maxAlong)
		assertAtMost(v, make([]fr.Element, s.across), s.maxAcross)
		for n := before + 1; n <= v.count; n++ {
			list[i] = append(list[i], n)
		}
	}
	return list
}

// boundLies places a ship beyond the board wherever its bits reach.
func boundLies(t *testing.T, c *lies[boardWires[fr.Element]], s *secrets, i int) {
	t.Helper()
	ship := s.layout.ships[i]
	for along := range 1 << ship.along {
		for across := range 1 << ship.across {
			if along <= ship.maxAlong && across <= ship.maxAcross {
				continue
			}
			for _, upright := range []bool{false, true} {
				liar := newLiar(s)
				liar.setShip(i, along, across, upright)
				w, _ := liar.board(t)
				c.try(w)
			}
		}
	}
}

// bitLie gives a bit of the fleet a value that is no bit, such that the ship it belongs to lies whole on other cells:
// away tells how far.
func bitLie(t *testing.T, s *secrets, bit, away int) boardWires[fr.Element] {
	t.Helper()
	l, liar := s.layout, newLiar(s)
	i := len(l.ships) - 1
	for l.ships[i].offset > bit {
		i--
	}
	ship := l.ships[i]
	upright := liar.bits[ship.offset+ship.along+ship.across].IsOne()
	at := bit - ship.offset
	if at == ship.along+ship.across {
		liar.bits[bit] = directionLie(l, s.fleet[i], ship, away)
	} else {
		exponent := 1 << at
		if at >= ship.along {
			exponent = 1 << (at - ship.along)
		}
		if upright == (at < ship.along) {
			exponent *= l.stride
		}
		// 1 + bit*(2^exponent - 1) is to be 2^away
		liar.bits[bit] = signedPower2(away)
		one, factor := num(1), power2(exponent)
		factor.Sub(&factor, &one)
		liar.bits[bit].Sub(&liar.bits[bit], &one).Div(&liar.bits[bit], &factor)
	}
	w, _ := liar.board(t)
	return w
}

// directionLie is a direction that is no bit: flat + v*(upright - flat) is the flat ship somewhere else.
func directionLie(l *layout, s game.Ship, kind ship, away int) fr.Element {
	along, across := l.place(s)
	flat, upright := power2(along+across*l.stride), power2(along*l.stride+across)
	flatShape, uprightShape := l.shape(kind, false), l.shape(kind, true)
	flat.Mul(&flat, &flatShape)
	upright.Mul(&upright, &uprightShape)
	target := signedPower2(away)
	target.Mul(&target, &flat)
	upright.Sub(&upright, &flat)
	target.Sub(&target, &flat)
	return *target.Div(&target, &upright)
}

// signedPower2 is 2^n, also for n below 0.
func signedPower2(n int) fr.Element {
	if n >= 0 {
		return power2(n)
	}
	p := power2(-n)
	return *p.Inverse(&p)
}

func TestEveryAssertionOfTheAnswerIsNeeded(t *testing.T) {
	rng := newRand(t, 11)
	for _, r := range rulesets() {
		t.Run(r.Name, func(t *testing.T) {
			l := newTestLayout(t, r)
			c := newLies(t, func(w answerWires[fr.Element]) []int { return answerBroken(l, w) })
			total := -1
			for range 20 {
				p := alice(t, r, rng)
				s := p.secrets(t)
				honest := newLiar(s)
				for tile := range game.Tile(r.Tiles()) {
					if len(c.found) == total {
						break
					}
					a := p.answer(t, tile, randomHits(t, p, tile, rng))
					public, err := a.Public()
					if err != nil {
						t.Fatal(err)
					}
					truth := s.answerWitness(public, tile, a.Hits)
					count := new(values)
					answerRows(count, l, truth)
					total = count.count

					truth.Commitment = num(1)
					c.try(truth)
					answerLies(t, c, honest, public)
					for bit := range s.bits {
						if !c.missing(1 + bit) {
							continue
						}
						liar := newLiar(s)
						liar.bits[bit] = num(2)
						for _, w := range liar.answer(t, public, 0) {
							c.try(w)
						}
					}
				}
			}
			c.check(total, func(omit int) frontend.Circuit { return newAnswerCircuit(l, omit) },
				func(w answerWires[fr.Element]) frontend.Circuit { return answerAssignment(l, w) })
		})
	}
}

// answerLies tries false answers and false helpers about an honest fleet.
func answerLies(t *testing.T, c *lies[answerWires[fr.Element]], liar *liar, public []fr.Element) {
	t.Helper()
	flipped := slices.Clone(public)
	one := num(1)
	flipped[3].Sub(&one, &public[3])
	inputs := [][]fr.Element{public, flipped}
	if liar.l.ruleset.AnnounceSunk {
		silent, foreign := slices.Clone(public), slices.Clone(public)
		silent[4], foreign[4] = num(0), num(1+int(game.Ship{Class: 2, Origin: 99}.Code()))
		inputs = append(inputs, silent, foreign)
	}
	for _, in := range inputs {
		for n, w := range liar.answer(t, in, everyPlace...) {
			c.try(w)
			if n > 0 {
				continue
			}
			if len(w.On) == 0 {
				w.Inverse = make([]fr.Element, 1)
				c.try(w)
				continue
			}
			for i := range w.On { // a ship said to be on the tile, or not to be
				try := w
				try.On, try.Inverse = slices.Clone(w.On), slices.Clone(w.Inverse)
				try.On[i].Sub(&one, &w.On[i])
				try.Inverse[i] = num(0)
				c.try(try)
				// the ship on the tile stands in for all that is derived from it
				for place := range 3 {
					c.try(withDry(liar.l, try, place))
				}
			}
		}
	}
}

// withDry names a place of a dry tile in the ships that are said to be on the tile.
func withDry(l *layout, w answerWires[fr.Element], place int) answerWires[fr.Element] {
	table := new(values)
	var origin, step fr.Element
	for i, s := range shipsOf(l, w.Fleet) {
		at := originRows(table, l, s)
		at.Mul(&at, &w.On[i])
		origin.Add(&origin, &at)
		width := table.sum(s.vertical, s.vertical, num(l.side-1), num(0), num(1))
		width.Mul(&width, &w.On[i])
		step.Add(&step, &width)
	}
	w.Dry, w.DryInverse = []fr.Element{num(place)}, make([]fr.Element, 1)
	apart := num(place)
	apart.Mul(&apart, &step).Add(&apart, &origin)
	dry := apart
	apart.Sub(&apart, &w.Tile)
	for i := range w.Hits {
		difference := dry
		difference.Sub(&difference, &w.Hits[i])
		apart.Mul(&apart, &difference)
	}
	w.DryInverse[0].Div(&w.Hit, &apart)
	return w
}
