package game

import (
	"fmt"
	"slices"
)

// CheckSide returns an ErrAudit... unless a player with fleet f has answered honestly. The fleet must be legal, every
// answer on its board must be true, and in a ruleset that announces sunk ships exactly the ships that were fully hit
// must have been announced.
func (r *Ruleset) CheckSide(side Side, f Fleet) error {
	tiles, err := r.FleetTiles(f)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrAudit, err)
	}
	if lies := side.Answered.Intersect(tiles).Minus(side.Hits); !lies.IsEmpty() {
		return fmt.Errorf("%w: expected a hit on %s, where the fleet has a ship, got a miss",
			ErrAuditAnswer, r.TileName(lies.first()))
	}
	if lies := side.Hits.Minus(tiles); !lies.IsEmpty() {
		return fmt.Errorf("%w: expected a miss on %s, where the fleet has no ship, got a hit",
			ErrAuditAnswer, r.TileName(lies.first()))
	}
	return r.checkAnnounced(side, f)
}

// checkAnnounced returns an error unless the ships announced as sunk are those of a legal fleet that are fully hit.
func (r *Ruleset) checkAnnounced(side Side, f Fleet) error {
	for _, ship := range side.Sunk {
		if !slices.Contains(f, ship) {
			return fmt.Errorf("%w: expected a ship of the fleet, got %s announced as sunk", ErrAuditSunk, r.shipName(ship))
		}
	}
	if !r.AnnounceSunk {
		return nil
	}
	for _, ship := range f {
		tiles, err := r.Footprint(ship)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrAudit, err)
		}
		if tiles.Minus(side.Hits).IsEmpty() && !slices.Contains(side.Sunk, ship) {
			return fmt.Errorf("%w: expected %s announced when it sank, got no announcement", ErrAuditSunk, r.shipName(ship))
		}
	}
	return nil
}
