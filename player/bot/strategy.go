package bot

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/battleship-chain/battleship/game"
)

// Strategy chooses targets.
type Strategy interface {
	// Next returns an untried tile on the board of me's opponent. The error is ErrNoTarget if there is none left.
	Next(s game.State, me game.Seat) (game.Tile, error)
}

// Intn returns a random number from 0 up to but not including n, which is positive. math/rand/v2's IntN is one.
type Intn func(n int) int

// Seeded returns random numbers that follow from a seed, for games that are to be repeated.
func Seeded(seed uint64) Intn {
	return rand.New(rand.NewPCG(seed, 0)).IntN //nolint:gosec // to be repeated is what it is for
}

var (
	// ErrNoTarget means that every tile has been shot at.
	ErrNoTarget = errors.New("no tile left to shoot at")
	// ErrUnknownStrategy means that no strategy has that name.
	ErrUnknownStrategy = errors.New("unknown strategy")
)

// The strategies by name.
const (
	DensityName = "density"
	HuntName    = "hunt"
	RandomName  = "random"
)

// Names are the names of all strategies, the best one first.
func Names() []string { return []string{DensityName, HuntName, RandomName} }

// New returns the strategy of that name.
func New(name string, intn Intn) (Strategy, error) {
	switch name {
	case DensityName:
		return NewDensity(intn), nil
	case HuntName:
		return NewHunt(intn), nil
	case RandomName:
		return NewRandom(intn), nil
	}
	return nil, fmt.Errorf("%w: expected one of %s, got %q", ErrUnknownStrategy, strings.Join(Names(), ", "), name)
}

// untried are the tiles of me's opponent that were not shot at.
func untried(s game.State, me game.Seat) ([]game.Tile, error) {
	taken := s.Sides[me.Other()].Answered
	if s.HasPending && s.Actor == me.Other() {
		taken = taken.With(s.Pending)
	}
	var tiles []game.Tile
	for i := range s.Ruleset.Tiles() {
		if t := game.Tile(i); !taken.Has(t) {
			tiles = append(tiles, t)
		}
	}
	if len(tiles) == 0 {
		return nil, ErrNoTarget
	}
	return tiles, nil
}

// best is one of the tiles with the highest score, which is not negative, any of them with the same chance. It reuses
// the tiles.
func best[Score int64 | float64](tiles []game.Tile, scores []Score, intn Intn) game.Tile {
	ties := tiles[:0]
	var most Score
	for _, t := range tiles {
		switch {
		case scores[t] > most:
			ties, most = append(ties[:0], t), scores[t]
		case scores[t] == most:
			ties = append(ties, t)
		}
	}
	return ties[intn(len(ties))]
}
