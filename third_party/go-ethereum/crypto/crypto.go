// Package crypto stands in for the signatures of Ethereum. ibc-go's own tests link it, the chain does not.
package crypto

import (
	"crypto/ecdsa"
	"errors"

	"github.com/ethereum/go-ethereum/common"
)

// ErrNotSupported refuses every signature.
var ErrNotSupported = errors.New("signatures of Ethereum are not supported")

// Keccak256 returns no hash.
func Keccak256(...[]byte) []byte { return nil }

// SigToPub fails with ErrNotSupported.
func SigToPub([]byte, []byte) (*ecdsa.PublicKey, error) { return nil, ErrNotSupported }

// PubkeyToAddress returns the address of nobody.
func PubkeyToAddress(ecdsa.PublicKey) common.Address { return common.Address{} }
