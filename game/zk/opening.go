package zk

import (
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game/zk/verify"
)

// tagShift is the position of the tag in the hashed number: above the packed fleet.
const tagShift = verify.FleetBits

// openedShip is one ship: its bits and the numbers that they make.
type openedShip[W any] struct {
	along, across []W // bits, the lowest first
	vertical      W
	nAlong        W
	nAcross       W
}

// open asserts that the fleet is made of bits and that commitment is its hash with tag and salt:
//
//	commitment = compress(fleet + 2^64*tag, salt)
//
// The fleet is below 2^64, so the sum determines fleet and tag, and two pairs with one hash are infeasible to find.
func open[W any](t table[W], l *layout, commitment, tag, salt W, fleet []W) []openedShip[W] {
	for _, bit := range fleet {
		assertBit(t, bit)
	}
	ships := make([]openedShip[W], len(l.ships))
	packed := tag
	for i, ship := range l.ships {
		bits, coordinates := fleet[ship.offset:], ship.along+ship.across
		s := openedShip[W]{along: bits[:ship.along], across: bits[ship.along:coordinates], vertical: bits[coordinates]}
		s.nAlong, s.nAcross = number(t, s.along), number(t, s.across)
		ships[i] = s
		place := t.sum(s.nAlong, s.nAcross, num(1), power2(ship.along), num(0))
		place = t.sum(place, s.vertical, num(1), power2(coordinates), num(0))
		scale := num(1)
		if i == 0 {
			scale = power2(tagShift)
		}
		packed = t.sum(packed, place, scale, power2(ship.offset), num(0))
	}
	assertEqual(t, compressRows(t, packed, salt), commitment)
	return ships
}

// pack is the native twin of open's packing: fleet + 2^64*tag.
func pack(bits []fr.Element, tag fr.Element) fr.Element {
	packed := power2(tagShift)
	packed.Mul(&packed, &tag)
	for i := range bits {
		term := power2(i)
		term.Mul(&term, &bits[i])
		packed.Add(&packed, &term)
	}
	return packed
}
