package verify

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/fft"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/kzg"
	plonk "github.com/consensys/gnark/backend/plonk/bls12-381"
	"github.com/consensys/gnark/logger"
)

// KeySize is the size of every key in bytes.
const KeySize = 2*8 + keyPoints*pointSize

const keyPoints = 8

// Limits of what a key may say.
const (
	maxDomain = 1 << 12 // the ceremony has 4096 powers
	maxPublic = 64
)

// gnark writes a line to the terminal whenever it compiles, proves or verifies.
func init() { logger.Disable() }

// A Key decides about the proofs of one circuit. Its methods may be called from several goroutines.
type Key struct {
	vk   plonk.VerifyingKey
	hash [sha256.Size]byte
}

// newKey decodes a key. tau is the ceremony's point [tau]G2. It returns ErrKeys.
func newKey(b []byte, tau bls12381.G2Affine) (*Key, error) {
	if len(b) != KeySize {
		return nil, fmt.Errorf("%w: expected a key of %d bytes, got %d", ErrKeys, KeySize, len(b))
	}
	key := &Key{hash: sha256.Sum256(b)}
	vk := &key.vk
	r := reader{bytes: b}
	vk.Size = binary.BigEndian.Uint64(r.next(8))
	vk.NbPublicVariables = binary.BigEndian.Uint64(r.next(8))
	if vk.Size < 2 || vk.Size > maxDomain || vk.Size&(vk.Size-1) != 0 || vk.NbPublicVariables > maxPublic {
		return nil, fmt.Errorf("%w: expected a domain of a power of two up to %d and at most %d public inputs, got %d and %d",
			ErrKeys, maxDomain, maxPublic, vk.Size, vk.NbPublicVariables)
	}
	for _, point := range []*bls12381.G1Affine{
		&vk.S[0], &vk.S[1], &vk.S[2], &vk.Ql, &vk.Qr, &vk.Qm, &vk.Qo, &vk.Qk,
	} {
		r.point(point)
	}
	if r.err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeys, r.err)
	}
	domain := fft.NewDomain(vk.Size, fft.WithoutPrecompute())
	vk.SizeInv, vk.Generator, vk.CosetShift = domain.CardinalityInv, domain.Generator, domain.FrMultiplicativeGen
	vk.Kzg = kzgKey(tau)
	return key, nil
}

// kzgKey returns the key of the commitment scheme. It is the one place that makes it, because a key without its lines,
// the precomputed part of the pairing, lets every opening pass.
func kzgKey(tau bls12381.G2Affine) kzg.VerifyingKey {
	_, _, g1, g2 := bls12381.Generators()
	return kzg.VerifyingKey{
		G1: g1,
		G2: [2]bls12381.G2Affine{g2, tau},
		Lines: [2][2][len(bls12381.LoopCounter) - 1]bls12381.LineEvaluationAff{
			bls12381.PrecomputeLines(g2), bls12381.PrecomputeLines(tau),
		},
	}
}

// EncodeKey returns the KeySize bytes of a key that gnark made. It returns ErrKeys for the key of a circuit with
// commitments of its own.
func EncodeKey(vk *plonk.VerifyingKey) ([]byte, error) {
	if len(vk.Qcp) != 0 {
		return nil, fmt.Errorf("%w: expected a circuit without commitments, got %d", ErrKeys, len(vk.Qcp))
	}
	w := make(writer, 0, KeySize)
	w = binary.BigEndian.AppendUint64(w, vk.Size)
	w = binary.BigEndian.AppendUint64(w, vk.NbPublicVariables)
	w.points(vk.S[0], vk.S[1], vk.S[2], vk.Ql, vk.Qr, vk.Qm, vk.Qo, vk.Qk)
	return w, nil
}

// Hash returns the SHA-256 of the key's bytes.
func (k *Key) Hash() [sha256.Size]byte { return k.hash }

// verify returns nil if the proof shows that the circuit accepts the public inputs, otherwise ErrEncoding or ErrProof.
func (k *Key) verify(public []fr.Element, proof []byte) error {
	if want := k.vk.NbPublicVariables; uint64(len(public)) != want {
		return fmt.Errorf("%w: expected %d public inputs, got %d", ErrStatement, want, len(public))
	}
	p, err := decodeProof(proof)
	if err != nil {
		return err
	}
	// A pairing writes into the lines that it is given. gnark hands it a copy: the key's own lines are never changed.
	if err := plonk.Verify(p, &k.vk, public); err != nil {
		return fmt.Errorf("%w: %w", ErrProof, err)
	}
	return nil
}
