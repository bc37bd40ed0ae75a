package verify

import (
	"bytes"
	"fmt"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

// Sizes in bytes, and the numbers of points and scalars in a proof.
const (
	// ProofSize is the size of the proof of a board, which follows the commitment.
	ProofSize = plonkSize - CommitmentSize

	plonkSize    = proofPoints*pointSize + proofScalars*scalarSize
	pointSize    = bls12381.SizeOfG1AffineCompressed
	scalarSize   = fr.Bytes
	proofPoints  = 9
	proofScalars = openedValues + 1
	openedValues = 6
)

// The two highest bits of a point's first byte.
const (
	compressedBit = 0x80
	infinityBit   = 0x40
)

// proof is a decoded proof, the commitment before it: in the order of its bytes, with the paper's names behind.
type proof struct {
	columns [3]bls12381.G1Affine // commitments to L, R, O: [a], [b], [c]
	z       bls12381.G1Affine    // commitment to the permutation polynomial Z: [z]
	parts   [3]bls12381.G1Affine // commitments to the quotient's parts: [t_lo], [t_mid], [t_hi]
	opening bls12381.G1Affine    // opening of six polynomials at zeta: [W_z]
	values  [6]fr.Element        // values at zeta: the linearised polynomial, L, R, O, S1, S2
	shifted bls12381.G1Affine    // opening of Z at omega*zeta: [W_zw]
	next    fr.Element           // value of Z at omega*zeta
}

// decodeProof reads a commitment and its proof (paper: steps 1 and 2; see plonk.go). It reads no length from the bytes,
// so they cannot control allocations. It returns ErrEncoding.
func decodeProof(b []byte) (*proof, error) {
	if len(b) != plonkSize {
		return nil, fmt.Errorf("%w: expected %d bytes, got %d", ErrEncoding, plonkSize, len(b))
	}
	p := &proof{}
	r := reader{bytes: b}
	for _, point := range []*bls12381.G1Affine{
		&p.columns[0], &p.columns[1], &p.columns[2], &p.z, &p.parts[0], &p.parts[1], &p.parts[2], &p.opening,
	} {
		r.point(point)
	}
	for i := range p.values {
		r.scalar(&p.values[i])
	}
	r.point(&p.shifted)
	r.scalar(&p.next)
	if r.err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEncoding, r.err)
	}
	return p, nil
}

// reader reads points and scalars up to the first that is wrong. The caller has measured the bytes.
type reader struct {
	bytes  []byte
	offset int
	err    error
}

// next returns the next n bytes.
func (r *reader) next(n int) []byte {
	b := r.bytes[r.offset : r.offset+n]
	r.offset += n
	return b
}

// point reads a compressed point of the group that is not at infinity.
func (r *reader) point(p *bls12381.G1Affine, options ...func(*bls12381.Decoder)) {
	if r.err != nil {
		return
	}
	at := r.offset
	b := r.next(pointSize)
	switch {
	case b[0]&compressedBit == 0:
		r.err = fmt.Errorf("byte %d: point is not compressed", at)
	case b[0]&infinityBit != 0:
		r.err = fmt.Errorf("byte %d: point is at infinity", at)
	default:
		if err := bls12381.NewDecoder(bytes.NewReader(b), options...).Decode(p); err != nil {
			r.err = fmt.Errorf("byte %d: %w", at, err)
		}
	}
}

// scalar reads a number below the order of the group.
func (r *reader) scalar(s *fr.Element) {
	if r.err != nil {
		return
	}
	at := r.offset
	if err := s.SetBytesCanonical(r.next(scalarSize)); err != nil {
		r.err = fmt.Errorf("byte %d: %w", at, err)
	}
}
