package verify_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game/zk/verify"
)

var (
	mutations = flag.Int("mutations", 300, "how many mutated proofs TestAttackMutatedProofs tries")
	seed      = flag.Uint64("seed", 30, "seed of TestAttackMutatedProofs")
)

// forgedSamples are accepted proofs of keys whose secret is known.
func forgedSamples(t testing.TB, rng *rand.Rand, count int) (list []sample) {
	t.Helper()
	for i := range count {
		f := verify.NewForger(t, rng)
		gnark := f.Key.VK(f.Tau)
		for range 2 {
			list = append(list, sample{
				name: fmt.Sprint("forged ", i), key: f.Key, gnark: &gnark, public: f.Public, proof: f.Forge(),
			})
		}
	}
	return list
}

// TestAttackMutatedProofs changes proofs and their public inputs at random, from single bits to parts exchanged between
// proofs, and compares the verdict with that of gnark. One in six is repaired such that its values fit each other:
// then the pairing decides, if it can be decoded. Only the proofs themselves are accepted, and nothing panics.
// -mutations and -seed make it a campaign.
func TestAttackMutatedProofs(t *testing.T) {
	t.Logf("seed %d", *seed)
	rng := rand.New(rand.NewPCG(*seed, 0))
	recorded := samples(t)
	list := recorded
	count := map[verdict]int{}
	repaired := 0
	for i := range *mutations {
		if i%2000 == 0 { // other keys now and then
			list = append(slices.Clip(recorded), forgedSamples(t, rng, 4)...)
		}
		s := list[rng.IntN(len(list))]
		s.proof = bytes.Clone(s.proof)
		mutate(rng, &s, list)
		known := isKnown(s, list)
		for known && rng.IntN(8) > 0 || rng.IntN(2) == 0 { // few of those that nothing was changed in
			mutate(rng, &s, list)
			known = isKnown(s, list)
		}
		if rng.IntN(6) == 0 && s.key.Repair(s.public, s.proof) {
			if known = isKnown(s, list); !known {
				repaired++
			}
		}
		if i%16 == 0 {
			compareDecoding(t, s.proof)
		}
		got := judge(t, s, s.proof)
		count[got]++
		if (got == accepted) != known {
			t.Fatalf("%s: %s, although that it is a proof made for this is %v: %x", s.name, got, known, s.proof)
		}
	}
	t.Logf("%d proofs: %d %s, %d %s, %d of these with values that fit, %d %s", *mutations,
		count[undecoded], undecoded, count[refused], refused, repaired, count[accepted], accepted)
}

// isKnown reports whether the proof is one of the list, for the same statement and key.
func isKnown(s sample, list []sample) bool {
	return slices.ContainsFunc(list, func(o sample) bool {
		return s.key == o.key && slices.Equal(s.public, o.public) && bytes.Equal(s.proof, o.proof)
	})
}

// mutate changes a proof, its public inputs or its key in one of several ways.
func mutate(rng *rand.Rand, s *sample, list []sample) {
	b, other := s.proof, list[rng.IntN(len(list))]
	point, number := points[rng.IntN(len(points))], numbers[rng.IntN(len(numbers))]
	anyPoint, anyNumber := points[rng.IntN(len(points))], numbers[rng.IntN(len(numbers))]
	switch rng.IntN(18) {
	case 0: // a bit
		bit := rng.IntN(8 * len(b))
		b[bit/8] ^= 1 << (bit % 8)
	case 1: // a few bytes
		for range 1 + rng.IntN(4) {
			b[rng.IntN(len(b))] = byte(rng.Uint32())
		}
	case 2: // a point of the same proof
		copy(b[point:point+48], b[anyPoint:])
	case 3: // two points in each other's place
		swapped := bytes.Clone(b[point : point+48])
		copy(b[point:point+48], b[anyPoint:])
		copy(b[anyPoint:], swapped)
	case 4: // the same point of another proof
		copy(b[point:point+48], other.proof[point:])
	case 5: // the same number of another proof
		copy(b[number:number+32], other.proof[number:])
	case 6: // any number of another proof, or of this one
		copy(b[number:number+32], other.proof[anyNumber:])
	case 7: // all of another proof from somewhere on
		at := append(slices.Clone(points), numbers...)[rng.IntN(16)]
		copy(b[at:], other.proof[at:])
	case 8: // a number near 0 or near the order
		var n fr.Element
		n.SetInt64(int64(rng.IntN(7)) - 3)
		putNumber(b[number:], n)
	case 9: // a number moved a little
		changeNumber(b[number:], func(n *fr.Element) {
			var by fr.Element
			n.Add(n, by.SetInt64([]int64{-2, -1, 1, 2}[rng.IntN(4)]))
		})
	case 10: // a number with the other sign, doubled, or its inverse
		changeNumber(b[number:], []func(*fr.Element){
			func(n *fr.Element) { n.Neg(n) }, func(n *fr.Element) { n.Double(n) }, func(n *fr.Element) { n.Inverse(n) },
		}[rng.IntN(3)])
	case 11: // a point with the other sign
		b[point] ^= 0x20
	case 12: // a point doubled, or the sum with another one
		with := []int{point, anyPoint}[rng.IntN(2)]
		changePoint(b[point:], func(p *bls12381.G1Affine) { addPoint(p, b[with:]) })
	case 13: // a point moved by a multiple of the generator, small or not
		changePoint(b[point:], func(p *bls12381.G1Affine) {
			by := multipleOfG(rng.Int64() >> (8 * rng.IntN(8)))
			p.Add(p, &by)
		})
	case 14: // both openings moved, in ways that might cancel each other
		offset := multipleOfG(1 + rng.Int64N(3))
		changePoint(b[336:], func(p *bls12381.G1Affine) { p.Add(p, &offset) })
		changePoint(b[576:], func(p *bls12381.G1Affine) { p.Sub(p, &offset) })
	case 15: // a public input, moved or exchanged
		s.public = slices.Clone(s.public)
		i := rng.IntN(len(s.public))
		var by fr.Element
		by.SetInt64([]int64{-1, 1, 0}[rng.IntN(3)])
		by.Add(&by, &s.public[rng.IntN(len(s.public))])
		s.public[i] = by
	case 16: // another statement of the same circuit
		if len(other.public) == len(s.public) {
			s.public = other.public
		}
	case 17: // another circuit
		if len(other.public) == len(s.public) {
			s.key, s.gnark = other.key, other.gnark
		}
	}
}

func putNumber(b []byte, n fr.Element) {
	bytes := n.Bytes()
	copy(b, bytes[:])
}

func changeNumber(b []byte, change func(*fr.Element)) {
	var n fr.Element
	if n.SetBytesCanonical(b[:32]) == nil {
		change(&n)
		putNumber(b, n)
	}
}

// changePoint leaves what is no point, or would be at infinity, as it is.
func changePoint(b []byte, change func(*bls12381.G1Affine)) {
	var p bls12381.G1Affine
	if _, err := p.SetBytes(b[:48]); err != nil {
		return
	}
	if change(&p); !p.IsInfinity() {
		bytes := p.Bytes()
		copy(b, bytes[:])
	}
}

func addPoint(p *bls12381.G1Affine, b []byte) {
	var by bls12381.G1Affine
	if _, err := by.SetBytes(b[:48]); err == nil {
		p.Add(p, &by)
	}
}

func multipleOfG(n int64) (p bls12381.G1Affine) {
	return *p.ScalarMultiplicationBase(big.NewInt(n))
}
