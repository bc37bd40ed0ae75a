package types

import (
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// NewFraction returns a fraction of a pot in its wire form.
func NewFraction(f melee.Fraction) Fraction {
	return Fraction{Num: uint32(f.Num), Den: uint32(f.Den)} //nolint:gosec // both are positive and small
}

// Parse returns the part of a pot as the rules know it.
func (f Fraction) Parse() melee.Fraction { return melee.Fraction{Num: int(f.Num), Den: int(f.Den)} }

// ParseSeats returns a set of seats as the rules know it, or ErrCorrupt for a number with a bit that is no seat's.
func ParseSeats(mask uint32) (melee.Seats, error) {
	if mask >= 1<<game.MaxPlayers {
		return 0, errors.Wrapf(ErrCorrupt, "expected a set of seats below %d, got %b", game.MaxPlayers, mask)
	}
	return melee.Seats(mask), nil
}

// TileNames returns the names of the tiles of a set.
func TileNames(r *game.Ruleset, tiles game.Set) []string {
	var names []string
	for t := range tiles.All() {
		names = append(names, r.TileName(t))
	}
	return names
}

// ParseTiles returns the set of tiles with these names, which must be unique. The error is that of a tile.
func ParseTiles(r *game.Ruleset, names []string) (game.Set, error) {
	var tiles game.Set
	for _, name := range names {
		t, err := r.ParseTile(name)
		if err != nil {
			return game.Set{}, RuleError(err)
		}
		if tiles.Has(t) {
			return game.Set{}, errors.Wrapf(ErrTile, "expected each tile once, got %s twice", name)
		}
		tiles = tiles.With(t)
	}
	return tiles, nil
}

// NewMeleeState returns a melee as it moves, to be read.
func NewMeleeState(s melee.State) MeleeState {
	x := MeleeState{
		Stage:      Stage(s.Stage),
		Extended:   s.Extended,
		Withdrawn:  s.Withdrawn,
		Emptied:    s.Emptied,
		Round:      uint32(s.Round), //nolint:gosec // a round fits a byte
		Deadline:   s.Deadline,
		Owes:       uint32(s.Owes),
		Struck:     uint32(s.Struck),
		Unreported: uint32(s.Unreported),
		Proven:     uint32(s.Proven),
		Kept:       NewFraction(s.Kept),
		Bombed:     TileNames(s.Ruleset, s.Bombed),
	}
	for _, p := range s.Players {
		seat := MeleeSeat{
			Standing: SeatStanding(p.Standing),
			Round:    uint32(p.Round), //nolint:gosec // as above
			Hits:     TileNames(s.Ruleset, p.Hits),
		}
		if p.HasTarget {
			seat.Target = s.Ruleset.TileName(p.Target)
		}
		x.Seats = append(x.Seats, seat)
	}
	return x
}

// StateOf is the inverse of NewMeleeState for this melee. The error is ErrCorrupt for an impossible state.
func (m Melee) StateOf(x MeleeState) (melee.State, error) {
	r, err := MeleeRulesetByID(m.RulesetId)
	if err != nil {
		return melee.State{}, errors.Wrapf(WithCode(ErrCorrupt, err), "melee %d", m.Id)
	}
	s, err := x.parse(r, m.Clock())
	if err != nil {
		return melee.State{}, errors.Wrapf(WithCode(ErrCorrupt, err), "state of melee %d", m.Id)
	}
	return s, m.fits(s)
}

// parse returns the valid state that x shows under a ruleset and clock.
func (x MeleeState) parse(r *game.Ruleset, c game.Clock) (melee.State, error) {
	if x.Stage < 0 || x.Stage > STAGE_CANCELLED {
		return melee.State{}, errors.Wrapf(ErrCorrupt, "expected a stage, got %s", x.Stage)
	}
	s := melee.State{
		Ruleset:   r,
		Clock:     c,
		Stage:     melee.Stage(x.Stage),
		Extended:  x.Extended,
		Withdrawn: x.Withdrawn,
		Emptied:   x.Emptied,
		Round:     int(x.Round),
		Deadline:  x.Deadline,
		Kept:      x.Kept.Parse(),
	}
	for _, set := range []struct {
		from uint32
		to   *melee.Seats
	}{{x.Owes, &s.Owes}, {x.Struck, &s.Struck}, {x.Unreported, &s.Unreported}, {x.Proven, &s.Proven}} {
		seats, err := ParseSeats(set.from)
		if err != nil {
			return melee.State{}, err
		}
		*set.to = seats
	}
	var err error
	if s.Bombed, err = ParseTiles(r, x.Bombed); err != nil {
		return melee.State{}, errors.Wrap(err, "bombed")
	}
	for i, seat := range x.Seats {
		p, err := seat.parse(r)
		if err != nil {
			return melee.State{}, errors.Wrapf(err, "seat %d", i)
		}
		s.Players = append(s.Players, p)
	}
	return s, s.Validate()
}

// parse returns the seat as the rules know it.
func (x MeleeSeat) parse(r *game.Ruleset) (melee.Player, error) {
	if x.Standing < 0 || x.Standing > SEAT_STANDING_UNPROVEN {
		return melee.Player{}, errors.Wrapf(ErrCorrupt, "expected a standing, got %s", x.Standing)
	}
	p := melee.Player{Standing: melee.Standing(x.Standing), Round: int(x.Round)}
	var err error
	if x.Target != "" {
		p.HasTarget = true
		if p.Target, err = r.ParseTile(x.Target); err != nil {
			return melee.Player{}, RuleError(err)
		}
	}
	p.Hits, err = ParseTiles(r, x.Hits)
	return p, err
}
