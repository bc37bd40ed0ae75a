package verify_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/big"
	"runtime"
	"testing"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game/zk/verify"
)

// Offsets of the parts of a proof: points of 48 bytes and numbers of 32.
var (
	points  = []int{0, 48, 96, 144, 192, 240, 288, 336, 576}
	numbers = []int{384, 416, 448, 480, 512, 544, 624}
)

// TestRecordedProofs shows that the layout is gnark's own without its length words, and that all are accepted.
func TestRecordedProofs(t *testing.T) {
	for _, s := range samples(t) {
		if !compareDecoding(t, s.proof) {
			t.Errorf("%s: the proof is not decoded", s.name)
		}
		for range 2 {
			if err := s.verify(s.proof); err != nil {
				t.Errorf("%s: %v", s.name, err)
			}
		}
		proof, err := readGnark(s.proof)
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if _, err := proof.WriteTo(&file); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(file.Bytes(), gnarkBytes(s.proof)) {
			t.Errorf("%s: decoded and encoded by gnark, a proof is another one", s.name)
		}
	}
}

// gnarkBytes puts gnark's length words into a proof: how many values are opened, and how many commitments it has.
func gnarkBytes(proof []byte) []byte {
	b := bytes.Clone(proof[:384])
	b = binary.BigEndian.AppendUint32(b, 6)
	b = append(b, proof[384:]...)
	return binary.BigEndian.AppendUint32(b, 0)
}

// TestAttackHostileBytes are what must be refused as no proof at all, before anything else is done with it.
func TestAttackHostileBytes(t *testing.T) {
	good := samples(t)[0]
	edit := func(change func(b []byte)) []byte {
		b := bytes.Clone(good.proof)
		change(b)
		return b
	}
	cases := map[string][]byte{
		"none":                           nil,
		"one byte":                       {0xc0},
		"a byte short":                   good.proof[:len(good.proof)-1],
		"a byte long":                    append(bytes.Clone(good.proof), 0),
		"twice":                          append(bytes.Clone(good.proof), good.proof...),
		"a megabyte":                     make([]byte, 1<<20),
		"zeros":                          make([]byte, verify.PlonkSize),
		"ones":                           bytes.Repeat([]byte{0xff}, verify.PlonkSize),
		"gnark's own bytes":              gnarkBytes(good.proof),
		"gnark's bytes, last word huge":  hugeWord(gnarkBytes(good.proof), 660),
		"gnark's bytes, first word huge": hugeWord(gnarkBytes(good.proof), 384),
		"gnark's bytes, both words huge": hugeWord(hugeWord(gnarkBytes(good.proof), 660), 384),
		"last number of ones":            edit(func(b []byte) { copy(b[624:], bytes.Repeat([]byte{0xff}, 32)) }),
		"uncompressed":                   rawBytes(t, good.proof),
	}
	for _, at := range points {
		for name, change := range map[string]func(b []byte){
			"not compressed":       func(b []byte) { b[0] &^= 0x80 },
			"at infinity":          func(b []byte) { clear(b); b[0] = 0xc0 },
			"at infinity, a bit":   func(b []byte) { clear(b); b[0], b[47] = 0xc0, 1 },
			"at infinity, signed":  func(b []byte) { clear(b); b[0] = 0xe0 },
			"uncompressed at inf.": func(b []byte) { clear(b); b[0] = 0x40 },
			"not reduced":          func(b []byte) { fp.Modulus().FillBytes(b); b[0] |= 0x80 },
			"x plus modulus":       addTo(fp.Modulus()),
			"off the curve":        offCurve,
			"off the group":        offGroup,
		} {
			cases["point "+name+" at "+itoa(at)] = edit(func(b []byte) { change(b[at : at+48]) })
		}
	}
	for _, at := range numbers {
		cases["modulus at "+itoa(at)] = edit(func(b []byte) { fr.Modulus().FillBytes(b[at : at+32]) })
		cases["number plus modulus at "+itoa(at)] = edit(func(b []byte) { addTo(fr.Modulus())(b[at : at+32]) })
		cases["number of ones at "+itoa(at)] = edit(func(b []byte) { copy(b[at:at+32], bytes.Repeat([]byte{0xff}, 32)) })
	}
	for name, b := range cases {
		if err := good.verify(b); !errors.Is(err, verify.ErrEncoding) {
			t.Errorf("%s: expected ErrEncoding, got %v", name, err)
		}
	}
	t.Logf("%d kinds of bytes", len(cases))
}

func itoa(n int) string { return big.NewInt(int64(n)).String() }

func hugeWord(b []byte, at int) []byte {
	copy(b[at:], "\xff\xff\xff\xff")
	return b
}

