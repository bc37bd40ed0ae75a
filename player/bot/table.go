package bot

import (
	"math/bits"

	"github.com/battleship-chain/battleship/game"
)

// table is what counting the fleets of a ruleset takes: all placements, and which of them exclude each other.
type table struct {
	*ways
	// words is how many words a set of one class takes.
	words int
	// clash are, by class and placement, the placements that a ship there leaves no room for, itself among them.
	clash [][]places
	// over are, by tile, the placements that cover it.
	over []places
	// rounds are the classes that one round of an estimate serves: each class is in one of them, and no more ships than
	// can be counted without being placed, if possible.
	rounds [][]int
}

// places is a set of placements: for each class a bit set of table.words words, in which placement i of ways.byClass is
// bit i%64 of word i/64.
type places []uint64

func newTable(r *game.Ruleset) *table {
	t := &table{ways: newWays(r), over: make([]places, r.Tiles()), clash: make([][]places, len(r.Classes))}
	for _, all := range t.byClass {
		t.words = max(t.words, (len(all)+63)/64)
	}
	for i := range t.over {
		t.over[i] = t.where(func(w way) bool { return w.tiles.Has(game.Tile(i)) })
	}
	for class, all := range t.byClass {
		for _, one := range all {
			clash := t.none()
			for tile := range one.tiles.Union(one.halo).All() {
				for word, over := range t.over[tile] {
					clash[word] |= over
				}
			}
			t.clash[class] = append(t.clash[class], clash)
		}
	}
	room := 0
	for class, c := range r.Classes {
		if room < c.Count {
			t.rounds, room = append(t.rounds, nil), counted
		}
		last := len(t.rounds) - 1
		t.rounds[last], room = append(t.rounds[last], class), room-c.Count
	}
	return t
}

// classes are the indices of all classes.
func (t *table) classes() []int {
	all := make([]int, len(t.byClass))
	for class := range all {
		all[class] = class
	}
	return all
}

// none is a new empty set.
func (t *table) none() places { return make(places, t.words*len(t.byClass)) }

// where is the set of the placements that fit.
func (t *table) where(fits func(way) bool) places {
	set := t.none()
	for class, all := range t.byClass {
		for i, w := range all {
			if fits(w) {
				set[class*t.words+i/64] |= 1 << (i % 64)
			}
		}
	}
	return set
}

// of is the part of a set that belongs to a class.
func (t *table) of(class int, set places) places { return set[class*t.words : (class+1)*t.words] }

// placement is the class and the number within it of a bit of a set.
func (t *table) placement(word int, bit uint64) (class, i int) {
	return word / t.words, word%t.words*64 + bits.TrailingZeros64(bit)
}

// size is how many placements are in the set.
func (p places) size() int {
	n := 0
	for _, word := range p {
		n += bits.OnesCount64(word)
	}
	return n
}

// at is the nth bit of the set, from 0, which must hold more than n.
func (p places) at(n int) (word int, bit uint64) {
	for word, rest := range p {
		if here := bits.OnesCount64(rest); n >= here {
			n -= here
			continue
		}
		for range n {
			rest &= rest - 1
		}
		return word, rest & -rest
	}
	return 0, 0
}
