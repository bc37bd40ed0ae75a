package zk

import (
	"crypto/sha256"
	"fmt"
	"math/big"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/kzg"
	fiatshamir "github.com/consensys/gnark-crypto/fiat-shamir"
	"github.com/consensys/gnark-crypto/utils"
)

// PLONK's prover. "Round" is a round of eprint.iacr.org/2019/953, section 8.3. Where they differ, this follows gnark
// v0.16.0, as the verifier does: plonk.go of package verify says how. The proof is a function of circuit, inputs and
// blinds, so that a board has one.

// Numbers of blinds. A polynomial of which k values are shown, the commitment being one, has k blinds.
const (
	columnBlinds   = 2
	zBlinds        = 3
	quotientBlinds = 2
	blinds         = 3*columnBlinds + zBlinds + quotientBlinds
)

// A blinding is the random numbers of a proof.
type blinding [blinds]fr.Element

func (b *blinding) column(i int) []fr.Element { return b[i*columnBlinds : (i+1)*columnBlinds] }
func (b *blinding) z() []fr.Element           { return b[3*columnBlinds : 3*columnBlinds+zBlinds] }
func (b *blinding) quotient() []fr.Element    { return b[3*columnBlinds+zBlinds:] }

// blinded returns a polynomial that has the given values in the rows: the coefficients, plus the blinds times X^n - 1.
func (c *circuit) blinded(values, blinds []fr.Element) []fr.Element {
	p := make([]fr.Element, len(values), len(values)+len(blinds))
	copy(p, values)
	c.interpolate(p)
	p = append(p, blinds...)
	for i := range blinds {
		p[i].Sub(&p[i], &blinds[i])
	}
	return p
}

// prove returns the proof that the circuit accepts the inputs, as package verify reads it: the commitment to column L
// first.
func (c *circuit) prove(in boardWires[fr.Element], b *blinding) ([]byte, error) {
	columns, err := c.columns(in)
	if err != nil {
		return nil, err
	}
	return c.proveColumns(in.Tag, columns, b)
}

// proveColumns returns a proof of these columns, which is valid if all rows hold.
func (c *circuit) proveColumns(tag fr.Element, columns [3][]fr.Element, b *blinding) ([]byte, error) {
	t, err := newTranscript(c, tag)
	if err != nil {
		return nil, err
	}

	// round 1: the columns
	var wires [3][]fr.Element
	var points []bls12381.G1Affine
	commit := func(name string, polynomials ...[]fr.Element) {
		for _, p := range polynomials {
			if err != nil {
				return
			}
			var point bls12381.G1Affine
			if point, err = c.points.commit(p); err == nil {
				points = append(points, point)
				err = t.points(name, point)
			}
		}
	}
	for i := range wires {
		wires[i] = c.blinded(columns[i], b.column(i))
	}
	commit("gamma", wires[:]...)
	gamma, beta := t.challenge("gamma"), t.challenge("beta")

	// round 2: the permutation
	z := c.blinded(c.products(columns, beta, gamma), b.z())
	commit("alpha", z)
	alpha := t.challenge("alpha")

	// round 3: the quotient
	parts := c.quotient(tag, wires, z, alpha, beta, gamma, b.quotient())
	commit("zeta", parts[:]...)
	zeta := t.challenge("zeta")
	if err != nil || t.err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSetup, firstOf(err, t.err))
	}

	// rounds 4 and 5: the openings
	var next fr.Element
	next.Mul(&zeta, &c.domain.Generator)
	shifted, err := kzg.Open(z, next, c.points.key())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSetup, err)
	}
	opened := [][]fr.Element{nil, wires[0], wires[1], wires[2], c.permutation[0], c.permutation[1]}
	opened[0] = c.linearised(opened, z, parts, shifted.ClaimedValue, alpha, beta, gamma, zeta)
	linearised, err := c.points.commit(opened[0])
	if err != nil {
		return nil, err
	}
	digests := []bls12381.G1Affine{linearised, points[0], points[1], points[2], c.key[0], c.key[1]}
	opening, err := kzg.BatchOpenSinglePoint(
		opened, digests, zeta, sha256.New(), c.points.key(), shifted.ClaimedValue.Marshal())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSetup, err)
	}
	proof := appendPoints(nil, append(points, opening.H)...)
	proof = appendNumbers(proof, opening.ClaimedValues...)
	proof = appendPoints(proof, shifted.H)
	return appendNumbers(proof, shifted.ClaimedValue), nil
}

