package zk

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// Limits of what fits into a number of the field.
const (
	fieldBits = 254 // every number of so many bits is below the order of the group
)

// A layout is a ruleset in the numbers that the circuits are made of.
type layout struct {
	ruleset *game.Ruleset
	// side is the width and height of the board.
	side int
	// ships are the ships in the order of a sorted fleet.
	ships []ship
	// bits is how many bits a fleet has.
	bits int
	// stride is the width of the grid that ships must not share a cell of: the board's tiles, or its corners where
	// ships may not touch, since two ships touch if and only if they share a corner.
	stride int
	// thick is how many cells of the grid a ship covers across.
	thick int
	// cells is how many cells the grid has.
	cells int
}

// ship is the static part of a ship's placement. It has two coordinates, along in the direction of the ship and across,
// and a bit for the direction.
type ship struct {
	class, length int
	// maxAlong and maxAcross are the highest coordinates on the board.
	maxAlong, maxAcross int
	// along and across are how many bits the coordinates have, just as many as their highest values.
	along, across int
	// offset is where the ship's bits begin in a fleet: along, across, vertical, the lowest first.
	offset int
}

// bits is how many bits a ship has.
func (s ship) bits() int { return s.along + s.across + 1 }

// newLayout returns the layout of a ruleset. It returns verify.ErrStatement if the circuits would not be sound for it.
func newLayout(r *game.Ruleset) (*layout, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	l := &layout{ruleset: r, side: r.Width, stride: r.Width, thick: 1}
	if !r.Touch {
		l.stride, l.thick = r.Width+1, 2
	}
	l.cells = l.stride * l.stride
	for class, c := range r.Classes {
		for range c.Count {
			s := ship{class: class, length: c.Length, maxAlong: r.Width - c.Length, maxAcross: r.Width - 1, offset: l.bits}
			s.along, s.across = bits.Len(uint(max(s.maxAlong, 0))), bits.Len(uint(s.maxAcross))
			l.ships = append(l.ships, s)
			l.bits += s.bits()
		}
	}
	switch {
	case r.Width != r.Height:
		return nil, fmt.Errorf("%w: circuits need a square board, got %dx%d", verify.ErrStatement, r.Width, r.Height)
	case r.Tiles() > verify.FreeSlot:
		return nil, fmt.Errorf("%w: circuits need at most %d tiles, got %d", verify.ErrStatement, verify.FreeSlot, r.Tiles())
	case slices.ContainsFunc(l.ships, func(s ship) bool { return s.length < 2 || s.maxAlong < 2 }):
		return nil, fmt.Errorf("%w: circuits need ships of 2 to %d tiles", verify.ErrStatement, l.side-2)
	case l.bits > verify.FleetBits:
		return nil, fmt.Errorf("%w: circuits need a fleet of at most %d bits, got %d",
			verify.ErrStatement, verify.FleetBits, l.bits)
	case l.weightShift()+bits.Len(uint(l.cells)) >= fieldBits:
		return nil, fmt.Errorf("%w: circuits need a smaller board, got %dx%d", verify.ErrStatement, r.Width, r.Height)
	}
	return l, nil
}

// covered is how many cells of the grid a fleet covers.
func (l *layout) covered() int {
	n := 0
	for _, s := range l.ships {
		n += l.thick * (s.length + l.thick - 1)
	}
	return n
}

// weightShift is where a cell's count begins in its weight: above the sum of all ships as bit boards.
func (l *layout) weightShift() int { return l.cells + bits.Len(uint(len(l.ships))) }

// shape returns the bit board of a ship whose origin is cell 0.
func (l *layout) shape(s ship, vertical bool) fr.Element {
	var sum fr.Element
	for i := range s.length + l.thick - 1 {
		for j := range l.thick {
			cell := i + j*l.stride
			if vertical {
				cell = i*l.stride + j
			}
			bit := power2(cell)
			sum.Add(&sum, &bit)
		}
	}
	return sum
}

// slots is how many earlier hits an answer lists.
func (l *layout) slots() int {
	if !l.ruleset.AnnounceSunk {
		return 0
	}
	return l.ruleset.ShipTiles() - 1
}

// place returns the coordinates of a ship.
func (l *layout) place(s game.Ship) (along, across int) {
	along, across = int(s.Origin)%l.side, int(s.Origin)/l.side
	if s.Vertical {
		along, across = across, along
	}
	return along, across
}