// rawBytes is the proof with points that are not compressed, as gnark would read it, too.
func rawBytes(t *testing.T, b []byte) []byte {
	t.Helper()
	proof, err := readGnark(b)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := proof.WriteRawTo(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// addTo adds to the number in the bytes and drops what does not fit.
func addTo(n *big.Int) func([]byte) {
	return func(b []byte) {
		sum := new(big.Int).Add(new(big.Int).SetBytes(b), n)
		sum.SetBit(sum, 8*len(b), 0)
		if len(b) == 48 { // beside the three flags
			sum.SetBytes(b)
			sum.SetBit(sum.SetBit(sum.SetBit(sum, 383, 0), 382, 0), 381, 0).Add(sum, n)
			flags := b[0] & 0xe0
			sum.FillBytes(b)
			b[0] |= flags
			return
		}
		sum.FillBytes(b)
	}
}

// offCurve is an x without a y.
func offCurve(b []byte) {
	for {
		b[47]++
		if _, ok := yOf(b); !ok {
			return
		}
	}
}

// offGroup is a point of the curve that is not in the group.
func offGroup(b []byte) {
	for {
		b[47]++
		if p, ok := yOf(b); ok && p.IsOnCurve() && !p.IsInSubGroup() {
			return
		}
	}
}

// yOf solves y^2 = x^3 + 4.
func yOf(b []byte) (p bls12381.G1Affine, ok bool) {
	x := bytes.Clone(b)
	x[0] &= 0x1f
	p.X.SetBytes(x)
	var square, four fp.Element
	four.SetUint64(4)
	square.Square(&p.X).Mul(&square, &p.X).Add(&square, &four)
	return p, p.Y.Sqrt(&square) != nil
}

// TestEveryByteCounts changes one bit of each byte of a proof, another one each time.
func TestEveryByteCounts(t *testing.T) {
	s := samples(t)[0]
	count := map[verdict]int{}
	for i := range s.proof {
		bad := bytes.Clone(s.proof)
		bad[i] ^= 1 << (i * 5 % 8)
		err := s.verify(bad)
		switch {
		case errors.Is(err, verify.ErrEncoding):
			count[undecoded]++
		case errors.Is(err, verify.ErrProof):
			count[refused]++
		default:
			t.Errorf("byte %d: expected a refusal, got %v", i, err)
		}
	}
	t.Logf("%d %s, %d %s", count[undecoded], undecoded, count[refused], refused)
}

// TestAttackForeignBytesTakeNoMemory shows bytes that would have gnark's decoder ask for 400 GB, and long ones.
func TestAttackForeignBytesTakeNoMemory(t *testing.T) {
	s := samples(t)[0]
	for name, b := range map[string][]byte{
		"huge words": hugeWord(hugeWord(gnarkBytes(s.proof), 660), 384),
		"16 MB":      make([]byte, 16<<20),
	} {
		const runs = 10
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range runs {
			if err := s.verify(b); !errors.Is(err, verify.ErrEncoding) {
				t.Errorf("%s: expected ErrEncoding, got %v", name, err)
			}
		}
		runtime.ReadMemStats(&after)
		if got := (after.TotalAlloc - before.TotalAlloc) / runs; got > 16<<10 {
			t.Errorf("%s: %d bytes were allocated", name, got)
		}
	}
}

// FuzzVerify changes the points and numbers of a proof, so that the equations decide: only the recorded proof is
// accepted, for its own statement.
func FuzzVerify(f *testing.F) {
	list := samples(f)
	f.Add(uint8(0), uint8(0), uint8(0), uint8(0), int64(0), int64(0), false)
	f.Add(uint8(1), uint8(2), uint8(7), uint8(0), int64(1), int64(0), true)
	f.Add(uint8(2), uint8(2), uint8(8), uint8(6), int64(-1), int64(1), true)
	f.Add(uint8(3), uint8(3), uint8(0), uint8(1), int64(0), int64(-1), false)
	f.Fuzz(func(t *testing.T, which, statement, point, number uint8, movePoint, moveNumber int64, fit bool) {
		s, of := list[int(which)%len(list)], list[int(statement)%len(list)]
		proof := s.proof
		s.key, s.gnark, s.public, s.proof = of.key, of.gnark, of.public, bytes.Clone(proof)
		changePoint(s.proof[points[int(point)%len(points)]:], func(p *bls12381.G1Affine) {
			by := multipleOfG(movePoint)
			p.Add(p, &by)
		})
		changeNumber(s.proof[numbers[int(number)%len(numbers)]:], func(n *fr.Element) {
			by := new(fr.Element).SetInt64(moveNumber)
			n.Add(n, by)
		})
		if fit {
			s.key.Repair(s.public, s.proof)
		}
		if accepted := judge(t, s, s.proof) == accepted; accepted != isKnown(s, list) {
			t.Fatalf("%s: accepted is %v", s.name, accepted)
		}
	})
}

// FuzzDecode shows anything at all: the same bytes come back, or an ErrEncoding.
func FuzzDecode(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.proof)
		f.Add(gnarkBytes(s.proof))
		f.Add(s.proof[:verify.PlonkSize-1])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if !compareDecoding(t, b) {
			return
		}
		proof, err := readGnark(b)
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if _, err := proof.WriteTo(&file); err != nil || !bytes.Equal(file.Bytes(), gnarkBytes(b)) {
			t.Fatalf("%x comes back as %x: %v", b, file.Bytes(), err)
		}
	})
}