// firstOf returns the first error that is one.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// products returns the values of Z in the rows: in the first 1, in each other the product of the row before with
// (value + beta*identity + gamma)/(value + beta*moved + gamma) of its three places.
func (c *circuit) products(columns [3][]fr.Element, beta, gamma fr.Element) []fr.Element {
	n := int(c.domain.Cardinality)
	ids := c.identities()
	above, below := make([]fr.Element, n), make([]fr.Element, n)
	for i := range n {
		above[i].SetOne()
		below[i].SetOne()
		for column := range columns {
			side := func(id fr.Element) *fr.Element {
				id.Mul(&id, &beta).Add(&id, &columns[column][i])
				return id.Add(&id, &gamma)
			}
			above[i].Mul(&above[i], side(ids[column*n+i]))
			below[i].Mul(&below[i], side(ids[c.moved[column*n+i]]))
		}
	}
	below = fr.BatchInvert(below)
	z := make([]fr.Element, n)
	z[0].SetOne()
	for i := range n - 1 {
		z[i+1].Mul(&z[i], &above[i]).Mul(&z[i+1], &below[i])
	}
	return z
}

// onCoset returns the values of a polynomial on the coset.
func (c *circuit) onCoset(p []fr.Element) []fr.Element {
	values := make([]fr.Element, c.coset.Cardinality)
	copy(values, p)
	c.coset.FFT(values, fft.DIF, fft.OnCoset())
	utils.BitReverse(values)
	return values
}

// quotient returns the three parts of what the equation of all rows is, divided by X^n - 1: of the gates, plus alpha
// times the permutation, plus alpha^2 times that Z begins with 1.
func (c *circuit) quotient(
	tag fr.Element, wires [3][]fr.Element, z []fr.Element, alpha, beta, gamma fr.Element, blinds []fr.Element,
) (parts [3][]fr.Element) {
	n := int(c.domain.Cardinality)
	var w, s [3][]fr.Element
	var q [selectors][]fr.Element
	for i := range wires {
		w[i], s[i] = c.onCoset(wires[i]), c.onCoset(c.permutation[i])
	}
	for i := range q {
		q[i] = c.onCoset(c.selectors[i])
	}
	zs := c.onCoset(z)
	first := make([]fr.Element, n) // L_0, 1 in the first row and 0 in the others
	for i := range first {
		first[i] = c.domain.CardinalityInv
	}
	firsts := c.onCoset(first)

	// X^n - 1 has four values on the coset.
	var vanishing [4]fr.Element
	one, root := fr.One(), fr.Element{}
	root.Exp(c.coset.Generator, big.NewInt(int64(n)))
	vanishing[0].Exp(c.coset.FrMultiplicativeGen, big.NewInt(int64(n)))
	for i := 1; i < len(vanishing); i++ {
		vanishing[i].Mul(&vanishing[i-1], &root)
	}
	for i := range vanishing {
		vanishing[i].Sub(&vanishing[i], &one).Inverse(&vanishing[i])
	}

	h := make([]fr.Element, 4*n)
	x := c.coset.FrMultiplicativeGen
	for i := range h {
		var gates, term, moved, kept fr.Element
		gates.Mul(&q[selectL][i], &w[0][i])
		gates.Add(&gates, term.Mul(&q[selectR][i], &w[1][i]))
		gates.Add(&gates, term.Mul(&q[selectM][i], &w[0][i]).Mul(&term, &w[1][i]))
		gates.Add(&gates, term.Mul(&q[selectO][i], &w[2][i]))
		gates.Add(&gates, &q[selectK][i])
		gates.Add(&gates, term.Mul(&tag, &firsts[i]))

		moved, kept = zs[(i+4)%len(zs)], zs[i] // omega is the fourth power of the coset's generator
		id := x
		for column := range w {
			side := func(of fr.Element) *fr.Element {
				of.Mul(&of, &beta).Add(&of, &w[column][i])
				return of.Add(&of, &gamma)
			}
			moved.Mul(&moved, side(s[column][i]))
			kept.Mul(&kept, side(id))
			id.Mul(&id, &c.domain.FrMultiplicativeGen)
		}
		term.Sub(&zs[i], &one).Mul(&term, &firsts[i]).Mul(&term, &alpha)
		term.Add(&term, &moved).Sub(&term, &kept).Mul(&term, &alpha)
		h[i].Add(&gates, &term).Mul(&h[i], &vanishing[i%len(vanishing)])
		x.Mul(&x, &c.coset.Generator)
	}
	c.coset.FFTInverse(h, fft.DIF, fft.OnCoset())
	utils.BitReverse(h)

	// Each part has n+2 coefficients. A blind is added at the end of one and subtracted at the beginning of the next.
	size := n + columnBlinds
	for i := range parts {
		parts[i] = append(make([]fr.Element, 0, size+1), h[i*size:min((i+1)*size, len(h))]...)
		if i < len(blinds) {
			parts[i] = append(parts[i], blinds[i])
		}
		if i > 0 {
			parts[i][0].Sub(&parts[i][0], &blinds[i-1])
		}
	}
	return parts
}

