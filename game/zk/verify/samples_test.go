package verify_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	plonk "github.com/consensys/gnark/backend/plonk/bls12-381"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// A sample is a proof that another build has made, with its key, gnark's form of it, and its public inputs.
type sample struct {
	name   string
	key    *verify.Key
	gnark  *plonk.VerifyingKey
	public []fr.Element
	proof  []byte
}

func (s sample) verify(proof []byte) error { return s.key.VerifyInputs(s.public, proof) }

// vectors are the recorded boards and answers of game/zk.
type vectors struct {
	Boards []struct {
		Name       string `json:"name"`
		RulesetID  uint32 `json:"ruleset_id"`
		Tag        string `json:"tag"`
		Commitment string `json:"commitment"`
		Proof      string `json:"proof"`
	} `json:"boards"`
	Answers []struct {
		Board string `json:"board"`
		Tile  string `json:"tile"`
		Hit   bool   `json:"hit"`
		Proof string `json:"proof"`
	} `json:"answers"`
}

// readVectors reads the vectors, and the point [tau]G2 of their keys.
func readVectors(t testing.TB) (v vectors, tau bls12381.G2Affine) {
	t.Helper()
	file, err := os.ReadFile("../testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file, &v); err != nil {
		t.Fatal(err)
	}
	if tau, err = verify.Tau(); err != nil {
		t.Fatal(err)
	}
	return v, tau
}

// keyOf returns a ruleset with its key.
func keyOf(t testing.TB, id uint32) (*game.Ruleset, *verify.Key) {
	t.Helper()
	r, err := game.RulesetByID(id)
	if err != nil {
		t.Fatal(err)
	}
	key, err := verify.KeyOf(r)
	if err != nil {
		t.Fatal(err)
	}
	return r, key
}

// samples returns the recorded boards.
func samples(t testing.TB) (list []sample) {
	t.Helper()
	recorded, tau := readVectors(t)
	gnarks := map[*verify.Key]*plonk.VerifyingKey{}
	for _, p := range recorded.Boards {
		_, key := keyOf(t, p.RulesetID)
		if gnarks[key] == nil {
			vk := key.VK(tau)
			gnarks[key] = &vk
		}
		s := sample{name: p.Name, key: key, gnark: gnarks[key], public: make([]fr.Element, 1)}
		s.proof = append(decodeHex(t, p.Commitment), decodeHex(t, p.Proof)...)
		if err := s.public[0].SetBytesCanonical(decodeHex(t, p.Tag)); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	if len(list) < 6 {
		t.Fatalf("only %d recorded proofs", len(list))
	}
	return list
}

func decodeHex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// readGnark reads the bytes of a proof with gnark's decoder. There have to be verify.PlonkSize of them.
func readGnark(b []byte) (*plonk.Proof, error) {
	proof := &plonk.Proof{}
	_, err := proof.ReadFrom(bytes.NewReader(gnarkBytes(b)))
	return proof, err
}

// A verdict is what becomes of the bytes of a proof.
type verdict string

// Verdicts.
const (
	undecoded verdict = "not decoded"
	refused   verdict = "decoded and refused"
	accepted  verdict = "accepted"
)

// judge returns the verdict, which has to be that of gnark's decoder and verifier. Of the proofs that gnark reads, ours
// refuses those with a point at infinity.
func judge(t testing.TB, s sample, b []byte) verdict {
	t.Helper()
	ours := s.verify(b)
	if len(b) != verify.PlonkSize {
		if !errors.Is(ours, verify.ErrEncoding) {
			t.Fatalf("%s: expected ErrEncoding of %d bytes, got %v", s.name, len(b), ours)
		}
		return undecoded
	}
	proof, theirs := readGnark(b)
	switch {
	case errors.Is(ours, verify.ErrEncoding):
		if theirs == nil && compressed(b) && !hasInfinity(proof) {
			t.Fatalf("%s: gnark reads what is refused here: %v for %x", s.name, ours, b)
		}
		return undecoded
	case theirs != nil:
		t.Fatalf("%s: gnark does not read what is decoded here: %v for %x", s.name, theirs, b)
	}
	theirs = plonk.Verify(proof, s.gnark, s.public)
	switch {
	case ours == nil && theirs == nil:
		return accepted
	case errors.Is(ours, verify.ErrProof) && theirs != nil:
		return refused
	}
	t.Fatalf("%s: gnark says %v, we say %v, of %x", s.name, theirs, ours, b)
	return ""
}

// compareDecoding decodes bytes with gnark's decoder and with ours, and reports whether ours did.
func compareDecoding(t testing.TB, b []byte) bool {
	t.Helper()
	points, numbers, err := verify.Decode(b)
	if err != nil {
		return false
	}
	theirs, err := readGnark(b)
	if err != nil {
		t.Fatalf("gnark does not read what is decoded here: %v for %x", err, b)
	}
	if !slices.Equal(points, pointsOf(theirs)) ||
		!slices.Equal(numbers, append(slices.Clone(theirs.BatchedProof.ClaimedValues), theirs.ZShiftedOpening.ClaimedValue)) {
		t.Fatalf("gnark reads another proof from %x", b)
	}
	return true
}

func pointsOf(p *plonk.Proof) []bls12381.G1Affine {
	return []bls12381.G1Affine{
		p.LRO[0], p.LRO[1], p.LRO[2], p.Z, p.H[0], p.H[1], p.H[2], p.BatchedProof.H, p.ZShiftedOpening.H,
	}
}

// compressed reports whether all points are compressed; gnark would read on where they are not.
func compressed(b []byte) bool {
	return !slices.ContainsFunc(points, func(at int) bool { return b[at]&0x80 == 0 })
}

func hasInfinity(p *plonk.Proof) bool {
	return slices.ContainsFunc(pointsOf(p), func(point bls12381.G1Affine) bool { return point.IsInfinity() })
}
