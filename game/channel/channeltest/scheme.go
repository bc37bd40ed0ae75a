package channeltest

import (
	"bytes"
	"crypto/sha256"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	"github.com/battleship-chain/battleship/game/channel"
)

// Scheme makes and checks signatures.
type Scheme interface {
	// Key returns the public key of a secret.
	Key(secret [32]byte) []byte
	// Sign returns the signature of a secret's key under a message.
	Sign(secret [32]byte, message []byte) []byte
	// Verify is a channel.Verify.
	Verify(key, message, signature []byte) bool
}

// Quick uses hashes as signatures: anyone with the public key could forge them, so it is for tests without forgeries.
// It is some hundred times as fast as Secp256k1.
type Quick struct{}

// Key implements Scheme.
func (Quick) Key(secret [32]byte) []byte {
	sum := sha256.Sum256(secret[:])
	return append([]byte{2}, sum[:]...)
}

// Sign implements Scheme.
func (q Quick) Sign(secret [32]byte, message []byte) []byte { return q.sign(q.Key(secret), message) }

// Verify implements Scheme.
func (q Quick) Verify(key, message, signature []byte) bool {
	return bytes.Equal(signature, q.sign(key, message))
}

func (Quick) sign(key, message []byte) []byte {
	sum := sha256.Sum256(append(bytes.Clone(key), message...))
	return append(sum[:], sum[:]...)
}

// Secp256k1 is the signature of the chain: ECDSA on secp256k1 over the SHA-256 of the message, with the nonces of RFC
// 6979 and s in the lower half.
type Secp256k1 struct{}

// Key implements Scheme.
func (Secp256k1) Key(secret [32]byte) []byte {
	return secp256k1.PrivKeyFromBytes(secret[:]).PubKey().SerializeCompressed()
}

// Sign implements Scheme.
func (Secp256k1) Sign(secret [32]byte, message []byte) []byte {
	sum := sha256.Sum256(message)
	// The first byte, which serves to recover the key, is not needed.
	return ecdsa.SignCompact(secp256k1.PrivKeyFromBytes(secret[:]), sum[:], true)[1:]
}

// Verify implements Scheme.
func (Secp256k1) Verify(key, message, signature []byte) bool {
	if len(signature) != channel.SignatureSize {
		return false
	}
	public, err := secp256k1.ParsePubKey(key)
	if err != nil {
		return false
	}
	var r, s secp256k1.ModNScalar
	if r.SetByteSlice(signature[:32]) || s.SetByteSlice(signature[32:]) || s.IsOverHalfOrder() {
		return false
	}
	sum := sha256.Sum256(message)
	return ecdsa.NewSignature(&r, &s).Verify(sum[:], public)
}
