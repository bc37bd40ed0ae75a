package bot

import "github.com/battleship-chain/battleship/game"

// Density shoots at the tile covered by most of the fleets that fit every answer so far: whole fleets, not each ship by
// itself. It counts all of them if they are few, and otherwise estimates their number from a sample. Its work for a
// shot is bounded by counts, never by a clock, so its choice follows from the state and the random numbers alone.
type Density struct {
	intn Intn
	// table is that of the ruleset which the strategy was last asked about.
	table *table
	// hunt is for boards that no fleet fits.
	hunt *Hunt
}

// NewDensity returns a strategy that counts fleets. Randomness draws the sample and breaks ties.
func NewDensity(intn Intn) *Density { return &Density{intn: intn, hunt: NewHunt(intn)} }

// Next implements Strategy. Against answers that fit no fleet it shoots as Hunt does.
func (d *Density) Next(s game.State, me game.Seat) (game.Tile, error) {
	tiles, err := untried(s, me)
	if err != nil {
		return 0, err
	}
	odds, found := d.Odds(s, me)
	if !found {
		return d.hunt.Next(s, me)
	}
	d.prefer(s.Sides[me.Other()], odds)
	return best(tiles, odds, d.intn), nil
}

// aside is how much of its odds a tile keeps that is off the lattice of a search. Classic takes the fewest shots at
// this value, and half a shot more where the lattice decides alone.
const aside = 0.8

// prefer keeps a search together. Every placement of a ship of n tiles lies over each of the n diagonals that a board
// falls into when they are counted again from every nth on. So while no hit is open, misses on one diagonal in n
// exclude most placements of the shortest ship afloat, and a tile beside the diagonals with the most misses counts
// less, although a ship is as likely to lie there: of two tiles that are about as good it is the one after which there
// is more left to do.
func (d *Density) prefer(side game.Side, odds []float64) {
	k := sight(d.table.ways, side)
	if !k.open.IsEmpty() {
		return
	}
	r := k.ruleset
	shortest := max(r.Width, r.Height)
	for class, left := range k.afloat {
		if left > 0 {
			shortest = min(shortest, r.Classes[class].Length)
		}
	}
	diagonal := func(t game.Tile) int { return (int(t)/r.Width + int(t)%r.Width) % shortest }
	tried, most := make([]int, shortest), 0
	for t := range k.closed.All() {
		tried[diagonal(t)]++
		most = max(most, tried[diagonal(t)])
	}
	for i := range odds {
		if tried[diagonal(game.Tile(i))] < most {
			odds[i] *= aside
		}
	}
}

// Odds returns how likely it is, for each tile of me's opponent by index, that a ship lies there which is not known to
// be sunk, if every fleet is as likely as any other. It is false if no fleet was found that fits the answers.
func (d *Density) Odds(s game.State, me game.Seat) ([]float64, bool) {
	if d.table == nil || !d.table.ruleset.Equal(s.Ruleset) {
		d.table = newTable(s.Ruleset)
	}
	return d.table.odds(s.Sides[me.Other()], d.intn)
}
