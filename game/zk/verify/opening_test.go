package verify_test

import (
	"bytes"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/kzg"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// An answered is a recorded answer, with its key and gnark-crypto's form of it.
type answered struct {
	key        *verify.Key
	kzg        kzg.VerifyingKey
	ruleset    *game.Ruleset
	commitment verify.Commitment
	tile       int
	hit        bool
	proof      []byte
}

// answers returns the recorded answers.
func answers(t testing.TB) (list []answered) {
	t.Helper()
	recorded, tau := readVectors(t)
	boards := map[string]answered{}
	for _, b := range recorded.Boards {
		r, key := keyOf(t, b.RulesetID)
		boards[b.Name] = answered{
			key: key, kzg: key.VK(tau).Kzg, ruleset: r, commitment: verify.Commitment(decodeHex(t, b.Commitment)),
		}
	}
	for _, a := range recorded.Answers {
		one := boards[a.Board]
		tile, err := one.ruleset.ParseTile(a.Tile)
		if err != nil {
			t.Fatal(err)
		}
		one.tile, one.hit, one.proof = int(tile), a.Hit, decodeHex(t, a.Proof)
		list = append(list, one)
	}
	return list
}

func (a answered) verify() error { return a.key.VerifyOpening(a.commitment, a.tile, a.hit, a.proof) }

// naive verifies with gnark-crypto alone: decoding, and a pairing of points that are computed one by one.
func (a answered) naive() error {
	var c, w bls12381.G1Affine
	anywhere := bls12381.NewDecoder(bytes.NewReader(a.commitment[:]), bls12381.NoSubgroupChecks())
	if err := anywhere.Decode(&c); err != nil || anywhere.BytesRead() != int64(len(a.commitment)) || c.IsInfinity() {
		return verify.ErrEncoding
	}
	if n, err := w.SetBytes(a.proof); err != nil || n != len(a.proof) || w.IsInfinity() {
		return verify.ErrEncoding
	}
	opening := kzg.OpeningProof{H: w}
	if a.hit {
		opening.ClaimedValue.SetOne()
	}
	var at fr.Element
	at.Exp(omega(), big.NewInt(int64(1+a.tile)))
	if kzg.Verify(&c, &opening, at, a.kzg) != nil {
		return verify.ErrProof
	}
	return nil
}

// omega generates the domain of 512 rows of both rulesets.
func omega() (w fr.Element) {
	order := new(big.Int).Sub(fr.Modulus(), big.NewInt(1))
	return *w.Exp(fr.NewElement(7), order.Rsh(order, 9))
}

// TestAttackOpenings: a recorded answer is accepted as often as it is shown, for its own tile, content and board alone.
func TestAttackOpenings(t *testing.T) {
	list := answers(t)
	for i, a := range list {
		for range 2 {
			if err := a.verify(); err != nil {
				t.Fatalf("%d: %v", i, err)
			}
		}
		lie, moved := a, a
		lie.hit = !a.hit
		if err := lie.verify(); !errors.Is(err, verify.ErrProof) {
			t.Errorf("%d, the other answer: expected ErrProof, got %v", i, err)
		}
		for _, tile := range []int{-1, 0, 1, 63, 99, 510, a.tile + 1} {
			for _, hit := range []bool{false, true} {
				moved.tile, moved.hit = tile, hit
				if err := moved.verify(); tile != a.tile && !errors.Is(err, verify.ErrProof) {
					t.Errorf("%d, tile %d: expected ErrProof, got %v", i, tile, err)
				}
			}
		}
		for j, other := range list {
			foreign := a
			foreign.commitment = other.commitment
			if err := foreign.verify(); foreign.commitment != a.commitment && !errors.Is(err, verify.ErrProof) {
				t.Errorf("%d for board of %d: expected ErrProof, got %v", i, j, err)
			}
		}
	}
}

// TestAttackHostileOpenings shows what is no point of the group, as an opening and as a commitment, and constant
// ones: the opening of a constant polynomial is at infinity. A commitment outside of the group is refused with its
// board.
func TestAttackHostileOpenings(t *testing.T) {
	a, board := answers(t)[0], samples(t)[0]
	for name, change := range map[string]func(b []byte){
		"not compressed":      func(b []byte) { b[0] &^= 0x80 },
		"at infinity":         func(b []byte) { clear(b); b[0] = 0xc0 },
		"at infinity, signed": func(b []byte) { clear(b); b[0] = 0xe0 },
		"zeros":               func(b []byte) { clear(b) },
		"ones":                func(b []byte) { copy(b, bytes.Repeat([]byte{0xff}, len(b))) },
		"not reduced":         func(b []byte) { fp.Modulus().FillBytes(b); b[0] |= 0x80 },
		"off the curve":       offCurve,
		"off the group":       offGroup,
		"of order 3":          func(b []byte) { copy(b, orderThree(t)) },
	} {
		bad := a
		bad.proof = bytes.Clone(a.proof)
		change(bad.proof)
		if err := bad.verify(); !errors.Is(err, verify.ErrEncoding) {
			t.Errorf("opening %s: expected ErrEncoding, got %v", name, err)
		}
		bad = a
		change(bad.commitment[:])
		if err := bad.verify(); !errors.Is(err, bad.naive()) || err == nil {
			t.Errorf("commitment %s: expected %v, got %v", name, bad.naive(), err)
		}
		entry := append(bad.commitment[:], board.proof[verify.CommitmentSize:]...)
		if err := board.verify(entry); !errors.Is(err, verify.ErrEncoding) {
			t.Errorf("board with commitment %s: expected ErrEncoding, got %v", name, err)
		}
	}
	for _, n := range []int{0, 1, 47, 49, 96, 608, 1 << 20} {
		bad := a
		bad.proof = make([]byte, n)
		if err := bad.verify(); !errors.Is(err, verify.ErrEncoding) {
			t.Errorf("%d bytes: expected ErrEncoding, got %v", n, err)
		}
	}
	// [1] is the commitment to a column of hits alone, whose openings are 0: no other opens it either.
	_, _, g1, _ := bls12381.Generators()
	bad := a
	bad.commitment, bad.hit = g1.Bytes(), true
	if err := bad.verify(); !errors.Is(err, verify.ErrProof) {
		t.Errorf("a constant column: expected ErrProof, got %v", err)
	}
}

// orderThree returns a point of the curve of order 3, (0, 2), which is in no proof: y^2 = x^3 + 4.
func orderThree(t testing.TB) []byte {
	t.Helper()
	var p, triple bls12381.G1Jac
	p.X.SetZero()
	p.Y.SetUint64(2)
	p.Z.SetOne()
	triple.Set(&p)
	triple.DoubleAssign().AddAssign(&p)
	affine := new(bls12381.G1Affine).FromJacobian(&p)
	if !affine.IsOnCurve() || !triple.Z.IsZero() {
		t.Fatal("(0, 2) is not a point of order 3")
	}
	b := affine.Bytes()
	return b[:]
}

// TestAttackMutatedOpenings changes answers at random and compares the verdict with that of gnark-crypto's own
// verifier. -mutations and -seed make it a campaign.
func TestAttackMutatedOpenings(t *testing.T) {
	rng := rand.New(rand.NewPCG(*seed, 1))
	list := answers(t)
	count := map[error]int{}
	for range *mutations {
		a, other := list[rng.IntN(len(list))], list[rng.IntN(len(list))]
		a.proof = bytes.Clone(a.proof)
		for range 1 + rng.IntN(2) {
			switch rng.IntN(11) {
			case 0:
				a.proof[rng.IntN(len(a.proof))] ^= 1 << rng.IntN(8)
			case 1:
				a.commitment[rng.IntN(len(a.commitment))] ^= 1 << rng.IntN(8)
			case 2:
				a.hit = !a.hit
			case 3:
				a.tile = rng.IntN(a.ruleset.Tiles())
			case 4:
				a.proof = bytes.Clone(other.proof)
			case 5:
				a.commitment = other.commitment
			case 6:
				a.proof[0] ^= 0x20
			case 7:
				changePoint(a.proof, func(p *bls12381.G1Affine) { addPoint(p, other.proof) })
			case 8: // the commitment moved by what a claimed value would move it
				changePoint(a.commitment[:], func(p *bls12381.G1Affine) {
					by := multipleOfG(int64(rng.IntN(5)) - 2)
					p.Add(p, &by)
				})
				a.hit = rng.IntN(2) == 0
			case 9:
				copy(a.proof, a.commitment[:])
			case 10:
				changePoint(a.proof, func(p *bls12381.G1Affine) {
					by := multipleOfG(rng.Int64() >> (8 * rng.IntN(8)))
					p.Add(p, &by)
				})
			}
		}
		ours, theirs := a.verify(), a.naive()
		if !errors.Is(ours, theirs) {
			t.Fatalf("expected %v, got %v of %x for tile %d, %t of %x", theirs, ours, a.proof, a.tile, a.hit, a.commitment)
		}
		count[theirs]++
		if ours == nil && !slices.ContainsFunc(list, func(o answered) bool {
			return o.tile == a.tile && o.hit == a.hit && o.commitment == a.commitment && bytes.Equal(o.proof, a.proof)
		}) && a.commitment == list[0].commitment {
			t.Logf("another answer that is true: tile %d", a.tile)
		}
	}
	t.Logf("%d answers: %d accepted, %d refused, %d not decoded", *mutations,
		count[nil], count[verify.ErrProof], count[verify.ErrEncoding])
}

// FuzzOpening fuzzes operations on a recorded answer, so that the pairing is reached: nothing but the answer itself is
// accepted, up to what moves commitment and content together.
func FuzzOpening(f *testing.F) {
	list := answers(f)
	f.Add(uint8(0), uint8(0), int64(0), int64(0), false)
	f.Add(uint8(1), uint8(3), int64(1), int64(0), true)
	f.Add(uint8(2), uint8(9), int64(0), int64(-1), false)
	f.Fuzz(func(t *testing.T, which, tile uint8, moveProof, moveCommitment int64, lie bool) {
		a := list[int(which)%len(list)]
		same := moveProof == 0 && moveCommitment == 0 && !lie && tile == 0
		a.proof = bytes.Clone(a.proof)
		a.tile = (a.tile + int(tile)) % a.ruleset.Tiles()
		a.hit = a.hit != lie
		for point, by := range map[*[]byte]int64{&a.proof: moveProof} {
			changePoint(*point, func(p *bls12381.G1Affine) { g := multipleOfG(by); p.Add(p, &g) })
		}
		changePoint(a.commitment[:], func(p *bls12381.G1Affine) { g := multipleOfG(moveCommitment); p.Add(p, &g) })
		ours, theirs := a.verify(), a.naive()
		if !errors.Is(ours, theirs) || same && ours != nil {
			t.Errorf("expected %v, got %v", theirs, ours)
		}
	})
}
