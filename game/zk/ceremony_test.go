package zk

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/kzg"
	"github.com/consensys/gnark-crypto/utils"
	_ "github.com/crate-crypto/go-eth-kzg" // ships the ceremony's points

	"github.com/battleship-chain/battleship/game"
)

var update = flag.Bool("update", false, "record keys, points and vectors anew; commit only what you understand")

// ceremonyModule is where the points of the Ethereum KZG ceremony come from, and ceremonyHash the SHA-256 of its file.
const (
	ceremonyModule = "github.com/crate-crypto/go-eth-kzg"
	ceremonyHash   = "f8e44a31ebf0a6d0734dcb301b0716e2c77f3ae18ed0cab0870fbcc2ca55616f"
)

// tauG2 is [tau]G2 as Ethereum's consensus specification has it, in trusted_setup_4096.json.
const tauG2 = "b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72" +
	"185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2"

// ceremonyPoints are the points that the module ships. It does not check them itself, but for their decoding.
type ceremonyPoints struct {
	g1 []bls12381.G1Affine
	g2 []bls12381.G2Affine
}

var ceremony = sync.OnceValues(func() (*ceremonyPoints, error) {
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", ceremonyModule)
	dir, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(list.Args, " "), err)
	}
	file, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "trusted_setup.json"))
	if err != nil {
		return nil, err
	}
	if hash := sha256.Sum256(file); hex.EncodeToString(hash[:]) != ceremonyHash {
		return nil, fmt.Errorf("trusted_setup.json of %s has SHA-256 %x, expected %s", ceremonyModule, hash, ceremonyHash)
	}
	var texts struct {
		G1 []string `json:"g1_monomial"`
		G2 []string `json:"g2_monomial"`
	}
	if err := json.Unmarshal(file, &texts); err != nil {
		return nil, err
	}
	points := &ceremonyPoints{g1: make([]bls12381.G1Affine, len(texts.G1)), g2: make([]bls12381.G2Affine, len(texts.G2))}
	for i, text := range texts.G1 {
		b, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
		if err != nil {
			return nil, err
		}
		if _, err := points.g1[i].SetBytes(b); err != nil { // also checks that it is in the group
			return nil, fmt.Errorf("g1 %d: %w", i, err)
		}
	}
	for i, text := range texts.G2[:2] {
		b, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
		if err != nil {
			return nil, err
		}
		if _, err := points.g2[i].SetBytes(b); err != nil {
			return nil, fmt.Errorf("g2 %d: %w", i, err)
		}
	}
	return points, nil
})

// newCeremonySRS returns the powers of the ceremony, with which circuits are set up.
func newCeremonySRS(t testing.TB) *srs {
	t.Helper()
	points, err := ceremony()
	if err != nil {
		t.Fatal(err)
	}
	s := newSRS()
	copy(s.powers, points.g1)
	return s
}

// addRows computes the other points from the powers, in which a polynomial is the sum of its coefficients' multiples.
func (s *srs) addRows(t testing.TB) {
	t.Helper()
	var err error
	if s.rows, err = kzg.ToLagrangeG1(s.powers[:domainSize]); err != nil {
		t.Fatal(err)
	}
	domain := fft.NewDomain(domainSize)
	for i := range s.tiles {
		row := make([]fr.Element, domainSize) // L_j
		row[public+i].SetOne()
		domain.FFTInverse(row, fft.DIF)
		utils.BitReverse(row)
		var at fr.Element
		at.Exp(domain.Generator, big.NewInt(int64(public+i)))
		opening, err := kzg.Open(row, at, s.key())
		if err != nil {
			t.Fatal(err)
		}
		s.tiles[i] = opening.H
	}
}