// linearised returns the polynomial whose value at zeta shows that the equation of all rows holds there, given the
// polynomials L, R, O, S1 and S2 as the second to last of opened, and the value of Z at omega*zeta.
func (c *circuit) linearised(
	opened [][]fr.Element, z []fr.Element, parts [3][]fr.Element, next, alpha, beta, gamma, zeta fr.Element,
) []fr.Element {
	at := make([]fr.Element, len(opened))
	for i := 1; i < len(opened); i++ {
		at[i] = valueAt(opened[i], zeta)
	}
	l, r, o, s1, s2 := at[1], at[2], at[3], at[4], at[5]
	side := func(value, id fr.Element) *fr.Element {
		id.Mul(&id, &beta).Add(&id, &value)
		return id.Add(&id, &gamma)
	}
	one := fr.One()
	var s3, ofZ, product, lr, vanishing, first, zeta1, zeta2, power fr.Element
	s3.Mul(side(l, s1), side(r, s2)).Mul(&s3, &next).Mul(&s3, &alpha).Mul(&s3, &beta)
	zeta1.Mul(&zeta, &c.domain.FrMultiplicativeGen)
	zeta2.Mul(&zeta1, &c.domain.FrMultiplicativeGen)
	product.Mul(side(l, zeta), side(r, zeta1)).Mul(&product, side(o, zeta2)).Mul(&product, &alpha)
	power.Exp(zeta, big.NewInt(int64(c.domain.Cardinality)))
	vanishing.Sub(&power, &one)
	first.Sub(&zeta, &one).Inverse(&first).Mul(&first, &vanishing).Mul(&first, &c.domain.CardinalityInv)
	ofZ.Mul(&first, &alpha).Mul(&ofZ, &alpha).Sub(&ofZ, &product)
	lr.Mul(&l, &r)

	sum := make([]fr.Element, c.domain.Cardinality+uint64(zBlinds))
	add := func(factor fr.Element, p []fr.Element) {
		var term fr.Element
		for i := range p {
			sum[i].Add(&sum[i], term.Mul(&factor, &p[i]))
		}
	}
	for i, factor := range [selectors]fr.Element{l, r, lr, o, one} {
		add(factor, c.selectors[i])
	}
	add(s3, c.permutation[2])
	add(ofZ, z)
	power.Mul(&power, &zeta).Mul(&power, &zeta) // zeta^(n+2)
	vanishing.Neg(&vanishing)
	for _, part := range parts {
		add(vanishing, part)
		vanishing.Mul(&vanishing, &power)
	}
	return sum
}

// valueAt returns the value of a polynomial.
func valueAt(p []fr.Element, x fr.Element) (value fr.Element) {
	for i := len(p) - 1; i >= 0; i-- {
		value.Mul(&value, &x).Add(&value, &p[i])
	}
	return value
}

// transcript makes the challenges.
type transcript struct {
	*fiatshamir.Transcript
	err error
}

// newTranscript returns one that begins with the key and the public input.
func newTranscript(c *circuit, tag fr.Element) (*transcript, error) {
	t := &transcript{Transcript: fiatshamir.NewTranscript(sha256.New(), "gamma", "beta", "alpha", "zeta")}
	for i := range c.key {
		if err := t.points("gamma", c.key[i]); err != nil {
			return nil, err
		}
	}
	return t, t.Bind("gamma", tag.Marshal())
}

// points adds a point.
func (t *transcript) points(name string, point bls12381.G1Affine) error {
	b := point.RawBytes()
	return t.Bind(name, b[:])
}

// challenge returns the next challenge.
func (t *transcript) challenge(name string) (number fr.Element) {
	hash, err := t.ComputeChallenge(name)
	if err != nil && t.err == nil {
		t.err = err
	}
	number.SetBytes(hash)
	return number
}
