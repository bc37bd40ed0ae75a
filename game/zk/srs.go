package zk

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"sync"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/kzg"
)

// srsBytes are the points of the ceremony that a prover needs, compressed: powers of tau in the group G1.
//
//go:embed srs.bin
var srsBytes []byte

// srsHash is the SHA-256 of srsBytes in hex.
const srsHash = "90edc760be6937385c14e2de81c09f091fc62169331be1d666bd6083b8a03263"

// maxDomain is the size of the largest domain. A blinded polynomial has up to zBlinds more coefficients.
const maxDomain = 512

// srs is the ceremony's points.
type srs struct{ powers []bls12381.G1Affine }

// loadSRS decodes the embedded points, once. Their group membership and values were checked when they were recorded;
// the hash shows that they are unchanged.
var loadSRS = sync.OnceValues(func() (*srs, error) {
	if hash := sha256.Sum256(srsBytes); hex.EncodeToString(hash[:]) != srsHash {
		return nil, fmt.Errorf("%w: srs.bin: expected SHA-256 %s, got %x", ErrSetup, srsHash, hash)
	}
	s := &srs{powers: make([]bls12381.G1Affine, maxDomain+zBlinds)}
	decoder := bls12381.NewDecoder(bytes.NewReader(srsBytes), bls12381.NoSubgroupChecks())
	for i := range s.powers {
		if err := decoder.Decode(&s.powers[i]); err != nil {
			return nil, fmt.Errorf("%w: srs.bin: %w", ErrSetup, err)
		}
	}
	return s, nil
})

// check returns ErrSetup for a domain with too few points.
func (s *srs) check(domain int) error {
	if domain > maxDomain {
		return fmt.Errorf("%w: expected a domain of at most %d, got %d", ErrSetup, maxDomain, domain)
	}
	return nil
}

// key is the points as the package kzg takes them.
func (s *srs) key() kzg.ProvingKey { return kzg.ProvingKey{G1: s.powers} }

// commit returns the commitment to a polynomial.
func (s *srs) commit(p []fr.Element) (bls12381.G1Affine, error) {
	point, err := kzg.Commit(p, s.key())
	if err != nil {
		return point, fmt.Errorf("%w: %w", ErrSetup, err)
	}
	return point, nil
}
