package zk

import (
	"github.com/consensys/gnark/frontend"
)

// answerWires are the inputs of the answer's circuit.
type answerWires[W any] struct {
	Commitment W `gnark:",public"`
	Tag        W `gnark:",public"`
	Tile       W `gnark:",public"`
	Hit        W `gnark:",public"`
	// Sunk and Hits are the announcement and the earlier hits. They are empty where ships are not announced.
	Sunk []W `gnark:",public"`
	Hits []W `gnark:",public"`
	// Fleet is the bits of verify.Pack.
	Fleet []W
	Salt  W
	// Inverse is of each ship the inverse of its miss, see missRows; or, where ships are not announced, of the product
	// of all misses.
	Inverse []W
	// On reports for each ship whether it is on the tile. It is empty where ships are not announced.
	On []W
	// Dry is where the ship on the tile has a tile that is not hit, counted from its origin: one number, or none where
	// ships are not announced.
	Dry []W
	// DryInverse is the inverse of the witness that this tile is not hit, and Excuse its substitute for a sunk ship.
	DryInverse []W
	Excuse     []W
}

// answerCircuit is the answer's circuit as gnark compiles it.
type answerCircuit struct {
	Wires  answerWires[frontend.Variable]
	layout *layout
	omit   int
}

// newAnswerCircuit returns the circuit without the assertion of the given number, all of them if it is 0.
func newAnswerCircuit(l *layout, omit int) *answerCircuit {
	return &answerCircuit{Wires: newAnswerWires[frontend.Variable](l), layout: l, omit: omit}
}

// Define adds the circuit's rows.
func (c *answerCircuit) Define(api frontend.API) error {
	t, err := newBuilder(api, c.omit)
	if err != nil {
		return err
	}
	answerRows(t, c.layout, c.Wires)
	return nil
}

func newAnswerWires[W any](l *layout) answerWires[W] {
	w := answerWires[W]{Fleet: make([]W, l.bits)}
	if !l.ruleset.AnnounceSunk {
		w.Inverse = make([]W, 1)
		return w
	}
	w.Sunk, w.Dry, w.DryInverse, w.Excuse = make([]W, 1), make([]W, 1), make([]W, 1), make([]W, 1)
	w.Hits = make([]W, l.slots())
	w.Inverse, w.On = make([]W, len(l.ships)), make([]W, len(l.ships))
	return w
}

// answerRows demands that the answer is true of the fleet behind the commitment. That this fleet is legal has been
// proven before, with the same commitment: each ship is on the board, and at most one is on a tile.
func answerRows[W any](t table[W], l *layout, in answerWires[W]) {
	ships := open(t, l, in.Commitment, in.Tag, in.Salt, in.Fleet)
	origins, misses := make([]W, len(ships)), make([]W, len(ships))
	for i, s := range ships {
		origins[i] = originRows(t, l, s)
		misses[i] = missRows(t, l, l.ships[i].length, in.Tile, origins[i], s.vertical)
	}
	if !l.ruleset.AnnounceSunk {
		miss := misses[0]
		for _, m := range misses[1:] {
			miss = t.product(miss, m)
		}
		assertZeroness(t, miss, in.Inverse[0], in.Hit)
		return
	}
	for i := range ships {
		assertZeroness(t, misses[i], in.Inverse[i], in.On[i])
	}
	hit := in.On[0]
	for _, on := range in.On[1:] {
		hit = add(t, hit, on)
	}
	assertEqual(t, hit, in.Hit)
	sunkRows(t, l, in, ships, origins)
}

// originRows returns the tile of a ship's origin: along + W*across, or across + W*along if it is vertical.
func originRows[W any](t table[W], l *layout, s openedShip[W]) W {
	flat := t.sum(s.nAlong, s.nAcross, num(1), num(l.side), num(0))
	turn := t.product(t.sum(s.nAlong, s.nAcross, num(1), num(-1), num(0)), s.vertical)
	return t.sum(flat, turn, num(1), num(l.side-1), num(0))
}

