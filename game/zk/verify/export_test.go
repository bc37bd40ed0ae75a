package verify

import (
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	plonk "github.com/consensys/gnark/backend/plonk/bls12-381"
)

// Inside looks for tests.
var (
	DecodeProof = decodeProof
	NewKey      = newKey
)

// VerifyInputs is Key.verify.
func (k *Key) VerifyInputs(public []fr.Element, proof []byte) error { return k.verify(public, proof) }

// VK is a copy of gnark's form of the key.
func (k *Key) VK() plonk.VerifyingKey { return k.vk }

// Tau is the ceremony's point.
func Tau() (tau bls12381.G2Affine, err error) {
	bytes, err := tauPin.read()
	if err != nil {
		return tau, err
	}
	_, err = tau.SetBytes(bytes)
	return tau, err
}

// PinnedFiles are the embedded files with their hashes.
func PinnedFiles() map[string]string {
	list := map[string]string{tauPin.file: tauPin.hash}
	for _, p := range pins {
		list[p.board.file], list[p.answer.file] = p.board.hash, p.answer.hash
	}
	return list
}

// ReadPin reads an embedded file that has to have the hash.
func ReadPin(file, hash string) ([]byte, error) { return pin{file, hash}.read() }
