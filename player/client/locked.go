package client

import (
	"sync"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
)

// Locked returns a keyring that finds keys and signs for one caller at a time: one may have to be unlocked, and
// remembers that, so several games with one key would get in each other's way.
func Locked(keys keyring.Keyring) keyring.Keyring { return &lockedKeyring{Keyring: keys} }

type lockedKeyring struct {
	keyring.Keyring

	mu sync.Mutex
}

// Key implements keyring.Keyring.
func (k *lockedKeyring) Key(uid string) (*keyring.Record, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.Keyring.Key(uid)
}

// KeyByAddress implements keyring.Keyring.
func (k *lockedKeyring) KeyByAddress(address sdk.Address) (*keyring.Record, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.Keyring.KeyByAddress(address)
}

// Sign implements keyring.Keyring.
func (k *lockedKeyring) Sign(
	uid string, text []byte, mode signing.SignMode,
) ([]byte, cryptotypes.PubKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.Keyring.Sign(uid, text, mode)
}
