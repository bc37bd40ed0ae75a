package verify

import (
	"encoding/binary"
	"math/big"
	"math/bits"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

// Sums of multiples of points. gnark-crypto's MultiExp is made for thousands of points and spreads over goroutines;
// this one is made for ten, in one goroutine. It is Straus's method: all multiples share their doublings. A sum of
// points is one point, however it is computed, so nothing here can make two nodes disagree but a fault in it.

// A table holds the odd multiples P, 3P, 5P ... of a point. Their number is a power of two up to keyMultiples.
type table []bls12381.G1Affine

// The numbers of multiples kept of a point of a key, once, and of a point of a proof, for each proof: the fastest ones.
const (
	keyMultiples   = 64
	proofMultiples = 8
)

// The group has an endomorphism that costs one multiplication: (x, y) -> (root*x, y) multiplies each point of the
// group with lambda, where root^3 = 1 in the field of the coordinates and lambda = x^2-1 with the x of BLS12-381. The
// order of the group is lambda^2+lambda+1, so halves of a factor in base lambda are below 2^128 (Gallant, Lambert,
// Vanstone 2001). A test compares both constants with the group.
var (
	lambda, _ = new(big.Int).SetString("ac45a4010001a40200000000ffffffff", 16)
	root      = func() (e fp.Element) {
		n, _ := new(big.Int).SetString("1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4"+
			"897d29650fb85f9b409427eb4f49fffd8bfd00000000aaac", 16)
		return *e.SetBigInt(n)
	}()
)

// digits is a number below 2^128 as a sum of digits[i]*2^i, in which each digit is 0 or odd.
type digits [129]int8

// newTables returns the tables of points that are in the group and not at infinity.
func newTables(points []bls12381.G1Affine, multiples int) []table {
	list := make([]bls12381.G1Jac, 0, len(points)*multiples)
	z := make([]fp.Element, 0, len(points)*multiples)
	for i := range points {
		var odd, twice bls12381.G1Jac
		odd.FromAffine(&points[i])
		twice.Set(&odd)
		twice.DoubleAssign()
		for range multiples {
			list, z = append(list, odd), append(z, odd.Z)
			odd.AddAssign(&twice)
		}
	}
	// All are brought to affine coordinates, x/z^2 and y/z^3, with one inversion. No z is 0: a small odd multiple of a
	// point of prime order is not at infinity.
	affine := make([]bls12381.G1Affine, len(list))
	for i, inverse := range fp.BatchInvert(z) {
		var square fp.Element
		square.Square(&inverse)
		affine[i].X.Mul(&list[i].X, &square)
		affine[i].Y.Mul(&list[i].Y, &square).Mul(&affine[i].Y, &inverse)
	}
	tables := make([]table, len(points))
	for i := range tables {
		tables[i] = affine[i*multiples : (i+1)*multiples]
	}
	return tables
}

// A term is a point, given by its table, times a factor.
type term struct {
	point  table
	factor fr.Element
}

// sum returns the sum of the terms.
func sum(terms ...term) (result bls12381.G1Jac) {
	halves := make([][2]digits, len(terms))
	for i, t := range terms {
		halves[i] = t.split()
	}
	for i := len(digits{}) - 1; i >= 0; i-- {
		result.DoubleAssign()
		for j, t := range terms {
			if d := halves[j][0][i]; d != 0 {
				p := t.point.times(d)
				result.AddMixed(&p)
			}
			if d := halves[j][1][i]; d != 0 {
				p := t.point.times(d)
				p.X.Mul(&p.X, &root)
				result.AddMixed(&p)
			}
		}
	}
	return result
}

// split returns the digits of low and high with factor = low + lambda*high. The digits' range is that of the table.
func (t term) split() [2]digits {
	var factor, high, low big.Int
	t.factor.BigInt(&factor)
	high.QuoRem(&factor, lambda, &low)
	return [2]digits{newDigits(&low, len(t.point)), newDigits(&high, len(t.point))}
}

// newDigits returns the digits of a number below 2^128, in the non-adjacent form of the width of a table with this
// number of multiples: odd digits are below 2*multiples, and each is followed by at least width-1 zeros.
func newDigits(n *big.Int, multiples int) (list digits) {
	var b [16]byte
	n.FillBytes(b[:])
	high, low := binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])
	carry, modulus := uint64(0), 4*int64(multiples)
	for i := range list {
		if low&1 != 0 {
			digit := int64(low) & (modulus - 1)
			if digit >= modulus/2 { // the next digit that is not 0 takes one more
				digit -= modulus
			}
			list[i] = int8(digit)
			// number -= digit; of a negative number, the higher words are all ones
			var borrow uint64
			low, borrow = bits.Sub64(low, uint64(digit), 0)
			high, borrow = bits.Sub64(high, uint64(digit>>63), borrow)
			carry = uint64(digit>>63)&1 - borrow
		}
		low, high, carry = low>>1|high<<63, high>>1|carry<<63, 0
	}
	return list
}

// times returns an odd multiple of the point.
func (t table) times(digit int8) bls12381.G1Affine {
	if digit > 0 {
		return t[digit/2]
	}
	p := t[-digit/2]
	p.Y.Neg(&p.Y)
	return p
}
