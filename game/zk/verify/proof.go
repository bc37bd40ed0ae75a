package verify

import (
	"fmt"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	plonk "github.com/consensys/gnark/backend/plonk/bls12-381"
)

// Sizes in bytes, and the numbers of points and scalars in a proof.
const (
	// ProofSize is the size of every proof.
	ProofSize = proofPoints*pointSize + proofScalars*scalarSize

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

// EncodeProof returns the ProofSize bytes of a proof. It returns ErrEncoding for a proof of another shape, such as
// that of a circuit with commitments of its own.
func EncodeProof(p *plonk.Proof) ([]byte, error) {
	if len(p.Bsb22Commitments) != 0 || len(p.BatchedProof.ClaimedValues) != openedValues {
		return nil, fmt.Errorf("%w: expected %d opened values and no commitments, got %d and %d",
			ErrEncoding, openedValues, len(p.BatchedProof.ClaimedValues), len(p.Bsb22Commitments))
	}
	w := make(writer, 0, ProofSize)
	w.points(p.LRO[0], p.LRO[1], p.LRO[2], p.Z, p.H[0], p.H[1], p.H[2], p.BatchedProof.H)
	w.scalars(p.BatchedProof.ClaimedValues...)
	w.points(p.ZShiftedOpening.H)
	w.scalars(p.ZShiftedOpening.ClaimedValue)
	return w, nil
}

// decodeProof is the inverse of EncodeProof. No length is read from the bytes, so nothing that they say decides how
// much memory is taken. It returns ErrEncoding.
func decodeProof(b []byte) (*plonk.Proof, error) {
	if len(b) != ProofSize {
		return nil, fmt.Errorf("%w: expected %d bytes, got %d", ErrEncoding, ProofSize, len(b))
	}
	var p plonk.Proof
	p.BatchedProof.ClaimedValues = make([]fr.Element, openedValues)
	r := reader{bytes: b}
	for _, point := range []*bls12381.G1Affine{
		&p.LRO[0], &p.LRO[1], &p.LRO[2], &p.Z, &p.H[0], &p.H[1], &p.H[2], &p.BatchedProof.H,
	} {
		r.point(point)
	}
	for i := range p.BatchedProof.ClaimedValues {
		r.scalar(&p.BatchedProof.ClaimedValues[i])
	}
	r.point(&p.ZShiftedOpening.H)
	r.scalar(&p.ZShiftedOpening.ClaimedValue)
	if r.err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEncoding, r.err)
	}
	return &p, nil
}

// writer appends points and scalars.
type writer []byte

func (w *writer) points(list ...bls12381.G1Affine) {
	for i := range list {
		b := list[i].Bytes()
		*w = append(*w, b[:]...)
	}
}

func (w *writer) scalars(list ...fr.Element) {
	for i := range list {
		b := list[i].Bytes()
		*w = append(*w, b[:]...)
	}
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
func (r *reader) point(p *bls12381.G1Affine) {
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
		if _, err := p.SetBytes(b); err != nil {
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
