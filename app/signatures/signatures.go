// Package signatures makes every build of the application accept the same signatures.
//
// The SDK checks secp256k1 signatures with libsecp256k1 if it is built with the tag libsecp256k1_sdk, and with decred's
// library in Go otherwise. Both want 64 bytes, R and S, with S in the lower half of the group's order. They treat an R
// or an S that is not below that order differently: the one refuses it, the other reduces it first. Finding such a
// signature takes some 2^128 tries, so none is known; the ante handler refuses them by Canonical before either library
// sees them, so that the builds agree without that argument.
package signatures

import (
	"bytes"
	"encoding/hex"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	"github.com/cosmos/cosmos-sdk/crypto/types"
	"github.com/cosmos/cosmos-sdk/crypto/types/multisig"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
)

// scalarSize is the size of R and of S.
const scalarSize = 32

// order is the order of the group of secp256k1. R and S are below it.
var order, _ = hex.DecodeString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")

// Canonical reports whether all secp256k1 signatures in a signature's data have an R and an S below the group's order.
// It ignores other faults for which every build refuses a signature, such as its length.
func Canonical(key types.PubKey, data signing.SignatureData) bool {
	switch data := data.(type) {
	case *signing.SingleSignatureData:
		if _, ok := key.(*secp256k1.PubKey); !ok || len(data.Signature) != 2*scalarSize {
			return true
		}
		return bytes.Compare(data.Signature[:scalarSize], order) < 0 &&
			bytes.Compare(data.Signature[scalarSize:], order) < 0
	case *signing.MultiSignatureData:
		group, ok := key.(multisig.PubKey)
		return !ok || canonicalGroup(group.GetPubKeys(), data)
	default:
		return true
	}
}

// canonicalGroup is Canonical for the signatures of those members of a group that have signed.
func canonicalGroup(members []types.PubKey, data *signing.MultiSignatureData) bool {
	signed := 0
	for i, member := range members {
		if !data.BitArray.GetIndex(i) || signed >= len(data.Signatures) {
			continue
		}
		if !Canonical(member, data.Signatures[signed]) {
			return false
		}
		signed++
	}
	return true
}