// missRows returns a number that is 0 if and only if the ship is on the tile: with u = (tile - origin)/step, where the
// step is 1 or the board's width, the product of u - k for each k below the ship's length.
func missRows[W any](t table[W], l *layout, length int, tile, origin, vertical W) W {
	step := num(l.side) // 1/W - 1
	one := num(1)
	step.Inverse(&step).Sub(&step, &one)
	u := t.gated(t.sum(tile, origin, num(1), num(-1), num(0)), vertical, num(1), step)
	return falling(t, u, length)[length-1]
}

// falling returns the products u, u*(u-1), u*(u-1)*(u-2) and so on, n of them.
func falling[W any](t table[W], u W, n int) []W {
	list := []W{u}
	for k := 1; k < n; k++ {
		list = append(list, t.gated(list[k-1], u, num(-k), num(1)))
	}
	return list
}

// assertZeroness demands that zero is 1 if a is 0, and 0 if it is not; then inverse is 1/a.
func assertZeroness[W any](t table[W], a, inverse, zero W) {
	assertEither(t, a, zero)
	assertNot(t, a, inverse, zero)
}

// sunkRows demands that the announcement is true. Exactly one number in On is 1 if the answer is a hit, none otherwise.
//
//   - An announced ship is the one on the tile: Sunk*(Sunk - code) = 0, where code is 0 after a miss.
//   - A hit without an announcement needs a tile of the ship that is dry: it is neither the tile that was shot at nor
//     in the list of earlier hits. The prover names its place in the ship, and a product over the differences to all
//     these tiles that is not 0. With an announcement, or after a miss, the inverse may be 0.
func sunkRows[W any](t table[W], l *layout, in answerWires[W], ships []openedShip[W], origins []W) {
	var code, origin, step, outside W
	longest := 0
	for _, s := range l.ships {
		longest = max(longest, s.length)
	}
	falls := falling(t, in.Dry[0], longest)
	for i, s := range ships {
		on := in.On[i]
		class := num(1 + l.ships[i].class<<classShift)
		terms := [...]W{
			t.product(on, t.sum(s.vertical, origins[i], num(verticalCode), num(1), class)),
			t.product(on, origins[i]),
			t.gated(on, s.vertical, num(1), num(l.side-1)),
			t.product(on, falls[l.ships[i].length-1]),
		}
		for j, sum := range [...]*W{&code, &origin, &step, &outside} {
			if i == 0 {
				*sum = terms[j]
			} else {
				*sum = add(t, *sum, terms[j])
			}
		}
	}
	sunk := in.Sunk[0]
	assertEither(t, sunk, t.sum(sunk, code, num(1), num(-1), num(0)))

	assertZero(t, outside) // the place is one of the ship's
	dry := add(t, origin, t.product(in.Dry[0], step))
	apart := t.sum(dry, in.Tile, num(1), num(-1), num(0))
	for _, hit := range in.Hits {
		apart = t.product(apart, t.sum(dry, hit, num(1), num(-1), num(0)))
	}
	// hit = apart*inverse + sunk*excuse: if sunk is 0, a hit needs apart to have an inverse
	needed := add(t, t.product(apart, in.DryInverse[0]), t.product(sunk, in.Excuse[0]))
	assertEqual(t, needed, in.Hit)
}

// A ship's code is class<<classShift | verticalCode if it is vertical | origin.
const (
	classShift   = 9
	verticalCode = 1 << 8
)

// setPublic sets the public wires, in the order of verify.Answer.Public.
func (w *answerWires[W]) setPublic(public []W) {
	w.Commitment, w.Tag, w.Tile, w.Hit = public[0], public[1], public[2], public[3]
	if rest := public[4:]; len(rest) > 0 {
		w.Sunk[0] = rest[0]
		copy(w.Hits, rest[1:])
	}
}
