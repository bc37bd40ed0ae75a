package verify_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// TestAttackForgedProofs makes accepted proofs of random keys with the secret behind their points, and then changes
// each part: no term of the equations is left out, or added up wrongly, in a way that gnark does not share.
func TestAttackForgedProofs(t *testing.T) {
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

// verdictsOfEveryBuild is the SHA-256 of what TestAttackVerdictsOfEveryBuild sees.
const verdictsOfEveryBuild = "d5df923aa8bbc14874aa1e77bfa7107b9688b32e0ff125d7370f1cd5f329f9da"

// TestAttackVerdictsOfEveryBuild compares bytes and verdicts with a constant. `make zk` also runs it in a build without
// assembly and in one for processors of 32 bits: whatever a node was built with and runs on, it says the same.
func TestAttackVerdictsOfEveryBuild(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	list := forgedSamples(t, rng, 3)
	hash := sha256.New()
	for i := range 120 {
		s := list[rng.IntN(len(list))]
		s.proof = bytes.Clone(s.proof)
		if i >= len(list) {
			mutate(rng, &s, list)
			if rng.IntN(2) == 0 {
				s.key.Repair(s.public, s.proof)
			}
		}
		err := s.verify(s.proof)
		if i < len(list) && err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		hash.Write(fmt.Appendf(nil, "%x %x %x %v\n", s.key.Hash(), s.public, s.proof, err))
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != verdictsOfEveryBuild {
		t.Errorf("expected %s, got %s", verdictsOfEveryBuild, got)
	}
}

// TestValuesHaveToFit shows openings that hold, of values that break the equation of the rows: what they are worth is
// what the verifier computes from them itself.
func TestValuesHaveToFit(t *testing.T) {
	f := verify.NewForger(t, rand.New(rand.NewPCG(6, 6)))
	gnark := f.Key.VK(f.Tau)
	s := sample{name: "forged", key: f.Key, gnark: &gnark, public: f.Public}
	if got := judge(t, s, f.ForgeUnfit()); got != refused {
		t.Errorf("it is %s", got)
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

// TestAPairingIsNotFooledByInfinity pins what the verifier relies on in gnark-crypto: openings can be chosen such that
// the left side of the pairing is at infinity, whatever folds them, and then it must not hold for any right side.
func TestAPairingIsNotFooledByInfinity(t *testing.T) {
	key, err := verify.KeyOf(game.ClassicZK())
	if err != nil {
		t.Fatal(err)
	}
	_, _, generator, _ := bls12381.Generators()
	var infinity bls12381.G1Affine
	for name, pair := range map[string][]bls12381.G1Affine{
		"left": {infinity, generator}, "right": {generator, infinity}, "neither": {generator, generator},
	} {
		lines := key.Lines()
		if holds, err := bls12381.PairingCheckFixedQ(pair, lines[:]); holds || err != nil {
			t.Errorf("%s at infinity: expected it not to hold, got %t and error %v", name, holds, err)
		}
	}
}