// TestAttackCeremony checks the embedded points: they are the ceremony's, and these are powers of one number.
func TestAttackCeremony(t *testing.T) {
	points, err := ceremony()
	if err != nil {
		t.Fatal(err)
	}
	_, _, g1, g2 := bls12381.Generators()
	if points.g1[0] != g1 || points.g2[0] != g2 {
		t.Fatal("the first points are not the generators")
	}
	if tau := points.g2[1].Bytes(); hex.EncodeToString(tau[:]) != tauG2 {
		t.Fatalf("[tau]G2 is %x, not that of Ethereum", tau)
	}
	checkPowers(t, points)
	s := newCeremonySRS(t)
	s.addRows(t)
	var all []byte
	for _, point := range slices.Concat(s.powers, s.rows, s.tiles) {
		b := point.RawBytes()
		all = append(all, b[:]...)
	}
	recorded(t, "srs.bin", srsBytes, all, srsHash)
	tau := points.g2[1].Bytes()
	recordedFile(t, "verify/keys/tau.g2", tau[:])
}

// checkPowers shows with one pairing that each point is tau times the one before: for random numbers r it compares
// e(sum r^i P(i+1), G2) with e(sum r^i P(i), [tau]G2).
func checkPowers(t *testing.T, points *ceremonyPoints) {
	t.Helper()
	var r fr.Element
	r.MustSetRandom()
	factors := make([]fr.Element, len(points.g1)-1)
	factors[0].SetOne()
	for i := 1; i < len(factors); i++ {
		factors[i].Mul(&factors[i-1], &r)
	}
	sum := func(list []bls12381.G1Affine) bls12381.G1Affine {
		var p bls12381.G1Affine
		if _, err := p.MultiExp(list, factors, ecc.MultiExpConfig{}); err != nil {
			t.Fatal(err)
		}
		return p
	}
	above, below := sum(points.g1[1:]), sum(points.g1[:len(factors)])
	below.Neg(&below)
	ok, err := bls12381.PairingCheck([]bls12381.G1Affine{above, below}, points.g2[:2])
	if err != nil || !ok {
		t.Fatalf("the points are not powers of one number: %v", err)
	}
	points.g1[7], points.g1[8] = points.g1[8], points.g1[7]
	above, below = sum(points.g1[1:]), sum(points.g1[:len(factors)])
	points.g1[7], points.g1[8] = points.g1[8], points.g1[7]
	below.Neg(&below)
	if ok, _ := bls12381.PairingCheck([]bls12381.G1Affine{above, below}, points.g2[:2]); ok {
		t.Fatal("two points in each other's place were not noticed")
	}
}

// TestAttackKeysFollowFromCircuits compiles all circuits and compares their keys with the embedded ones.
func TestAttackKeysFollowFromCircuits(t *testing.T) {
	s := newCeremonySRS(t)
	for _, r := range rulesets() {
		recordedFile(t, "verify/keys/"+r.Name+".vk", newTestCircuit(t, r, s, nil).keyBytes())
		if *update {
			continue
		}
		if _, err := NewProver(r); err != nil {
			t.Error(err)
		}
	}
}

// newTestCircuit returns the circuit of a ruleset with a key of its own.
func newTestCircuit(t testing.TB, r *game.Ruleset, points *srs, change func([]row)) *circuit {
	t.Helper()
	c, err := newCircuit(newTestLayout(t, r), points, change)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.setup(); err != nil {
		t.Fatal(err)
	}
	return c
}

// recordedFile compares bytes with a file, or records them; the hash stands in Go beside what embeds the file.
func recordedFile(t *testing.T, name string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil && !*update {
		t.Fatal(err)
	}
	recorded(t, name, got, want, "")
}

func recorded(t *testing.T, name string, got, want []byte, pinned string) {
	t.Helper()
	hash := sha256.Sum256(want)
	switch {
	case *update:
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: pin SHA-256 %x", name, hash)
	case !bytes.Equal(got, want):
		t.Errorf("%s is not what follows from the ceremony and the circuits: %d bytes with SHA-256 %x, expected %x",
			name, len(got), sha256.Sum256(got), hash)
	case pinned != "" && pinned != hex.EncodeToString(hash[:]):
		t.Errorf("%s: pinned SHA-256 %s, expected %x", name, pinned, hash)
	default:
		t.Logf("%s: %d bytes, SHA-256 %x", name, len(want), hash)
	}
}
