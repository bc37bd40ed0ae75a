package bot

import "github.com/battleship-chain/battleship/game"

// Hunt counts, for each tile, the ways in which the ships that are still afloat could lie over it, given every answer
// so far, and shoots where the count is highest. While a hit belongs to no ship known to be sunk, only placements that
// explain such a hit count, and the more hits one placement explains, the more it weighs: so a hunt turns into a chase
// by itself, and back.
type Hunt struct {
	intn Intn
	// ways are the placements of the ruleset that the strategy was last asked about: they depend on nothing else.
	ways *ways
}

// NewHunt returns a hunt-and-target strategy. Randomness only breaks ties.
func NewHunt(intn Intn) *Hunt { return &Hunt{intn: intn} }

// chaseWeight is how much more a placement weighs for each open hit that it explains. It is above the number of
// placements that can cover one tile, so that explaining one hit more always wins.
const chaseWeight = 100

// Next implements Strategy.
func (h *Hunt) Next(s game.State, me game.Seat) (game.Tile, error) {
	tiles, err := untried(s, me)
	if err != nil {
		return 0, err
	}
	if h.ways == nil || h.ways.ruleset.ID != s.Ruleset.ID {
		h.ways = newWays(s.Ruleset)
	}
	return best(tiles, h.score(sight(h.ways, s.Sides[me.Other()])), h.intn), nil
}

// score counts the weighted placements over each tile. Against answers that fit no fleet at all every score is 0.
func (h *Hunt) score(k knowledge) []int64 {
	scores := make([]int64, h.ways.ruleset.Tiles())
	for class, left := range k.afloat {
		if left <= 0 {
			continue
		}
		for _, w := range h.ways.byClass[class] {
			if !k.allows(w) {
				continue
			}
			explained := w.tiles.Intersect(k.open).Len()
			if explained == 0 && !k.open.IsEmpty() {
				continue
			}
			weight := int64(left)
			for range explained {
				weight *= chaseWeight
			}
			for t := range w.tiles.All() {
				scores[t] += weight
			}
		}
	}
	return scores
}
