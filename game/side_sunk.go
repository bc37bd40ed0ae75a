package game

import "fmt"

// checkAnnouncement returns an ErrSunk... unless a ship may be announced as sunk with the answer to the shot at a tile.
// The side has that answer already. So a ship is announced with the very shot that sank it, or never.
func (r *Ruleset) checkAnnouncement(side Side, tile Tile, hit bool, ship Ship) error {
	switch {
	case !r.AnnounceSunk:
		return fmt.Errorf("%w: expected no ship in ruleset %s, got %s", ErrSunkSilent, r.Name, r.shipName(ship))
	case !hit:
		return fmt.Errorf("%w: expected no ship with a miss on %s, got %s",
			ErrSunkMiss, r.TileName(tile), r.shipName(ship))
	}
	tiles, err := r.checkSunk(side.Hits, side.Sunk, ship)
	if err != nil {
		return err
	}
	if !tiles.Has(tile) {
		return fmt.Errorf("%w: expected a ship on %s, got %s", ErrSunkLate, r.TileName(tile), r.shipName(ship))
	}
	return nil
}

// checkSunk returns the tiles of a ship, or an ErrSunk... if it cannot be sunk, given the hits on its board and the
// ships announced before it.
func (r *Ruleset) checkSunk(hits Set, before []Ship, ship Ship) (Set, error) {
	tiles, err := r.Footprint(ship)
	if err != nil {
		return Set{}, fmt.Errorf("%w: %w", ErrSunkShape, err)
	}
	if dry := tiles.Minus(hits); !dry.IsEmpty() {
		return Set{}, fmt.Errorf("%w: expected every tile of %s hit, got no hit on %s",
			ErrSunkEarly, r.shipName(ship), r.TileName(dry.first()))
	}
	count := 0
	var taken Set
	for _, earlier := range before {
		if earlier.Class == ship.Class {
			count++
		}
		occupied, err := r.Footprint(earlier)
		if err != nil {
			return Set{}, fmt.Errorf("%w: %w", ErrSunkShape, err)
		}
		taken = taken.Union(occupied)
	}
	if limit := r.Classes[ship.Class].Count; count >= limit {
		return Set{}, fmt.Errorf("%w: expected at most %d of class %s, got %s too",
			ErrSunkAgain, limit, r.Classes[ship.Class].Name, r.shipName(ship))
	}
	if err := r.checkRoom(ship, tiles, taken); err != nil {
		return Set{}, fmt.Errorf("%w: %w", ErrSunkClash, err)
	}
	return tiles, nil
}
