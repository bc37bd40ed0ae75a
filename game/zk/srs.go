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

// srsBytes are the points of the ceremony that a prover needs: those of srs, one field after the other. They are not
// compressed, which would take a square root each.
//
//go:embed srs.bin
var srsBytes []byte

// srsHash is the SHA-256 of srsBytes in hex.
const srsHash = "6f2eed4503767182e8535c31446c596708354786dafbd6a4ccb6fcd5f5202ce3"

// Sizes of the embedded points. A blinded polynomial has up to zBlinds more coefficients than the domain has rows.
const (
	domainSize = 512 // of each circuit
	maxTiles   = 100 // of each board
)

// srs is points in the group G1 that follow from the ceremony's number tau.
type srs struct {
	// powers are those of tau.
	powers []bls12381.G1Affine
	// rows are L_j(tau) of each row j, where L_j is the polynomial that is 1 in row j and 0 in the others.
	rows []bls12381.G1Affine
	// tiles are the openings of L_j in row j itself, for the row j of each tile.
	tiles []bls12381.G1Affine
}

// newSRS returns points that are still zero.
func newSRS() *srs {
	return &srs{
		powers: make([]bls12381.G1Affine, domainSize+zBlinds),
		rows:   make([]bls12381.G1Affine, domainSize),
		tiles:  make([]bls12381.G1Affine, maxTiles),
	}
}

// loadSRS decodes the embedded points, once. Their group membership and values were checked when they were recorded;
// the hash shows that they are unchanged.
var loadSRS = sync.OnceValues(func() (*srs, error) {
	if hash := sha256.Sum256(srsBytes); hex.EncodeToString(hash[:]) != srsHash {
		return nil, fmt.Errorf("%w: srs.bin: expected SHA-256 %s, got %x", ErrSetup, srsHash, hash)
	}
	s := newSRS()
	decoder := bls12381.NewDecoder(bytes.NewReader(srsBytes), bls12381.NoSubgroupChecks())
	for _, points := range [][]bls12381.G1Affine{s.powers, s.rows, s.tiles} {
		for i := range points {
			if err := decoder.Decode(&points[i]); err != nil {
				return nil, fmt.Errorf("%w: srs.bin: %w", ErrSetup, err)
			}
		}
	}
	return s, nil
})

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
