package zk

import (
	"encoding/binary"
	"fmt"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	plonk "github.com/consensys/gnark/backend/plonk/bls12-381"

	"github.com/battleship-chain/battleship/game/zk/verify"
)

// openedValues is how many values a proof opens at zeta.
const openedValues = 6

// encodeProof returns the bytes of a proof that gnark made, as the package verify reads them. It returns ErrSetup for a
// proof of another shape, such as that of a circuit with commitments of its own.
func encodeProof(p *plonk.Proof) ([]byte, error) {
	if len(p.Bsb22Commitments) != 0 || len(p.BatchedProof.ClaimedValues) != openedValues {
		return nil, fmt.Errorf("%w: expected a proof with %d opened values and no commitments, got %d and %d",
			ErrSetup, openedValues, len(p.BatchedProof.ClaimedValues), len(p.Bsb22Commitments))
	}
	w := make(writer, 0, verify.ProofSize)
	w.points(p.LRO[0], p.LRO[1], p.LRO[2], p.Z, p.H[0], p.H[1], p.H[2], p.BatchedProof.H)
	w.scalars(p.BatchedProof.ClaimedValues...)
	w.points(p.ZShiftedOpening.H)
	w.scalars(p.ZShiftedOpening.ClaimedValue)
	return w, nil
}

// encodeKey returns the bytes of a key that gnark made, as the package verify embeds them. It returns ErrSetup for the
// key of a circuit with commitments of its own.
func encodeKey(vk *plonk.VerifyingKey) ([]byte, error) {
	if len(vk.Qcp) != 0 {
		return nil, fmt.Errorf("%w: expected a circuit without commitments, got %d", ErrSetup, len(vk.Qcp))
	}
	w := make(writer, 0, verify.KeySize)
	w = binary.BigEndian.AppendUint64(w, vk.Size)
	w = binary.BigEndian.AppendUint64(w, vk.NbPublicVariables)
	w.points(vk.S[0], vk.S[1], vk.S[2], vk.Ql, vk.Qr, vk.Qm, vk.Qo, vk.Qk)
	return w, nil
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
