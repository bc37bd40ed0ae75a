package bot

import "github.com/battleship-chain/battleship/game"

// knowledge is the information in the answers about a board.
type knowledge struct {
	ruleset *game.Ruleset
	// hits are all tiles known to hold a ship.
	hits game.Set
	// closed are the tiles known to hold no ship that is afloat: misses and sunk ships.
	closed game.Set
	// open are the hits that belong to no ship known to be sunk.
	open game.Set
	// afloat is how many ships of each class are not known to be sunk.
	afloat []int
}

// sight reads a public board. Where sinking is not announced but ships cannot touch, it sees for itself when all of a
// ship has been hit.
func sight(w *ways, side game.Side) knowledge {
	r := w.ruleset
	k := knowledge{
		ruleset: r,
		hits:    side.Hits,
		closed:  side.Answered.Minus(side.Hits),
		open:    side.Hits,
		afloat:  make([]int, len(r.Classes)),
	}
	for class, c := range r.Classes {
		k.afloat[class] = c.Count
	}
	for _, ship := range side.Sunk {
		if tiles, err := r.Footprint(ship); err == nil {
			k.sink(ship.Class, tiles)
		}
	}
	if !r.AnnounceSunk && !r.Touch {
		k.sinkFullyHit(w)
	}
	return k
}

func (k *knowledge) sink(class int, tiles game.Set) {
	k.afloat[class]--
	k.open = k.open.Minus(tiles)
	k.closed = k.closed.Union(tiles)
}

// allows reports whether a ship that is afloat can lie there. Where sinking is announced, not all of it can be hit.
func (k *knowledge) allows(w way) bool {
	if k.ruleset.AnnounceSunk && w.tiles.Minus(k.hits).IsEmpty() {
		return false
	}
	return w.tiles.Intersect(k.closed).IsEmpty() && w.halo.Intersect(k.hits).IsEmpty()
}

// sinkFullyHit sinks each placement that is fully hit and that no longer ship afloat can extend. Sinking the last ship
// of a length can decide shorter ones, so it repeats until nothing changes; each round sinks a ship, so there are at
// most as many rounds as ships.
func (k *knowledge) sinkFullyHit(w *ways) {
	for range k.ruleset.Ships() {
		class, tiles, found := k.fullyHit(w)
		if !found {
			return
		}
		k.sink(class, tiles)
	}
}

func (k *knowledge) fullyHit(w *ways) (int, game.Set, bool) {
	for class, left := range k.afloat {
		if left <= 0 {
			continue
		}
		for _, candidate := range w.byClass[class] {
			hit := candidate.tiles.Minus(k.open).IsEmpty()
			if hit && k.allows(candidate) && !k.extends(w, candidate.tiles) {
				return class, candidate.tiles, true
			}
		}
	}
	return 0, game.Set{}, false
}

// extends reports whether a ship afloat can lie over all of these tiles and more.
func (k *knowledge) extends(w *ways, tiles game.Set) bool {
	for class, left := range k.afloat {
		if left <= 0 || k.ruleset.Classes[class].Length <= tiles.Len() {
			continue
		}
		for _, longer := range w.byClass[class] {
			if tiles.Minus(longer.tiles).IsEmpty() && k.allows(longer) {
				return true
			}
		}
	}
	return false
}
