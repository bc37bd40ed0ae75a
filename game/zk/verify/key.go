package verify

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/bits"
	"sync"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
)

// KeySize is the size of every key in bytes.
const KeySize = 2*8 + keyPoints*pointSize

// The points of a key, in the order of its bytes.
const (
	keyS1 = iota
	keyS2
	keyS3
	keyQl
	keyQr
	keyQm
	keyQo
	keyQk
	keyPoints

	// KeyPoints is how many points a key has.
	KeyPoints = keyPoints
)

// Limits of a key.
const (
	maxDomain = 1 << 12 // the ceremony has 4096 powers
	maxPublic = 64
)

// A Key decides about the proofs of one circuit, and about the openings of its column L. Its methods may be called from
// several goroutines.
type Key struct {
	hash   [sha256.Size]byte
	domain int // how many rows the circuit has, a power of two
	public int // how many inputs are public
	points [keyPoints]bls12381.G1Affine

	domainInverse fr.Element // 1/domain
	omega         fr.Element // generates the domain
	shift         fr.Element // k1 of the paper; k2 is its square

	tables    []table  // of the points
	generator table    // of the generator of the group: [1]
	lines     [2]lines // of G2 and [tau]G2
	// rows return the lines of [tau - x]G2 for the root of unity x of each row. They are computed when they are first
	// asked for: 24 kB for each tile that is answered.
	rows []func() lines
}

// lines are the precomputed lines of a pairing with a point in G2.
type lines = [2][len(bls12381.LoopCounter) - 1]bls12381.LineEvaluationAff

// newKey decodes a key. tau is the ceremony's point [tau]G2. It returns ErrKeys.
func newKey(b []byte, tau bls12381.G2Affine) (*Key, error) {
	if len(b) != KeySize {
		return nil, fmt.Errorf("%w: expected a key of %d bytes, got %d", ErrKeys, KeySize, len(b))
	}
	r := reader{bytes: b}
	domain, public := binary.BigEndian.Uint64(r.next(8)), binary.BigEndian.Uint64(r.next(8))
	if domain < 2 || domain > maxDomain || bits.OnesCount64(domain) != 1 || public < 1 || public > maxPublic {
		return nil, fmt.Errorf("%w: expected a domain of a power of two up to %d and 1 to %d public inputs, got %d and %d",
			ErrKeys, maxDomain, maxPublic, domain, public)
	}
	key := &Key{hash: sha256.Sum256(b), domain: int(domain), public: int(public)}
	for i := range key.points {
		r.point(&key.points[i])
	}
	if r.err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeys, r.err)
	}
	group := fft.NewDomain(domain, fft.WithoutPrecompute())
	key.domainInverse, key.omega, key.shift = group.CardinalityInv, group.Generator, group.FrMultiplicativeGen
	_, _, g1, g2 := bls12381.Generators()
	tables := newTables(append(key.points[:], g1), keyMultiples)
	key.tables, key.generator = tables[:keyPoints], tables[keyPoints]
	// With lines that are zero, every opening would pass: they are computed here and nowhere else.
	key.lines = [2]lines{bls12381.PrecomputeLines(g2), bls12381.PrecomputeLines(tau)}
	for x := fr.One(); len(key.rows) < key.domain; x.Mul(&x, &key.omega) {
		key.rows = append(key.rows, sync.OnceValue(func() lines {
			var point bls12381.G2Affine
			point.ScalarMultiplicationBase(x.BigInt(new(big.Int)))
			return bls12381.PrecomputeLines(*point.Sub(&tau, &point))
		}))
	}
	return key, nil
}

// Points returns the key's points, in the order of its bytes.
func (k *Key) Points() [KeyPoints]bls12381.G1Affine { return k.points }

// Hash returns the SHA-256 of the key's bytes.
func (k *Key) Hash() [sha256.Size]byte { return k.hash }

// verify returns nil if the proof shows that the circuit accepts the public inputs, otherwise ErrEncoding or ErrProof.
func (k *Key) verify(public []fr.Element, proof []byte) error {
	if len(public) != k.public {
		return fmt.Errorf("%w: expected %d public inputs, got %d", ErrStatement, k.public, len(public))
	}
	p, err := decodeProof(proof)
	if err != nil {
		return err
	}
	if fault := k.check(public, p); fault != "" {
		return fmt.Errorf("%w: %s", ErrProof, fault)
	}
	return nil
}
