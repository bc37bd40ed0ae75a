package verify_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	plonk "github.com/consensys/gnark/backend/plonk/bls12-381"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// TestEveryPublicInputCounts adds one to each public input, and leaves one out or adds one.
func TestEveryPublicInputCounts(t *testing.T) {
	for _, s := range samples(t)[:3] {
		for i := range s.public {
			changed := s
			changed.public = slices.Clone(s.public)
			one := fr.One()
			changed.public[i].Add(&changed.public[i], &one)
			if err := changed.verify(s.proof); !errors.Is(err, verify.ErrProof) {
				t.Errorf("%s, input %d: expected ErrProof, got %v", s.name, i, err)
			}
		}
		for _, public := range [][]fr.Element{nil, s.public[1:], append(slices.Clone(s.public), fr.Element{})} {
			changed := s
			changed.public = public
			if err := changed.verify(s.proof); !errors.Is(err, verify.ErrStatement) {
				t.Errorf("%s, %d inputs: expected ErrStatement, got %v", s.name, len(public), err)
			}
		}
	}
}

// TestAttackAWrongOpeningIsRefused changes the points that only the pairing checks. A key whose lines are missing
// would let them pass, and so might a key whose lines are used up by the pairing before.
func TestAttackAWrongOpeningIsRefused(t *testing.T) {
	s := samples(t)[0]
	for _, at := range []int{336, 576} { // the two openings
		bad := bytes.Clone(s.proof)
		copy(bad[at:at+48], s.proof[:48])
		for range 3 {
			if err := s.verify(bad); !errors.Is(err, verify.ErrProof) {
				t.Errorf("opening at byte %d: expected ErrProof, got %v", at, err)
			}
			if err := s.verify(s.proof); err != nil {
				t.Error(err)
			}
		}
		// this is why: gnark accepts the same proof with a key without lines
		proof, err := readGnark(bad)
		if err != nil {
			t.Fatal(err)
		}
		empty := *s.gnark
		empty.Kzg.Lines = [2][2][len(bls12381.LoopCounter) - 1]bls12381.LineEvaluationAff{}
		if err := plonk.Verify(proof, &empty, s.public); err != nil {
			t.Logf("opening at byte %d: without lines gnark says %v", at, err)
		} else {
			t.Logf("opening at byte %d: without lines gnark accepts it", at)
		}
	}
}

// TestKeysAreNotWorn verifies with every key and compares it with itself before.
func TestKeysAreNotWorn(t *testing.T) {
	tau, err := verify.Tau()
	if err != nil {
		t.Fatal(err)
	}
	_, _, _, g2 := bls12381.Generators()
	want := [2][2][len(bls12381.LoopCounter) - 1]bls12381.LineEvaluationAff{
		bls12381.PrecomputeLines(g2), bls12381.PrecomputeLines(tau),
	}
	for _, s := range samples(t) {
		before := s.key.Clone()
		if err := s.verify(s.proof); err != nil {
			t.Error(err)
		}
		if !reflect.DeepEqual(before, s.key) {
			t.Errorf("%s: verifying has changed the key", s.name)
		}
		if s.key.Lines() != want {
			t.Errorf("%s: the lines are not those of the ceremony's points", s.name)
		}
	}
}

// TestVerifyingAtOnce verifies with the same keys from several goroutines.
func TestVerifyingAtOnce(t *testing.T) {
	list, openings := samples(t), answers(t)
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for i, a := range openings {
				if err := a.verify(); err != nil {
					t.Errorf("answer %d: %v", i, err)
				}
			}
			for i, s := range list {
				if err := s.verify(s.proof); err != nil {
					t.Errorf("%s: %v", s.name, err)
				}
				if err := s.verify(list[(i+1)%len(list)].proof); !errors.Is(err, verify.ErrProof) {
					t.Errorf("%s with the proof of %s: expected ErrProof, got %v", s.name, list[(i+1)%len(list)].name, err)
				}
			}
		})
	}
	group.Wait()
}

