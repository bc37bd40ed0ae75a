package zk

import (
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark/frontend"
)

// boardWires are the inputs of the board's circuit.
type boardWires[W any] struct {
	Commitment W `gnark:",public"`
	Tag        W `gnark:",public"`
	// Fleet is the bits of verify.Pack.
	Fleet []W
	Salt  W
	// Grid reports for each cell of the grid whether a ship covers it.
	Grid []W
}

// boardCircuit is the board's circuit as gnark compiles it.
type boardCircuit struct {
	Wires  boardWires[frontend.Variable]
	layout *layout
	omit   int
}

// newBoardCircuit returns the circuit without the assertion of the given number, all of them if it is 0.
func newBoardCircuit(l *layout, omit int) *boardCircuit {
	return &boardCircuit{Wires: newBoardWires[frontend.Variable](l), layout: l, omit: omit}
}

// Define adds the circuit's rows.
func (c *boardCircuit) Define(api frontend.API) error {
	t, err := newBuilder(api, c.omit)
	if err != nil {
		return err
	}
	boardRows(t, c.layout, c.Wires)
	return nil
}

func newBoardWires[W any](l *layout) boardWires[W] {
	return boardWires[W]{Fleet: make([]W, l.bits), Grid: make([]W, l.cells)}
}

// boardRows demands that the fleet behind the commitment is legal: each ship on the board, no two sharing a cell of
// the grid.
//
// Each ship is a bit board, a number with a 1 for each cell that it covers. If no two ships share a cell, the sum of
// these numbers has as many ones as the ships have together. If two do, the addition carries, and each carry takes a 1
// away. So the ships are apart if and only if the ones of the sum are as many as the ships' cells. The prover says
// which bits the sum has. Both facts, that these bits make the sum and how many are 1, are one equation: cell i weighs
// 2^i + 2^s with 2^s above every sum, and the ships weigh their sum and 2^s for each of their cells.
func boardRows[W any](t table[W], l *layout, in boardWires[W]) {
	ships := open(t, l, in.Commitment, in.Tag, in.Salt, in.Fleet)
	var count, total W
	for i, s := range ships {
		assertAtMost(t, s.along, l.ships[i].maxAlong)
		assertAtMost(t, s.across, l.ships[i].maxAcross)
		flat := originPower(t, s.along, s.across, 1, l.stride)
		upright := originPower(t, s.along, s.across, l.stride, 1)
		// the ship is flat*shape, or upright*shape if it is vertical
		minus := l.shape(l.ships[i], false)
		shape := minus
		minus.Neg(&minus)
		turned := t.product(t.sum(upright, flat, l.shape(l.ships[i], true), minus, num(0)), s.vertical)
		if i == 0 {
			total = t.sum(flat, turned, shape, num(1), l.coveredWeight())
		} else {
			total = add(t, t.sum(total, flat, num(1), shape, num(0)), turned)
		}
	}
	for i, cell := range in.Grid {
		assertBit(t, cell)
		switch i {
		case 0:
		case 1:
			count = t.sum(in.Grid[0], cell, l.weight(0), l.weight(1), num(0))
		default:
			count = t.sum(count, cell, num(1), l.weight(i), num(0))
		}
	}
	assertEqual(t, count, total)
}

// originPower returns 2^(along*a + across*b).
func originPower[W any](t table[W], along, across []W, a, b int) W {
	// A factor is 2^e where the bit is 1, and 1 where it is 0.
	factor := func(e int) fr.Element {
		f, one := power2(e), num(1)
		f.Sub(&f, &one)
		return f
	}
	power := t.sum(along[0], along[0], factor(a), num(0), num(1))
	for i := 1; i < len(along); i++ {
		power = t.gated(power, along[i], num(1), factor(a<<i))
	}
	for i := range across {
		power = t.gated(power, across[i], num(1), factor(b<<i))
	}
	return power
}

// weight is the weight of a cell of the grid.
func (l *layout) weight(cell int) fr.Element {
	w, count := power2(cell), power2(l.weightShift())
	w.Add(&w, &count)
	return w
}

// coveredWeight is the weight of the counts of all covered cells.
func (l *layout) coveredWeight() fr.Element {
	w, count := num(l.covered()), power2(l.weightShift())
	w.Mul(&w, &count)
	return w
}
