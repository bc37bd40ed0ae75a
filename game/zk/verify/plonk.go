package verify

import (
	"crypto/sha256"
	"math/bits"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

// PLONK's verifier. "Paper" is eprint.iacr.org/2019/953, section 8.3; "gnark" is the file
// backend/plonk/bls12-381/verify.go of gnark v0.16.0; "kzg" is ecc/bls12-381/kzg/kzg.go and "transcript"
// fiat-shamir/transcript.go, both of gnark-crypto v0.21.0. Where they differ, this follows gnark, because the proofs
// are gnark's: the linearised polynomial contains the quotient, and its value is part of the proof, so that step 8 of
// the paper is an equation to check.

// transcript is the input of the hash of the next challenge.
type transcript []byte

// points adds points as they are hashed: uncompressed.
func (t *transcript) points(list ...bls12381.G1Affine) {
	for i := range list {
		b := list[i].RawBytes()
		*t = append(*t, b[:]...)
	}
}

// numbers adds numbers.
func (t *transcript) numbers(list ...fr.Element) {
	for i := range list {
		b := list[i].Bytes()
		*t = append(*t, b[:]...)
	}
}

// challenge returns the hash as a number, and begins the transcript of the next challenge with its name and the hash
// (transcript: ComputeChallenge).
func (t *transcript) challenge(next string) (number fr.Element) {
	hash := sha256.Sum256(*t)
	*t = append(append((*t)[:0], next...), hash[:]...)
	number.SetBytes(hash[:]) // modulo the order of the group
	return number
}

// challenges are the random draws of an interactive verifier (paper: step 4).
type challenges struct{ beta, gamma, alpha, zeta fr.Element }

// newChallenges hashes key, public inputs and proof (gnark: bindPublicData, deriveRandomness).
func newChallenges(k *Key, public []fr.Element, p *proof) (c challenges) {
	t := append(make(transcript, 0, 4096), "gamma"...)
	t.points(k.points[:]...)
	t.numbers(public...)
	t.points(p.columns[:]...)
	c.gamma = t.challenge("beta")
	c.beta = t.challenge("alpha")
	t.points(p.z)
	c.alpha = t.challenge("zeta")
	t.points(p.parts[:]...)
	c.zeta = t.challenge("")
	return c
}

// evaluations are the values at zeta that the verifier computes itself.
type evaluations struct {
	power     fr.Element // zeta^n, n being the size of the domain
	vanishing fr.Element // Z_H(zeta) = zeta^n - 1 (paper: step 5)
	first     fr.Element // alpha^2 * L_0(zeta), of the first row (paper: step 6, which calls it L_1)
	inputs    fr.Element // PI(zeta), the polynomial of the public inputs (paper: step 7)
}

func newEvaluations(k *Key, public []fr.Element, c challenges) (e evaluations) {
	one := fr.One()
	e.power = c.zeta
	for range bits.TrailingZeros(uint(k.domain)) {
		e.power.Square(&e.power)
	}
	e.vanishing.Sub(&e.power, &one)

	// L_i(zeta) = omega^i/n * (zeta^n - 1)/(zeta - omega^i), for the row of each public input
	roots, inverses := make([]fr.Element, len(public)), make([]fr.Element, len(public))
	root := one
	for i := range public {
		roots[i] = root
		inverses[i].Sub(&c.zeta, &root)
		root.Mul(&root, &k.omega)
	}
	inverses = fr.BatchInvert(inverses)
	for i := range public {
		var lagrange fr.Element
		lagrange.Mul(&roots[i], &k.domainInverse).Mul(&lagrange, &e.vanishing).Mul(&lagrange, &inverses[i])
		if i == 0 {
			e.first.Mul(&lagrange, &c.alpha).Mul(&e.first, &c.alpha)
		}
		lagrange.Mul(&lagrange, &public[i])
		e.inputs.Add(&e.inputs, &lagrange)
	}
	return e
}

// linearised is the polynomial that is 0 at zeta but for a constant if all rows hold: its value there, and the factors
// of the commitments to S3 and Z in its own commitment.
type linearised struct{ value, s3, z fr.Element }

// newLinearised computes the value from the others of the proof (paper: step 8, r_0; gnark: constLin), and the factors
// of the permutation's part (paper: step 9; gnark: _s1, coeffZ).
func newLinearised(k *Key, p *proof, c challenges, e evaluations) (lin linearised) {
	// the sum of a value, of a point times beta, and of gamma
	side := func(value, point fr.Element) fr.Element {
		point.Mul(&point, &c.beta).Add(&point, &value).Add(&point, &c.gamma)
		return point
	}
	l, r, o, s1, s2 := p.values[1], p.values[2], p.values[3], p.values[4], p.values[5]

	// the product is alpha * (l + beta*s1 + gamma) * (r + beta*s2 + gamma) * z(omega*zeta)
	left, right := side(l, s1), side(r, s2)
	var product fr.Element
	product.Mul(&c.alpha, &left).Mul(&product, &right).Mul(&product, &p.next)

	// the value is -(PI(zeta) - alpha^2*L_0(zeta) + product * (o + gamma))
	var constant fr.Element
	constant.Add(&o, &c.gamma).Mul(&constant, &product).Sub(&constant, &e.first).Add(&constant, &e.inputs)
	lin.value.Neg(&constant)

	lin.s3.Mul(&product, &c.beta)

	// the factor of Z is alpha^2*L_0(zeta) less
	// alpha * (l + beta*zeta + gamma) * (r + beta*k1*zeta + gamma) * (o + beta*k2*zeta + gamma)
	var zeta1, zeta2 fr.Element
	zeta1.Mul(&c.zeta, &k.shift)
	zeta2.Mul(&zeta1, &k.shift)
	first, second, third := side(l, c.zeta), side(r, zeta1), side(o, zeta2)
	product.Mul(&c.alpha, &first).Mul(&product, &second).Mul(&product, &third)
	lin.z.Sub(&e.first, &product)
	return lin
}

// check returns the fault of a proof, or an empty string.
func (k *Key) check(public []fr.Element, p *proof) (fault string) {
	c := newChallenges(k, public, p)
	e := newEvaluations(k, public, c)
	lin := newLinearised(k, p, c, e)
	if !lin.value.Equal(&p.values[0]) {
		return "its values do not fit each other"
	}
	tables := newProofTables(p)
	commitment := lin.commitment(k, p, c, e, tables)
	if !newFolding(k, p, c, commitment).holds(k, p, c, commitment, tables) {
		return "its values are not those of the committed polynomials"
	}
	return ""
}

// proofTables are the tables of a proof's points. Those of Z and of its opening are used twice.
type proofTables struct {
	columns, parts      []table
	z, opening, shifted table
}

func newProofTables(p *proof) proofTables {
	list := newTables([]bls12381.G1Affine{
		p.columns[0], p.columns[1], p.columns[2], p.parts[0], p.parts[1], p.parts[2], p.z, p.opening, p.shifted,
	}, proofMultiples)
	return proofTables{columns: list[:3], parts: list[3:6], z: list[6], opening: list[7], shifted: list[8]}
}

// commitment returns the commitment to the linearised polynomial (paper: step 9, [D] without what u adds; gnark:
// linearizedPolynomialDigest): the gates l*[Ql] + r*[Qr] + l*r*[Qm] + o*[Qo] + [Qk], the permutation, and the quotient
// -Z_H(zeta) * ([H0] + zeta^(n+2)*[H1] + zeta^(2n+4)*[H2]).
func (lin linearised) commitment(k *Key, p *proof, c challenges, e evaluations, t proofTables) (d bls12381.G1Affine) {
	l, r, o := p.values[1], p.values[2], p.values[3]
	var lr, power, h0, h1, h2 fr.Element
	lr.Mul(&l, &r)
	power.Square(&c.zeta).Mul(&power, &e.power)
	h0.Neg(&e.vanishing)
	h1.Mul(&h0, &power)
	h2.Mul(&h1, &power)
	result := sum(
		term{k.tables[keyQl], l}, term{k.tables[keyQr], r}, term{k.tables[keyQm], lr}, term{k.tables[keyQo], o},
		term{k.tables[keyS3], lin.s3}, term{t.z, lin.z},
		term{t.parts[0], h0}, term{t.parts[1], h1}, term{t.parts[2], h2},
	)
	result.AddMixed(&k.points[keyQk])
	return *d.FromJacobian(&result)
}

// folding are the challenges that make one opening of all.
type folding struct {
	v fr.Element // folds the six polynomials that are opened at zeta (paper: step 4; kzg: deriveGamma)
	// u folds the openings at zeta and at omega*zeta (paper: step 4). It is not part of gnark's proofs: gnark's verifier
	// draws it at random (kzg: BatchVerifyMultiPoints). Here it is the hash of everything that the two depend on: of the
	// openings, and by v and zeta of key, public inputs and the rest of the proof.
	u fr.Element
}

func newFolding(k *Key, p *proof, c challenges, linearised bls12381.G1Affine) (f folding) {
	t := append(make(transcript, 0, 1024), "gamma"...)
	t.numbers(c.zeta)
	t.points(linearised, p.columns[0], p.columns[1], p.columns[2], k.points[keyS1], k.points[keyS2])
	t.numbers(p.values[:]...)
	t.numbers(p.next)
	f.v = t.challenge("u")
	t.points(p.opening, p.shifted)
	f.u = t.challenge("")
	return f
}

// holds checks both openings with one pairing (paper: steps 10 to 12; kzg: FoldProof, BatchVerifyMultiPoints). An
// opening W of a polynomial with commitment C and value y at x holds if e(C - y*[1] + x*W, G2) = e(W, [tau]G2).
func (f folding) holds(k *Key, p *proof, c challenges, linearised bls12381.G1Affine, t proofTables) bool {
	// the powers of v, and the factor of [1]: -(sum of v^i*values[i] + u*z(omega*zeta)) (paper: step 11)
	var powers [len(p.values)]fr.Element
	var value, product fr.Element
	power := fr.One()
	value.Mul(&f.u, &p.next)
	for i := range powers {
		powers[i] = power
		value.Add(&value, product.Mul(&power, &p.values[i]))
		power.Mul(&power, &f.v)
	}
	value.Neg(&value)
	var shifted fr.Element // u*omega*zeta
	shifted.Mul(&c.zeta, &k.omega).Mul(&shifted, &f.u)

	left := sum(
		term{t.columns[0], powers[1]}, term{t.columns[1], powers[2]}, term{t.columns[2], powers[3]},
		term{k.tables[keyS1], powers[4]}, term{k.tables[keyS2], powers[5]}, term{t.z, f.u},
		term{k.generator, value}, term{t.opening, c.zeta}, term{t.shifted, shifted},
	)
	left.AddMixed(&linearised)
	right := sum(term{t.shifted, f.u})
	right.AddMixed(&p.opening)
	right.Neg(&right)

	var pair [2]bls12381.G1Affine
	pair[0].FromJacobian(&left)
	pair[1].FromJacobian(&right)
	return pairs(pair, k.lines)
}
