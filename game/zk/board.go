package zk

import (
	"slices"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
)

// boardWires are the inputs of the board's circuit.
type boardWires[W any] struct {
	// Tag is the public input. No row but its own has it: the column L begins with it.
	Tag W
	// Tiles reports for each tile whether it holds a ship.
	Tiles []W
	// Corners reports for each corner of tiles whether a ship has it. It is empty where ships may touch.
	Corners []W
	// Fleet is the bits of the ships: of each the coordinate along it, the one across it, and whether it is vertical.
	Fleet []W
}

// newBoardWires returns the inputs, each made by the function, in order.
func newBoardWires[W any](l *layout, input func() W) boardWires[W] {
	list := func(n int) []W {
		wires := make([]W, n)
		for i := range wires {
			wires[i] = input()
		}
		return wires
	}
	return boardWires[W]{Tag: input(), Tiles: list(l.tiles), Corners: list(l.corners), Fleet: list(l.bits)}
}

// boardRows demands that Tiles are those of a legal fleet: each ship on the board, no two on one tile, and, where they
// may not touch, no two at one corner. The first rows have the tiles in column L, in order: a commitment to the column
// is one to the tiles.
//
// Each ship is a bit board, a number with a 1 for each cell that it covers. If no two ships share a cell, the sum of
// these numbers has as many ones as the ships have together. If two do, the addition carries, and each carry takes a 1
// away. So the ships are apart if and only if the ones of the sum are as many as the ships' cells. The bits of the sum
// are inputs. All that must be true of them is one equation of numbers in digits that cannot mix: Tiles make the sum of
// the ships' tiles; Corners, if there are any, that of their corners; and as many of these bits are 1 as the ships have
// cells. Ships that share no corner share no tile, so with corners their count alone is needed.
//
// Of a bit and a large number, the bit is in column L: an opening of the column takes time for each row that is not 0.
func boardRows[W any](t table[W], l *layout, in boardWires[W]) {
	for _, tile := range in.Tiles {
		assertBit(t, tile)
	}
	for _, corner := range in.Corners {
		assertBit(t, corner)
	}
	for _, bit := range in.Fleet {
		assertBit(t, bit)
	}
	var total W
	for i, s := range l.ships {
		bits, coordinates := in.Fleet[s.offset:], s.along+s.across
		along, across, vertical := bits[:s.along], bits[s.along:coordinates], bits[coordinates]
		assertAtMost(t, along, s.maxAlong)
		assertAtMost(t, across, s.maxAcross)
		flat, upright, flatShape, uprightShape := shipRows(t, l, s, along, across)
		minus := flatShape
		minus.Neg(&minus)
		turned := t.product(vertical, t.sum(upright, flat, uprightShape, minus, num(0)))
		if i == 0 {
			total = t.sum(flat, turned, flatShape, num(1), l.coveredWeight())
		} else {
			total = add(t, t.sum(total, flat, num(1), flatShape, num(0)), turned)
		}
	}
	cells := slices.Concat(in.Tiles, in.Corners)
	count := t.sum(cells[0], cells[1], l.weight(0), l.weight(1), num(0))
	for i := 2; i < len(cells); i++ {
		count = t.sum(cells[i], count, l.weight(i), num(1), num(0))
	}
	assertEqual(t, count, total)
}

// shipRows returns the bit board of a ship that lies flat, and of one that is vertical, each as a wire and its factor.
func shipRows[W any](t table[W], l *layout, s ship, along, across []W) (flat, upright W, f, u fr.Element) {
	// The bit board is shape * 2^origin. With coordinates x and y the origin is x + side*y among the tiles, and y more
	// among the corners, whose rows are one longer.
	a, c := power(t, along, 1), power(t, across, 1)
	flat, upright = t.product(a, power(t, across, l.side)), t.product(power(t, along, l.side), c)
	f, u = l.tileShape(s, false), l.tileShape(s, true)
	if l.corners > 0 {
		flat = t.sum(flat, t.product(flat, c), f, l.cornerShape(s, false), num(0))
		upright = t.sum(upright, t.product(upright, a), u, l.cornerShape(s, true), num(0))
		f, u = num(1), num(1)
	}
	return flat, upright, f, u
}

// boardValues returns the inputs for a legal fleet.
func (l *layout) boardValues(tag fr.Element, f game.Fleet) boardWires[fr.Element] {
	w := newBoardWires(l, func() fr.Element { return fr.Element{} })
	w.Tag = tag
	for i, ship := range f.Sorted() {
		s := l.ships[i]
		along, across := l.place(ship)
		vertical := 0
		if ship.Vertical {
			vertical = 1
		}
		for k := range s.bits() {
			w.Fleet[s.offset+k] = num((along | across<<s.along | vertical<<(s.along+s.across)) >> k & 1)
		}
		for _, cell := range cellsOf(along, across, ship.Vertical, s.length, 1, l.side) {
			w.Tiles[cell].SetOne()
		}
		if l.corners > 0 {
			for _, cell := range cellsOf(along, across, ship.Vertical, s.length+1, 2, l.side+1) {
				w.Corners[cell].SetOne()
			}
		}
	}
	return w
}
