package bot

import "github.com/battleship-chain/battleship/game"

// Density shoots at the tile that most of the fleets cover which fit every answer so far: whole fleets, and not each
// ship by itself. It counts all of them where they are few, and else estimates their number from a sample. What it does
// for a shot is bounded by counts, never by a clock, so its choice follows from the state and the random numbers alone.
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
	return best(tiles, odds, d.intn), nil
}

// Odds returns how likely it is, for each tile of me's opponent by index, that a ship lies there which is not known to
// be sunk, if every fleet is as likely as any other. It is false if no fleet was found that fits the answers.
func (d *Density) Odds(s game.State, me game.Seat) ([]float64, bool) {
	if d.table == nil || !d.table.ruleset.Equal(s.Ruleset) {
		d.table = newTable(s.Ruleset)
	}
	return d.table.odds(s.Sides[me.Other()], d.intn)
}
