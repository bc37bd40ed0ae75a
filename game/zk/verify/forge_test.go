package verify

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

// A Forger knows the secret behind the points, which nobody knows of the ceremony's. So it makes accepted proofs of
// anything for any key, and proofs that are wrong in one place alone.
type Forger struct {
	Key    *Key
	Tau    bls12381.G2Affine
	Public []fr.Element

	rng    *rand.Rand
	secret fr.Element
	points [keyPoints]fr.Element // of the key, as multiples of the generator
}

// NewForger makes a key of random points for a random number of random public inputs.
func NewForger(t testing.TB, rng *rand.Rand) *Forger {
	t.Helper()
	f := &Forger{rng: rng}
	f.secret = f.number()
	_, _, _, f.Tau = bls12381.Generators()
	f.Tau.ScalarMultiplication(&f.Tau, f.secret.BigInt(new(big.Int)))
	for range 1 + rng.IntN(maxPublic) {
		f.Public = append(f.Public, f.number())
	}
	b := binary.BigEndian.AppendUint64(nil, 1<<(1+rng.IntN(12)))
	b = binary.BigEndian.AppendUint64(b, uint64(len(f.Public)))
	for i := range f.points {
		f.points[i] = f.number()
		b = append(b, pointBytes(f.points[i])...)
	}
	var err error
	if f.Key, err = newKey(b, f.Tau); err != nil {
		t.Fatal(err)
	}
	return f
}

// number returns a random number.
func (f *Forger) number() (n fr.Element) {
	var b [fr.Bytes]byte
	for i := 0; i < len(b); i += 8 {
		binary.BigEndian.PutUint64(b[i:], f.rng.Uint64())
	}
	n.SetBytes(b[:])
	return n
}

// pointBytes returns a multiple of the generator.
func pointBytes(n fr.Element) []byte {
	p := multiple(n)
	b := p.Bytes()
	return b[:]
}

func multiple(n fr.Element) (p bls12381.G1Affine) {
	return *p.ScalarMultiplicationBase(n.BigInt(new(big.Int)))
}

// Forge returns an accepted proof.
func (f *Forger) Forge() []byte {
	made := f.forge(fr.Element{})
	return made.proof.bytes()
}

// ForgeUnfit returns a proof whose openings hold, of values that do not fit each other.
func (f *Forger) ForgeUnfit() []byte {
	made := f.forge(fr.One())
	return made.proof.bytes()
}

// ForgeCancelling returns proofs whose two openings are both wrong, such that the faults cancel each other if the
// challenge that folds them is what it was before: before both were changed, before the one at omega*zeta was, and
// before the one at zeta was.
func (f *Forger) ForgeCancelling() (list [][]byte) {
	accepted := f.forge(fr.Element{})
	for change := range 3 {
		made := accepted
		a, b := f.number(), f.number() // a*(secret-zeta) + u*b*(secret-omega*zeta) = 0
		if change == 1 {
			made.setOpenings(&a, nil)
		} else if change == 2 {
			made.setOpenings(nil, &b)
		}
		u := newFolding(f.Key, &made.proof, made.challenges, made.linearised).u
		if change == 2 {
			a.Mul(&b, &made.atNext).Mul(&a, &u).Div(&a, &made.atZeta).Neg(&a)
			made.setOpenings(&a, nil)
		} else {
			b.Mul(&a, &made.atZeta).Div(&b, &u).Div(&b, &made.atNext).Neg(&b)
			made.setOpenings(&a, &b)
		}
		list = append(list, made.proof.bytes())
	}
	return list
}

// forged is an accepted proof and what its openings are made of.
type forged struct {
	proof            proof
	challenges       challenges
	linearised       bls12381.G1Affine
	opening, shifted fr.Element // the openings as multiples of the generator
	atZeta, atNext   fr.Element // secret-zeta, secret-omega*zeta
}

// setOpenings adds to the openings.
func (made *forged) setOpenings(a, b *fr.Element) {
	var opening, shifted fr.Element
	if a != nil {
		made.proof.opening = multiple(*opening.Add(&made.opening, a))
	}
	if b != nil {
		made.proof.shifted = multiple(*shifted.Add(&made.shifted, b))
	}
}

// forge makes a proof in which the value of the linearised polynomial is too high by the fault.
func (f *Forger) forge(fault fr.Element) (made forged) {
	k, p := f.Key, &made.proof
	var multiples [7]fr.Element
	for i, point := range []*bls12381.G1Affine{
		&p.columns[0], &p.columns[1], &p.columns[2], &p.z, &p.parts[0], &p.parts[1], &p.parts[2],
	} {
		multiples[i] = f.number()
		*point = multiple(multiples[i])
	}
	for i := range p.values {
		p.values[i] = f.number()
	}
	p.next = f.number()
	made.challenges = newChallenges(k, f.Public, p)
	c := made.challenges
	e := newEvaluations(k, f.Public, c)
	lin := newLinearised(k, p, c, e)
	p.values[0].Add(&lin.value, &fault)

	// the multiple that the commitment to the linearised polynomial is
	l, r, o := p.values[1], p.values[2], p.values[3]
	var power, h0, h1, h2, lr fr.Element
	lr.Mul(&l, &r)
	h0.Neg(&e.vanishing)
	power.Exp(c.zeta, big.NewInt(int64(k.domain)+2))
	h1.Mul(&h0, &power)
	h2.Mul(&h1, &power)
	linearised := f.points[keyQk]
	add := func(sum *fr.Element, factor, of fr.Element) {
		of.Mul(&of, &factor)
		sum.Add(sum, &of)
	}
	add(&linearised, l, f.points[keyQl])
	add(&linearised, r, f.points[keyQr])
	add(&linearised, lr, f.points[keyQm])
	add(&linearised, o, f.points[keyQo])
	add(&linearised, lin.s3, f.points[keyS3])
	add(&linearised, lin.z, multiples[3])
	add(&linearised, h0, multiples[4])
	add(&linearised, h1, multiples[5])
	add(&linearised, h2, multiples[6])

	// an opening of C with value y at x is (C - y)/(secret - x)
	made.linearised = multiple(linearised)
	v := newFolding(k, p, c, made.linearised).v
	var weight fr.Element
	weight.SetOne()
	for i, commitment := range []fr.Element{
		linearised, multiples[0], multiples[1], multiples[2], f.points[keyS1], f.points[keyS2],
	} {
		commitment.Sub(&commitment, &p.values[i])
		add(&made.opening, weight, commitment)
		weight.Mul(&weight, &v)
	}
	made.atZeta.Sub(&f.secret, &c.zeta)
	made.atNext.Mul(&c.zeta, &k.omega)
	made.atNext.Sub(&f.secret, &made.atNext)
	made.opening.Div(&made.opening, &made.atZeta)
	made.shifted.Sub(&multiples[3], &p.next)
	made.shifted.Div(&made.shifted, &made.atNext)
	p.opening, p.shifted = multiple(made.opening), multiple(made.shifted)
	return made
}

// bytes is the inverse of decodeProof.
func (p *proof) bytes() (b []byte) {
	points := func(list ...bls12381.G1Affine) {
		for i := range list {
			point := list[i].Bytes()
			b = append(b, point[:]...)
		}
	}
	numbers := func(list ...fr.Element) {
		for i := range list {
			number := list[i].Bytes()
			b = append(b, number[:]...)
		}
	}
	points(p.columns[:]...)
	points(p.z)
	points(p.parts[:]...)
	points(p.opening)
	numbers(p.values[:]...)
	points(p.shifted)
	numbers(p.next)
	return b
}
