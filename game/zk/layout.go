package zk

import (
	"fmt"
	"math/bits"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// fieldBits is how many bits every number has that is below the order of the group.
const fieldBits = 254

// A layout is a ruleset in the numbers that the circuit is made of.
type layout struct {
	// side is the width and height of the board, tiles how many tiles it has.
	side, tiles int
	// corners is how many corners the tiles have, or 0 where ships may touch: two ships touch, also diagonally, if and
	// only if they share one.
	corners int
	// ships are the ships in the order of a sorted fleet.
	ships []ship
	// bits is how many bits a fleet has.
	bits int
}

// ship is the static part of a ship's placement. It has two coordinates, along in the direction of the ship and across,
// and a bit for the direction.
type ship struct {
	length int
	// maxAlong and maxAcross are the highest coordinates on the board.
	maxAlong, maxAcross int
	// along and across are how many bits the coordinates have, just as many as their highest values.
	along, across int
	// offset is where the ship's bits begin in a fleet: along, across, vertical, the lowest first.
	offset int
}

// bits is how many bits a ship has.
func (s ship) bits() int { return s.along + s.across + 1 }

// newLayout returns the layout of a ruleset. It returns verify.ErrStatement if the circuit would not be sound for it.
func newLayout(r *game.Ruleset) (*layout, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	l := &layout{side: r.Width, tiles: r.Tiles()}
	if !r.Touch {
		l.corners = (r.Width + 1) * (r.Width + 1)
	}
	for _, c := range r.Classes {
		for range c.Count {
			s := ship{length: c.Length, maxAlong: r.Width - c.Length, maxAcross: r.Width - 1, offset: l.bits}
			s.along, s.across = bits.Len(uint(max(s.maxAlong, 0))), bits.Len(uint(s.maxAcross))
			if s.along == 0 {
				return nil, fmt.Errorf("%w: the circuit needs ships shorter than the board, got %s of %d",
					verify.ErrStatement, c.Name, c.Length)
			}
			l.ships = append(l.ships, s)
			l.bits += s.bits()
		}
	}
	switch {
	case r.Width != r.Height:
		return nil, fmt.Errorf("%w: the circuit needs a square board, got %dx%d", verify.ErrStatement, r.Width, r.Height)
	case l.weightShift()+bits.Len(uint(l.tiles+l.corners)) >= fieldBits:
		return nil, fmt.Errorf("%w: the circuit needs a smaller board, got %dx%d", verify.ErrStatement, r.Width, r.Height)
	}
	return l, nil
}

// carries is how many bits the sum of all ships may be longer than one.
func (l *layout) carries() int { return bits.Len(uint(len(l.ships))) }

// cornerShift is where corners begin in a bit board: above the sum of all ships' tiles.
func (l *layout) cornerShift() int { return l.tiles + l.carries() }

// weightShift is where a cell's count begins in its weight: above the sum of all ships as bit boards.
func (l *layout) weightShift() int {
	if l.corners == 0 {
		return l.cornerShift()
	}
	return l.cornerShift() + l.corners + l.carries()
}

// weight is the weight of a cell: of a tile, or behind these of a corner. The cells that are counted are the corners,
// or the tiles if there are none.
func (l *layout) weight(cell int) fr.Element {
	if cell < l.tiles && l.corners > 0 {
		return power2(cell)
	}
	w, count := power2(cell), power2(l.weightShift())
	if cell >= l.tiles {
		w = power2(l.cornerShift() + cell - l.tiles)
	}
	return *w.Add(&w, &count)
}

// coveredWeight is the weight of the counts of all covered cells.
func (l *layout) coveredWeight() fr.Element {
	n := 0
	for _, s := range l.ships {
		if l.corners > 0 {
			n += 2 * (s.length + 1)
		} else {
			n += s.length
		}
	}
	w, count := num(n), power2(l.weightShift())
	return *w.Mul(&w, &count)
}

// tileShape returns the bit board of the tiles of a ship whose origin is tile 0.
func (l *layout) tileShape(s ship, vertical bool) fr.Element {
	return shapeOf(cellsOf(0, 0, vertical, s.length, 1, l.side), 0)
}

// cornerShape returns the bit board of the corners of a ship whose origin is tile 0.
func (l *layout) cornerShape(s ship, vertical bool) fr.Element {
	return shapeOf(cellsOf(0, 0, vertical, s.length+1, 2, l.side+1), l.cornerShift())
}

// shapeOf returns the bit board of some cells.
func shapeOf(cells []int, shift int) (sum fr.Element) {
	for _, cell := range cells {
		bit := power2(shift + cell)
		sum.Add(&sum, &bit)
	}
	return sum
}

// cellsOf returns the cells of a rectangle in a grid with rows of the given length.
func cellsOf(along, across int, vertical bool, length, thick, stride int) (cells []int) {
	for i := range length {
		for j := range thick {
			x, y := along+i, across+j
			if vertical {
				x, y = y, x
			}
			cells = append(cells, x+y*stride)
		}
	}
	return cells
}

// place returns the coordinates of a ship.
func (l *layout) place(s game.Ship) (along, across int) {
	along, across = int(s.Origin)%l.side, int(s.Origin)/l.side
	if s.Vertical {
		along, across = across, along
	}
	return along, across
}