// TestKeyBytes are what is no key.
func TestKeyBytes(t *testing.T) {
	tau, err := verify.Tau()
	if err != nil {
		t.Fatal(err)
	}
	for file, hash := range verify.PinnedFiles() {
		good, err := verify.ReadPin(file, hash)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := verify.ReadPin(file, hash[2:]+hash[:2]); !errors.Is(err, verify.ErrKeys) {
			t.Errorf("%s with another hash: expected ErrKeys, got %v", file, err)
		}
		if !strings.HasSuffix(file, ".vk") {
			continue
		}
		key, err := verify.NewKey(good, tau)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(keyBytes(key.VK(tau)), good) {
			t.Errorf("%s: decoded and encoded, a key is another one", file)
		}
		for name, change := range map[string]func(b []byte) []byte{
			"empty":               func([]byte) []byte { return nil },
			"a byte short":        func(b []byte) []byte { return b[1:] },
			"a byte long":         func(b []byte) []byte { return append(b, 0) },
			"no domain":           func(b []byte) []byte { clear(b[:8]); return b },
			"a domain of 3":       func(b []byte) []byte { clear(b[:8]); b[7] = 3; return b },
			"a huge domain":       func(b []byte) []byte { b[0] = 0x80; return b },
			"many inputs":         func(b []byte) []byte { b[8] = 1; return b },
			"65 inputs":           func(b []byte) []byte { b[15] = 65; return b },
			"no inputs":           func(b []byte) []byte { clear(b[8:16]); return b },
			"a domain of 1":       func(b []byte) []byte { clear(b[:8]); b[7] = 1; return b },
			"a domain of 8192":    func(b []byte) []byte { clear(b[:8]); b[6] = 0x20; return b },
			"a point at infinity": func(b []byte) []byte { clear(b[16:64]); b[16] = 0xc0; return b },
			"a point off":         func(b []byte) []byte { offCurve(b[16:64]); return b },
		} {
			if _, err := verify.NewKey(change(bytes.Clone(good)), tau); !errors.Is(err, verify.ErrKeys) {
				t.Errorf("%s, %s: expected ErrKeys, got %v", file, name, err)
			}
		}
	}
	if _, err := verify.KeyOf(nil); !errors.Is(err, verify.ErrKeys) {
		t.Errorf("no ruleset: expected ErrKeys, got %v", err)
	}
	renamed := game.ClassicZK()
	renamed.Name = "mine"
	for _, r := range []*game.Ruleset{game.Classic(), game.Xaya(), renamed} {
		if _, err := verify.KeyOf(r); !errors.Is(err, verify.ErrKeys) {
			t.Errorf("ruleset %s, which has no circuits: expected ErrKeys, got %v", r.Name, err)
		}
	}
}

// keyBytes are the bytes of gnark's form of a key.
func keyBytes(vk plonk.VerifyingKey) []byte {
	b := binary.BigEndian.AppendUint64(nil, vk.Size)
	b = binary.BigEndian.AppendUint64(b, vk.NbPublicVariables)
	for _, point := range []bls12381.G1Affine{vk.S[0], vk.S[1], vk.S[2], vk.Ql, vk.Qr, vk.Qm, vk.Qo, vk.Qk} {
		bytes := point.Bytes()
		b = append(b, bytes[:]...)
	}
	return b
}

// TestImports holds what a node links: of gnark nothing, and to verify only what is needed for the curve.
func TestImports(t *testing.T) {
	const module = "github.com/battleship-chain/battleship/"
	for _, path := range deps(t, module+"game/zk/verify") {
		switch {
		case strings.HasPrefix(path, "github.com/consensys/gnark/"),
			strings.HasPrefix(path, "github.com/consensys/gnark-crypto/ecc/") && !strings.Contains(path, "/ecc/bls12-381"),
			strings.HasSuffix(path, "/kzg"), strings.HasSuffix(path, "/game/zk"), strings.Contains(path, "go-eth-kzg"):
			t.Errorf("a verifier links %s", path)
		}
	}
	node := slices.DeleteFunc(list(t, module+"app", module+"x/battleship/..."), func(path string) bool {
		return path == module+"x/battleship/internal/kit" // the kit of tests makes proofs
	})
	for _, path := range deps(t, node...) {
		if strings.HasPrefix(path, "github.com/consensys/gnark/") || path == module+"game/zk" {
			t.Errorf("a node links %s", path)
		}
	}
}

// deps returns the packages that the given ones import, and these.
func deps(t *testing.T, paths ...string) []string {
	t.Helper()
	return list(t, append([]string{"-deps"}, paths...)...)
}

// list returns the packages that the go command lists.
func list(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list %s: %v", args, err)
	}
	return strings.Fields(string(out))
}
