package verify_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game/zk/verify"
)

// TestForgedProofs makes accepted proofs of random keys with the secret behind their points, and then changes each
// part: no term of the equations is left out, or added up wrongly, in a way that gnark does not share.
func TestForgedProofs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 3 {
		s := forgedSamples(t, rng, 1)[0]
		if got := judge(t, s, s.proof); got != accepted {
			t.Fatalf("a proof made with the secret is %s", got)
		}
		for _, at := range points {
			bad := bytes.Clone(s.proof)
			bad[at] ^= 0x20
			s.key.Repair(s.public, bad)
			if got := judge(t, s, bad); got != refused {
				t.Errorf("with another sign of the point at %d it is %s", at, got)
			}
		}
		for _, at := range numbers {
			bad := bytes.Clone(s.proof)
			changeNumber(bad[at:], func(n *fr.Element) { n.Double(n) })
			if got := judge(t, s, bad); got != refused {
				t.Errorf("with another number at %d it is %s", at, got)
			}
			s.key.Repair(s.public, bad)
			if got, want := judge(t, s, bad), refused; got != want && at != numbers[0] {
				t.Errorf("with another number at %d and values that fit it is %s", at, got)
			}
		}
		for i := range s.public {
			changed := s
			changed.public = slices.Clone(s.public)
			changed.public[i].Double(&changed.public[i])
			bad := bytes.Clone(s.proof)
			s.key.Repair(changed.public, bad)
			if got := judge(t, changed, bad); got != refused {
				t.Errorf("with another public input %d and values that fit it is %s", i, got)
			}
		}
	}
}

// TestOpeningsCannotCancelEachOther shows proofs whose openings are both wrong, such that the pairing would hold if
// the challenge that folds them did not depend on both.
func TestOpeningsCannotCancelEachOther(t *testing.T) {
	f := verify.NewForger(t, rand.New(rand.NewPCG(5, 5)))
	gnark := f.Key.VK(f.Tau)
	s := sample{name: "forged", key: f.Key, gnark: &gnark, public: f.Public}
	for i, proof := range f.ForgeCancelling() {
		if got := judge(t, s, proof); got != refused {
			t.Errorf("kind %d: %s", i, got)
		}
	}
}
