package game

import (
	"fmt"
	"slices"
	"strings"
)

// Fleet is all ships of one player, in the order of the ruleset's classes. Ships of one class come in any order.
type Fleet []Ship

// maxFleetBytes is the longest text of a fleet: MaxShips placements of 4 bytes with commas between them.
const maxFleetBytes = 5*MaxShips - 1

// CheckFleet returns an error unless the ruleset allows the fleet: the ships of each class, in the ruleset's order, all
// on the board, none on top of another, none touching another where that is forbidden. The error is an ErrFleet... or
// an ErrShip.
func (r *Ruleset) CheckFleet(f Fleet) error {
	_, err := r.FleetTiles(f)
	return err
}

// FleetTiles returns the tiles that a legal fleet covers, or the error of CheckFleet.
func (r *Ruleset) FleetTiles(f Fleet) (Set, error) {
	if err := r.checkClasses(f); err != nil {
		return Set{}, err
	}
	var taken Set
	for _, ship := range f {
		tiles, err := r.Footprint(ship)
		if err != nil {
			return Set{}, err
		}
		if err := r.checkRoom(ship, tiles, taken); err != nil {
			return Set{}, err
		}
		taken = taken.Union(tiles)
	}
	return taken, nil
}

// checkClasses returns an error unless the fleet has the ships of each class in the right order.
func (r *Ruleset) checkClasses(f Fleet) error {
	if len(f) > MaxShips {
		return fmt.Errorf("%w: expected %d ships, got %d", ErrFleetExtra, r.Ships(), len(f))
	}
	var counts [MaxShips]int
	for i, ship := range f {
		if ship.Class < 0 || ship.Class >= len(r.Classes) {
			return fmt.Errorf("%w: expected a class below %d for ship %d, got %d",
				ErrShip, len(r.Classes), i+1, ship.Class)
		}
		counts[ship.Class]++
	}
	for i, c := range r.Classes {
		switch {
		case counts[i] < c.Count:
			return fmt.Errorf("%w: expected %d of class %s, got %d", ErrFleetMissing, c.Count, c.Name, counts[i])
		case counts[i] > c.Count:
			return fmt.Errorf("%w: expected %d of class %s, got %d", ErrFleetExtra, c.Count, c.Name, counts[i])
		}
	}
	for i := 1; i < len(f); i++ {
		if f[i].Class < f[i-1].Class {
			return fmt.Errorf("%w: expected the %s before the %s",
				ErrFleetOrder, r.Classes[f[i].Class].Name, r.Classes[f[i-1].Class].Name)
		}
	}
	return nil
}

// checkRoom returns an error unless a ship fits beside the tiles of other ships: an ErrFleetOverlap or an
// ErrFleetTouch.
func (r *Ruleset) checkRoom(ship Ship, tiles, taken Set) error {
	if clash := tiles.Intersect(taken); !clash.IsEmpty() {
		return fmt.Errorf("%w: expected %s on free tiles, got a ship on %s",
			ErrFleetOverlap, r.shipName(ship), r.TileName(clash.first()))
	}
	if r.Touch {
		return nil
	}
	if clash := r.Around(tiles).Intersect(taken); !clash.IsEmpty() {
		return fmt.Errorf("%w: expected only water around %s, got a ship on %s",
			ErrFleetTouch, r.shipName(ship), r.TileName(clash.first()))
	}
	return nil
}

// Around returns the tiles that touch a tile of the set, at a side or a corner, and the set itself.
func (r *Ruleset) Around(s Set) Set {
	var all Set
	for t := range s.All() {
		column, row := int(t)%r.Width, int(t)/r.Width
		for y := max(row-1, 0); y <= min(row+1, r.Height-1); y++ {
			for x := max(column-1, 0); x <= min(column+1, r.Width-1); x++ {
				all = all.With(Tile(y*r.Width + x))
			}
		}
	}
	return all
}

// FleetString writes a fleet as the placements of its ships, such as "A1h,A3h,A5h,A7h,A9h".
func (r *Ruleset) FleetString(f Fleet) string {
	placements := make([]string, len(f))
	for i, ship := range f {
		placements[i] = r.placement(ship)
	}
	return strings.Join(placements, ",")
}

// ParseFleet is the inverse of FleetString: one placement for each ship in the order of the ruleset's classes. It
// asks for the right number of ships, not for a legal fleet: CheckFleet does. The error is an ErrFleet..., an ErrShip
// or an ErrTile.
func (r *Ruleset) ParseFleet(text string) (Fleet, error) {
	if len(text) > maxFleetBytes {
		return nil, fmt.Errorf("%w: expected at most %d bytes, got %d", ErrFleet, maxFleetBytes, len(text))
	}
	var placements []string
	if text != "" {
		placements = strings.Split(text, ",")
	}
	switch {
	case len(placements) < r.Ships():
		return nil, fmt.Errorf("%w: expected %d placements, got %d", ErrFleetMissing, r.Ships(), len(placements))
	case len(placements) > r.Ships():
		return nil, fmt.Errorf("%w: expected %d placements, got %d", ErrFleetExtra, r.Ships(), len(placements))
	}
	fleet := make(Fleet, 0, len(placements))
	for class, c := range r.Classes {
		for range c.Count {
			i := len(fleet)
			ship, err := r.parsePlacement(class, placements[i])
			if err != nil {
				return nil, fmt.Errorf("ship %d, a %s: %w", i+1, c.Name, err)
			}
			fleet = append(fleet, ship)
		}
	}
	return fleet, nil
}

// Sorted returns the fleet in the order of its ships' codes, the same for each order of ships of one class. The caller
// owns it.
func (f Fleet) Sorted() Fleet {
	sorted := slices.Clone(f)
	slices.SortFunc(sorted, func(a, b Ship) int { return int(a.Code()) - int(b.Code()) })
	return sorted
}
