package bot

import (
	"math/bits"
	"slices"

	"github.com/battleship-chain/battleship/game"
)

// What counting may take.
const (
	// exactSteps is how many ships are placed at most to count all fleets.
	exactSteps = 2000
	// samples is how many fleets are drawn in each round of an estimate.
	samples = 150
	// counted is of how many ships the pairs are counted without placing them.
	counted = 2
)

// counter counts the fleets that fit a public board. It places ship after ship: first those that explain the open hits,
// the lowest hit first, then the others in the order of their classes, so that it comes by each fleet once. Of the last
// two it counts the pairs without placing them.
type counter struct {
	*table
	intn Intn
	// left is how many ships of each class are not placed yet, order the order in which the classes are placed.
	left, order []int
	// bare are the open hits that no placed ship covers.
	bare game.Set
	// free are, by the number of placed ships, the placements that there is room for; next those that the ship after
	// them may take.
	free, next []places
	// found is, by class and placement, the weight of the fleets with a ship there.
	found [][]float64
	// steps is how many ships may still be placed, drawn how many fleets were drawn in this round.
	steps, drawn int
}

// odds returns, for each tile, the fraction of the fleets that fit a board in which a ship afloat covers it. It returns
// false if no fleet was found that fits.
func (t *table) odds(side game.Side, intn Intn) ([]float64, bool) {
	k := sight(t.ways, side)
	c := &counter{table: t, intn: intn, left: k.afloat, bare: k.open, steps: exactSteps}
	ships := 0
	for _, n := range k.afloat {
		if n < 0 {
			return nil, false
		}
		ships += n
	}
	for range ships + 1 {
		c.free, c.next = append(c.free, t.none()), append(c.next, t.none())
	}
	room, odds, all := t.where(k.allows), make([]float64, t.ruleset.Tiles()), t.classes()
	c.start(room, all, nil)
	if total, ok := c.all(0); ok {
		return odds, c.add(odds, all, total)
	}
	for _, served := range t.rounds {
		c.start(room, all, served)
		if !c.add(odds, served, c.sample()) {
			return nil, false
		}
	}
	return odds, true
}

// start begins to count. The classes that are to be counted best come last.
func (c *counter) start(room places, all, last []int) {
	copy(c.free[0], room)
	isLast := func(class int) bool { return slices.Contains(last, class) }
	c.order = append(slices.DeleteFunc(slices.Clone(all), isLast), last...)
	c.found = make([][]float64, len(c.byClass))
	for class, all := range c.byClass {
		c.found[class] = make([]float64, len(all))
	}
}

// add adds the odds of some classes among fleets of a total weight. It returns false if there are none.
func (c *counter) add(odds []float64, classes []int, total float64) bool {
	if total == 0 {
		return false
	}
	for _, class := range classes {
		for i, weight := range c.found[class] {
			if weight == 0 {
				continue
			}
			for tile := range c.byClass[class][i].tiles.All() {
				odds[tile] += weight / total
			}
		}
	}
	return true
}

// sample draws fleets, and returns their weight: on average that of all fleets, once for each draw.
func (c *counter) sample() float64 {
	total := 0.0
	for c.drawn = range samples {
		total += c.draw(0, 1)
	}
	return total
}

// all counts the fleets that extend the placed ships. It returns false if that takes too many steps.
func (c *counter) all(placed int) (float64, bool) {
	class, ships := c.turn()
	if c.bare.IsEmpty() && ships <= counted {
		return c.finish(placed, class, ships, 1), true
	}
	total := 0.0
	for word, rest := range c.options(placed, class) {
		for ; rest != 0; rest &= rest - 1 {
			if c.steps--; c.steps < 0 {
				return 0, false
			}
			class, i := c.placement(word, rest)
			n, ok := 0.0, false
			c.with(placed, class, i, func() float64 {
				n, ok = c.all(placed + 1)
				return n
			})
			if !ok {
				return 0, false
			}
			total += n
			if c.bare.IsEmpty() {
				c.free[placed][word] &^= rest & -rest // the ships of a class come in the order of their placements
			}
		}
	}
	return total, true
}

