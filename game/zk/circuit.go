package zk

import (
	"encoding/binary"
	"fmt"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	"github.com/consensys/gnark-crypto/utils"

	"github.com/battleship-chain/battleship/game/zk/verify"
)

// The selectors of a circuit, in the order of a key's points behind the permutation.
const (
	selectL = iota
	selectR
	selectM
	selectO
	selectK
	selectors
)

// public is how many inputs are public: the tag. Their rows are the first.
const public = 1

// A circuit is the rows of PLONK, as polynomials.
type circuit struct {
	layout *layout
	points *srs
	domain *fft.Domain // of the rows
	coset  *fft.Domain // four times as large, where the quotient is computed
	// key is the commitments of a verification key: to the permutation, then to the selectors.
	key [verify.KeyPoints]bls12381.G1Affine
	// moved is where the permutation takes each place of the columns, L first.
	moved []int
	// selectors and permutation are coefficients.
	selectors   [selectors][]fr.Element
	permutation [3][]fr.Element
}

// newCircuit returns the circuit of a layout. If change is not nil, it may change the rows, in a test.
func newCircuit(l *layout, points *srs, change func([]row)) (*circuit, error) {
	t := &rows{}
	in := newBoardWires(l, t.wire)
	boardRows(t, l, in)
	if change != nil {
		change(t.list)
	}
	const n = domainSize
	if rows := public + len(t.list); rows > n || l.tiles > maxTiles {
		return nil, fmt.Errorf("%w: expected at most %d rows and %d tiles, got %d and %d",
			ErrSetup, n, maxTiles, rows, l.tiles)
	}
	c := &circuit{layout: l, points: points, domain: fft.NewDomain(n), coset: fft.NewDomain(4 * n)}
	for i := range c.selectors {
		c.selectors[i] = make([]fr.Element, n)
	}
	c.selectors[selectL][0] = num(-1) // the row of the tag: the verifier adds it
	wires, free := make([]int, 3*n), t.wire()
	for i := range wires { // the wire of each place; the first row holds the tag, which is wire 0
		if i%n >= public {
			wires[i] = free
		}
	}
	for i, r := range t.list {
		at := public + i
		for column, wire := range r.wires {
			wires[column*n+at] = wire
		}
		for s, factor := range [selectors]fr.Element{r.l, r.r, r.m, r.o, r.k} {
			c.selectors[s][at] = factor
		}
	}
	c.moved = cycles(wires, t.wires)
	ids := c.identities()
	for column := range c.permutation {
		c.permutation[column] = make([]fr.Element, n)
		for i := range n {
			c.permutation[column][i] = ids[c.moved[column*n+i]]
		}
		c.interpolate(c.permutation[column])
	}
	for i := range c.selectors {
		c.interpolate(c.selectors[i])
	}
	return c, nil
}

// cycles returns a permutation that takes each place to another one of the same wire, through all of them.
func cycles(wires []int, count int) []int {
	last := make([]int, count) // the last place of each wire, plus one
	moved := make([]int, len(wires))
	for i, wire := range wires {
		moved[i] = last[wire] - 1
		last[wire] = i + 1
	}
	for i, wire := range wires {
		if moved[i] < 0 {
			moved[i] = last[wire] - 1
		}
	}
	return moved
}

// roots returns omega^row for each row.
func (c *circuit) roots() []fr.Element {
	list := make([]fr.Element, c.domain.Cardinality)
	for i, root := 0, fr.One(); i < len(list); i++ {
		list[i] = root
		root.Mul(&root, &c.domain.Generator)
	}
	return list
}

// identities returns a number for each place of the columns: omega^row, times 1, the shift or its square.
func (c *circuit) identities() []fr.Element {
	roots := c.roots()
	ids := make([]fr.Element, 0, 3*len(roots))
	for column, shift := 0, fr.One(); column < 3; column++ {
		for _, id := range roots {
			ids = append(ids, *id.Mul(&id, &shift))
		}
		shift.Mul(&shift, &c.domain.FrMultiplicativeGen)
	}
	return ids
}

// interpolate turns the values of a polynomial in the rows into its coefficients.
func (c *circuit) interpolate(p []fr.Element) {
	c.domain.FFTInverse(p, fft.DIF)
	utils.BitReverse(p)
}

// columns returns the values of the columns L, R and O for the given inputs, with 0 in all free places: openings of
// column L are sums over the rows that are not 0. It returns ErrUntrue if an assertion does not hold.
func (c *circuit) columns(in boardWires[fr.Element]) (columns [3][]fr.Element, err error) {
	t := &values{}
	boardRows(t, c.layout, in)
	if len(t.broken) > 0 {
		return columns, ErrUntrue
	}
	for i := range columns {
		columns[i] = make([]fr.Element, c.domain.Cardinality)
		columns[i][0] = in.Tag
		copy(columns[i][public:], t.columns[i])
	}
	return columns, nil
}

// setup computes the commitments of the verification key.
func (c *circuit) setup() error {
	for i, p := range append(c.permutation[:], c.selectors[:]...) {
		var err error
		if c.key[i], err = c.points.commit(p); err != nil {
			return err
		}
	}
	return nil
}

// keyBytes returns the circuit's verification key.
func (c *circuit) keyBytes() []byte {
	b := make([]byte, 0, verify.KeySize)
	b = binary.BigEndian.AppendUint64(b, c.domain.Cardinality)
	b = binary.BigEndian.AppendUint64(b, public)
	return appendPoints(b, c.key[:]...)
}

// appendPoints appends compressed points.
func appendPoints(b []byte, points ...bls12381.G1Affine) []byte {
	for i := range points {
		p := points[i].Bytes()
		b = append(b, p[:]...)
	}
	return b
}

// appendNumbers appends numbers.
func appendNumbers(b []byte, numbers ...fr.Element) []byte {
	for i := range numbers {
		n := numbers[i].Bytes()
		b = append(b, n[:]...)
	}
	return b
}
