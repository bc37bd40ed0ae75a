package game

import (
	"fmt"
	"slices"
)

// Side is the public part of one player's board. The code in this file and in side_*.go uses one board alone: not its
// owner, the number of players, or the turn.
type Side struct {
	// Answered are the tiles that were shot at and answered.
	Answered Set
	// Hits are the answered tiles that hold a ship, by the player's own answers.
	Hits Set
	// Sunk are the ships announced as sunk, in the order of their announcement. It is nil if there are none.
	Sunk []Ship
}

// Validate returns an ErrState unless the board is possible in a valid ruleset.
func (s Side) Validate(r *Ruleset) error {
	if off := s.Answered.Minus(firstTiles(r.Tiles())); !off.IsEmpty() {
		return fmt.Errorf("%w: expected answers below tile %d, got one at tile %d", ErrState, r.Tiles(), off.first())
	}
	if dry := s.Hits.Minus(s.Answered); !dry.IsEmpty() {
		return fmt.Errorf("%w: expected hits among the answers, got an unanswered hit on %s",
			ErrState, r.TileName(dry.first()))
	}
	if n := s.Hits.Len(); n > r.ShipTiles() {
		return fmt.Errorf("%w: expected at most %d hits, got %d", ErrState, r.ShipTiles(), n)
	}
	if !r.AnnounceSunk && len(s.Sunk) > 0 {
		return fmt.Errorf("%w: expected no sunk ships in ruleset %s, got %d", ErrState, r.Name, len(s.Sunk))
	}
	if len(s.Sunk) > r.Ships() {
		return fmt.Errorf("%w: expected at most %d sunk ships, got %d", ErrState, r.Ships(), len(s.Sunk))
	}
	for i, ship := range s.Sunk {
		if _, err := r.checkSunk(s.Hits, s.Sunk[:i], ship); err != nil {
			return fmt.Errorf("%w: %w", ErrState, err)
		}
	}
	return nil
}

// allSunk reports whether every tile of a fleet is hit.
func (s Side) allSunk(r *Ruleset) bool { return s.Hits.Len() == r.ShipTiles() }

// finished reports whether play ends with this board: all ships are sunk, or every tile is answered.
func (s Side) finished(r *Ruleset) bool { return s.allSunk(r) || s.Answered.Len() == r.Tiles() }

// answer returns the board with the answer to a shot at a tile, and a ship announced as sunk with it if sunk is not
// nil. The error is an ErrSunk....
func (s Side) answer(r *Ruleset, tile Tile, hit bool, sunk *Ship) (Side, error) {
	s.Answered = s.Answered.With(tile)
	if hit {
		s.Hits = s.Hits.With(tile)
	}
	if sunk == nil {
		return s, nil
	}
	if err := r.checkAnnouncement(s, tile, hit, *sunk); err != nil {
		return Side{}, err
	}
	// Clipped, so that it can never be written where another state reads.
	s.Sunk = append(slices.Clip(s.Sunk), *sunk)
	return s, nil
}

// trueAnswer returns the honest answer to a shot at a tile by a player with fleet f: whether it hits a ship, and, if
// the ruleset announces it, the ship that it sinks. The error is that of Footprint.
func (s Side) trueAnswer(r *Ruleset, f Fleet, tile Tile) (hit bool, sunk *Ship, err error) {
	hits := s.Hits.With(tile)
	for _, ship := range f {
		tiles, err := r.Footprint(ship)
		if err != nil {
			return false, nil, err
		}
		if !tiles.Has(tile) {
			continue
		}
		hit = true
		if r.AnnounceSunk && tiles.Minus(hits).IsEmpty() {
			sunk = &ship
		}
	}
	return hit, sunk, nil
}
