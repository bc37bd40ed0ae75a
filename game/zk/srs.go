package zk

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"sync"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/kzg"
)

// srsBytes are the points of the ceremony that a prover needs, compressed: powers of tau in the group G1, the Lagrange
// form of each domain in domains, and the generator and [tau] in G2.
//
//go:embed srs.bin
var srsBytes []byte

// srsHash is the SHA-256 of srsBytes in hex.
const srsHash = "29b17cdedab17273f312da8ddb460e841676e2b7610ac90cd03c49abf4a8dc9e"

// domains are the sizes of the circuits' domains, the largest first.
var domains = []int{1024, 512}

// blindings is how many powers a domain needs beyond its size, for polynomials that are blinded.
const blindings = 3

// srs is the ceremony's points.
type srs struct {
	powers   []bls12381.G1Affine
	lagrange [][]bls12381.G1Affine // in the order of domains
	g2       [2]bls12381.G2Affine
}

// loadSRS decodes the embedded points, once. Their group membership and values were checked when they were recorded;
// the hash shows that they are unchanged.
var loadSRS = sync.OnceValues(func() (*srs, error) {
	if hash := sha256.Sum256(srsBytes); hex.EncodeToString(hash[:]) != srsHash {
		return nil, fmt.Errorf("%w: srs.bin: expected SHA-256 %s, got %x", ErrSetup, srsHash, hash)
	}
	return decodeSRS(srsBytes)
})

// encode returns the bytes of the points.
func (s *srs) encode() []byte {
	var b []byte
	for _, list := range append([][]bls12381.G1Affine{s.powers}, s.lagrange...) {
		for i := range list {
			point := list[i].Bytes()
			b = append(b, point[:]...)
		}
	}
	for i := range s.g2 {
		point := s.g2[i].Bytes()
		b = append(b, point[:]...)
	}
	return b
}

// decodeSRS is the inverse of encode, for bytes that are known to be right.
func decodeSRS(b []byte) (*srs, error) {
	s := srs{powers: make([]bls12381.G1Affine, domains[0]+blindings)}
	lists := [][]bls12381.G1Affine{s.powers}
	for _, n := range domains {
		list := make([]bls12381.G1Affine, n)
		s.lagrange, lists = append(s.lagrange, list), append(lists, list)
	}
	decoder := bls12381.NewDecoder(bytes.NewReader(b), bls12381.NoSubgroupChecks())
	for _, list := range lists {
		for i := range list {
			if err := decoder.Decode(&list[i]); err != nil {
				return nil, fmt.Errorf("%w: srs.bin: %w", ErrSetup, err)
			}
		}
	}
	for i := range s.g2 {
		if err := decoder.Decode(&s.g2[i]); err != nil {
			return nil, fmt.Errorf("%w: srs.bin: %w", ErrSetup, err)
		}
	}
	return &s, nil
}

// keys returns the commitment keys of a domain: powers of tau and Lagrange form.
func (s *srs) keys(domain int) (powers, lagrange kzg.SRS, err error) {
	for i, n := range domains {
		if n == domain {
			powers.Pk.G1, lagrange.Pk.G1 = s.powers, s.lagrange[i]
			return powers, lagrange, nil
		}
	}
	return powers, lagrange, fmt.Errorf("%w: expected a domain of %d, got %d", ErrSetup, domains, domain)
}