// draw places ships at random, and returns the weight of the result: 1 for each alternative at each ship.
func (c *counter) draw(placed int, weight float64) float64 {
	class, ships := c.turn()
	if c.bare.IsEmpty() && ships <= counted {
		return c.finish(placed, class, ships, weight)
	}
	options := c.options(placed, class)
	n := options.size()
	if n == 0 {
		return 0
	}
	weight *= float64(n)
	if c.bare.IsEmpty() {
		weight /= float64(c.left[class]) // the ships of a class come in any order
	}
	choice := c.intn(n)
	if placed == 0 {
		choice = (c.drawn*n + choice) / samples // spreads the first ship evenly
	}
	class, i := c.placement(options.at(choice))
	return c.with(placed, class, i, func() float64 { return c.draw(placed+1, weight) })
}

// turn is the first class in order that has ships left, and how many are left in all.
func (c *counter) turn() (class, ships int) {
	for _, next := range c.order {
		if ships == 0 {
			class = next
		}
		ships += c.left[next]
	}
	return class, ships
}

// options are the placements for the next ship: any that covers the first bare hit, or else all of its class.
func (c *counter) options(placed, class int) places {
	free, next := c.free[placed], c.next[placed]
	clear(next)
	for hit := range c.bare.All() {
		for class, n := range c.left {
			if n == 0 {
				continue
			}
			over, free, next := c.of(class, c.over[hit]), c.of(class, free), c.of(class, next)
			for word := range next {
				next[word] = over[word] & free[word]
			}
		}
		return next
	}
	copy(c.of(class, next), c.of(class, free))
	return next
}

// with counts on with a ship placed.
func (c *counter) with(placed, class, i int, count func() float64) float64 {
	from, to, clash := c.free[placed], c.free[placed+1], c.clash[class][i]
	for word := range to {
		to[word] = from[word] &^ clash[word]
	}
	bare := c.bare
	c.bare = bare.Minus(c.byClass[class][i].tiles)
	c.left[class]--
	n := count()
	c.left[class]++
	c.bare = bare
	c.found[class][i] += n
	return n
}

// finish counts the ways of the last ships, two at most, of which class is the first.
func (c *counter) finish(placed, class, ships int, weight float64) float64 {
	switch ships {
	case 0:
		return weight
	case 1:
		return c.one(placed, class, weight)
	default:
		return c.two(placed, class, weight)
	}
}

func (c *counter) one(placed, class int, weight float64) float64 {
	free := c.of(class, c.free[placed])
	for word, rest := range free {
		for ; rest != 0; rest &= rest - 1 {
			c.found[class][word*64+bits.TrailingZeros64(rest)] += weight
		}
	}
	return weight * float64(free.size())
}

func (c *counter) two(placed, class int, weight float64) float64 {
	other := class
	for i, n := range c.left {
		if n > 0 && i != class {
			other = i
		}
	}
	if other == class {
		weight /= 2 // each pair comes in both orders
	}
	c.beside(placed, other, class, weight)
	return c.beside(placed, class, other, weight)
}

// beside counts the placements of a class, each for every placement of the other that there is room for beside it.
func (c *counter) beside(placed, class, other int, weight float64) float64 {
	free, room := c.of(class, c.free[placed]), c.of(other, c.free[placed])
	total := 0.0
	for word, rest := range free {
		for ; rest != 0; rest &= rest - 1 {
			i := word*64 + bits.TrailingZeros64(rest)
			n := 0
			for j, clash := range c.of(other, c.clash[class][i]) {
				n += bits.OnesCount64(room[j] &^ clash)
			}
			c.found[class][i] += weight * float64(n)
			total += weight * float64(n)
		}
	}
	return total
}
