package bot

import (
	"fmt"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// MeleeStrategy chooses targets in a melee, where a bomb falls on every board, the player's own too: from the same
// public knowledge as in a duel, and the player's own fleet. It draws them: players who all aim at the best tile shoot
// in step. Over 1,000 melees of bots with random fleets, by BenchmarkMelees (make melees, -melees for their number):
//
//	players  strategy  rounds  at most  draws  messages a player
//	 2       density     40.6       55   22 %                123
//	 3       density     32.6       48   17 %                 92
//	 4       density     28.3       41   21 %                 76
//	 8       density     19.0       29   27 %                 48
//	16       density     12.2       19   43 %                 29
//	 2       random      50.6       55   66 %                154
//	 4       random      27.4       34   69 %                 80
//	16       random       8.8       11   91 %                 24
//
// A table of 16 takes 34 ms for all decisions of a whole melee on one core of a small server.
type MeleeStrategy interface {
	// Aim returns a tile that was not bombed yet. Own are the tiles of the player's own ships. The error is ErrNoTarget if
	// there is none left.
	Aim(s melee.State, me melee.Seat, own game.Set) (game.Tile, error)
}

// MeleeNames are the names of the strategies for melees, the best one first.
func MeleeNames() []string { return []string{DensityName, RandomName} }

// NewMelee returns the strategy for melees of that name.
func NewMelee(name string, intn Intn) (MeleeStrategy, error) {
	switch name {
	case DensityName:
		return NewMeleeDensity(intn), nil
	case RandomName:
		return NewMeleeRandom(intn), nil
	}
	return nil, fmt.Errorf("%w in a melee: expected one of %s, got %q",
		ErrUnknownStrategy, strings.Join(MeleeNames(), ", "), name)
}

// MeleeDensity draws a tile by the expected hits of a bomb on the boards of the others, less those on the player's own,
// to the third power. A table of players who all shot at the best tile would shoot in step, hit all boards alike and
// take twice as long; players who draw hit different tiles.
type MeleeDensity struct {
	intn Intn
	// ways are the placements of the ruleset that the strategy was last asked about.
	ways *ways
}

// NewMeleeDensity returns a strategy that draws its targets.
func NewMeleeDensity(intn Intn) *MeleeDensity { return &MeleeDensity{intn: intn} }

// Aim implements MeleeStrategy. Where no bomb is worth its cost it takes the tile that costs the least.
func (d *MeleeDensity) Aim(s melee.State, me melee.Seat, own game.Set) (game.Tile, error) {
	free := s.Free()
	if free.IsEmpty() {
		return 0, ErrNoTarget
	}
	worth := make([]float64, s.Ruleset.Tiles())
	for seat := range s.Seats(melee.Afloat).All() {
		if seat == me {
			continue
		}
		for tile, odds := range d.Odds(s, seat) {
			worth[tile] += odds
		}
	}
	var (
		weights = make([]float64, len(worth))
		sum     float64
		last    game.Tile
		least   = true
	)
	for tile := range free.All() {
		if own.Has(tile) {
			worth[tile]--
		}
		if least || worth[tile] > worth[last] {
			last, least = tile, false
		}
		if w := worth[tile]; w > 0 {
			weights[tile] = w * w * w
			sum += weights[tile]
		}
	}
	at := float64(d.intn(drawSteps)) / drawSteps * sum
	for tile := range free.All() {
		if at -= weights[tile]; at < 0 {
			return tile, nil
		}
	}
	return last, nil
}

// drawSteps is how finely a tile is drawn.
const drawSteps = 1 << 30

// hitWeight is how much more a placement weighs for each open hit that it explains.
const hitWeight = 8

// Odds returns about how likely it is, for each tile by index, that it holds a tile of a seat's fleet that was not hit
// yet, from public information: for each class all placements that its reports allow, those over hits much more than
// others. Each ship is counted by itself, because it is unknown which of them have sunk.
func (d *MeleeDensity) Odds(s melee.State, seat melee.Seat) []float64 {
	if d.ways == nil || !d.ways.ruleset.Equal(s.Ruleset) {
		d.ways = newWays(s.Ruleset)
	}
	hits := s.Players[seat].Hits
	misses := s.Bombed.Minus(hits)
	odds, sum := make([]float64, s.Ruleset.Tiles()), 0.0
	for class, all := range d.ways.byClass {
		for _, w := range all {
			if !w.tiles.Intersect(misses).IsEmpty() {
				continue
			}
			weight := float64(s.Ruleset.Classes[class].Count) / float64(s.Ruleset.Classes[class].Length)
			for range w.tiles.Intersect(hits).Len() {
				weight *= hitWeight
			}
			for tile := range w.tiles.Minus(hits).All() {
				odds[tile] += weight
				sum += weight
			}
		}
	}
	if sum == 0 {
		return odds
	}
	left := float64(s.Ruleset.ShipTiles() - hits.Len())
	for tile := range odds {
		odds[tile] *= left / sum
	}
	return odds
}

// MeleeRandom aims at any tile that was not bombed and holds none of the player's own ships: the yardstick for other
// strategies.
type MeleeRandom struct {
	intn Intn
}

// NewMeleeRandom returns a random strategy.
func NewMeleeRandom(intn Intn) *MeleeRandom { return &MeleeRandom{intn: intn} }

// Aim implements MeleeStrategy.
func (r *MeleeRandom) Aim(s melee.State, _ melee.Seat, own game.Set) (game.Tile, error) {
	free := s.Free()
	if water := free.Minus(own); !water.IsEmpty() {
		free = water
	}
	if free.IsEmpty() {
		return 0, ErrNoTarget
	}
	n := r.intn(free.Len())
	for tile := range free.All() {
		if n--; n < 0 {
			return tile, nil
		}
	}
	return 0, ErrNoTarget
}
