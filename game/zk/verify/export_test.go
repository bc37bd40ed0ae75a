package verify

import (
	"slices"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/kzg"
	plonk "github.com/consensys/gnark/backend/plonk/bls12-381"
	"github.com/consensys/gnark/logger"
)

// gnark, with which the tests compare, writes a line to the terminal whenever it verifies.
func init() { logger.Disable() }

// Inside looks for tests.
var NewKey = newKey

// VerifyInputs is Key.verify.
func (k *Key) VerifyInputs(public []fr.Element, proof []byte) error { return k.verify(public, proof) }

// PlonkSize is the size of a commitment and its proof.
const PlonkSize = plonkSize

// VerifyOpening is Key.verifyOpening.
func (k *Key) VerifyOpening(c Commitment, tile int, hit bool, proof []byte) error {
	return k.verifyOpening(c, tile, hit, proof)
}

// Lines are the lines that the key has.
func (k *Key) Lines() [2]lines { return k.lines }

// Clone is a copy that shares nothing with the key.
func (k *Key) Clone() *Key {
	clone := *k
	clone.tables = make([]table, len(k.tables))
	for i := range k.tables {
		clone.tables[i] = slices.Clone(k.tables[i])
	}
	clone.generator = slices.Clone(k.generator)
	return &clone
}

// VK is gnark's form of the key.
func (k *Key) VK(tau bls12381.G2Affine) plonk.VerifyingKey {
	_, _, g1, g2 := bls12381.Generators()
	return plonk.VerifyingKey{
		Size: uint64(k.domain), SizeInv: k.domainInverse, Generator: k.omega,
		NbPublicVariables: uint64(k.public), CosetShift: k.shift,
		S:  [3]bls12381.G1Affine{k.points[keyS1], k.points[keyS2], k.points[keyS3]},
		Ql: k.points[keyQl], Qr: k.points[keyQr], Qm: k.points[keyQm], Qo: k.points[keyQo], Qk: k.points[keyQk],
		Kzg: kzg.VerifyingKey{
			G1: g1, G2: [2]bls12381.G2Affine{g2, tau},
			Lines: [2][2][len(bls12381.LoopCounter) - 1]bls12381.LineEvaluationAff{
				bls12381.PrecomputeLines(g2), bls12381.PrecomputeLines(tau),
			},
		},
	}
}

// Decode returns the points and numbers of a proof in the order of its bytes.
func Decode(b []byte) ([]bls12381.G1Affine, []fr.Element, error) {
	p, err := decodeProof(b)
	if err != nil {
		return nil, nil, err
	}
	points := append(append(p.columns[:], p.z), p.parts[:]...)
	return append(points, p.opening, p.shifted), append(p.values[:], p.next), nil
}

// Repair writes the value of the linearised polynomial into a proof such that it fits the other values, as whoever
// invents a proof would, so that the pairing decides. It reports whether the proof could be decoded.
func (k *Key) Repair(public []fr.Element, b []byte) bool {
	p, err := decodeProof(b)
	if err != nil || len(public) != k.public {
		return false
	}
	c := newChallenges(k, public, p)
	lin := newLinearised(k, p, c, newEvaluations(k, public, c))
	value := lin.value.Bytes()
	copy(b[proofPoints*pointSize-pointSize:], value[:])
	return true
}

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
		list[p.key.file] = p.key.hash
	}
	return list
}

// ReadPin reads an embedded file that has to have the hash.
func ReadPin(file, hash string) ([]byte, error) { return pin{file, hash}.read() }
