package game

import "fmt"

// maxFleetTries bounds RandomFleet. A random choice of placements is a legal fleet about 4 times in 10 in classic and
// about once in a thousand in xaya.
const maxFleetTries = 1 << 20

// RandomFleet draws a fleet such that every legal fleet is equally likely: it draws a placement for each ship and
// starts over whenever two ships are in each other's way. intn(n) must return a number from 0 to n-1; the caller
// decides how secret and how random it is. It always ends: the error is an ErrFleet if intn leaves its range or no
// legal fleet turned up in about a million tries.
func RandomFleet(r *Ruleset, intn func(n int) int) (Fleet, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	fleet := make(Fleet, 0, r.Ships())
	for range maxFleetTries {
		var err error
		fleet, err = r.tryFleet(fleet[:0], intn)
		if err != nil {
			return nil, err
		}
		if len(fleet) == r.Ships() {
			return fleet, nil
		}
	}
	return nil, fmt.Errorf("%w: expected a legal fleet of ruleset %s in %d tries, got none",
		ErrFleet, r.Name, maxFleetTries)
}

// tryFleet appends to an empty fleet a placement for each ship, up to the first ship that is in the way of another.
func (r *Ruleset) tryFleet(fleet Fleet, intn func(n int) int) (Fleet, error) {
	var blocked Set
	for class, c := range r.Classes {
		for range c.Count {
			ship, err := r.randomShip(class, intn)
			if err != nil {
				return nil, err
			}
			tiles, err := r.Footprint(ship)
			if err != nil {
				return nil, err
			}
			if !tiles.Intersect(blocked).IsEmpty() {
				return fleet, nil
			}
			if !r.Touch {
				tiles = r.Around(tiles)
			}
			blocked = blocked.Union(tiles)
			fleet = append(fleet, ship)
		}
	}
	return fleet, nil
}

// randomShip draws a ship of the class from all its placements on the board.
func (r *Ruleset) randomShip(class int, intn func(n int) int) (Ship, error) {
	length := r.Classes[class].Length
	columns, rows := max(r.Width-length+1, 0), max(r.Height-length+1, 0)
	horizontal, vertical := columns*r.Height, r.Width*rows
	if length == 1 {
		vertical = 0
	}
	n := horizontal + vertical
	i := intn(n)
	switch {
	case i < 0 || i >= n:
		return Ship{}, fmt.Errorf("%w: expected a random number from 0 to %d, got %d", ErrFleet, n-1, i)
	case i < horizontal:
		return Ship{Class: class, Origin: Tile(i/columns*r.Width + i%columns)}, nil
	default:
		return Ship{Class: class, Origin: Tile(i - horizontal), Vertical: true}, nil
	}
}
