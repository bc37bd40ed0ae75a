package client

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"

	"github.com/battleship-chain/battleship/player/text"
)

// Key is a key of a keyring. The zero Key is none.
type Key struct {
	Name    string
	Address sdk.AccAddress

	public cryptotypes.PubKey
	kind   keyring.KeyType
}

// ErrPassphrase means that a keyring did not get its passphrase.
var ErrPassphrase = errors.New("the passphrase of the keyring is wrong: try again at a terminal")

// FindKey looks a key up by name or by address. The error is an *UnknownKeyError if the keyring has no such key, a
// *DamagedKeyError if it cannot read it, and ErrPassphrase if the user did not open it.
func FindKey(kr keyring.Keyring, nameOrAddress string) (Key, error) {
	if kr == nil {
		return Key{}, fmt.Errorf("no keyring to look for key %q in", nameOrAddress)
	}
	record, err := lookUp(kr, nameOrAddress)
	if err != nil {
		have := KeyNames(kr)
		switch {
		case !slices.Contains(have, nameOrAddress):
			return Key{}, &UnknownKeyError{Name: nameOrAddress, Have: have}
		case kr.Backend() == keyring.BackendTest:
			return Key{}, &DamagedKeyError{Name: nameOrAddress, Err: err}
		case errors.Is(err, keyring.ErrMaxPassPhraseAttempts):
			return Key{}, ErrPassphrase
		default:
			return Key{}, fmt.Errorf("key %q: %w", nameOrAddress, err)
		}
	}
	address, err := record.GetAddress()
	if err != nil {
		return Key{}, fmt.Errorf("key %q: %w", nameOrAddress, err)
	}
	public, err := record.GetPubKey()
	if err != nil {
		return Key{}, fmt.Errorf("key %q: %w", nameOrAddress, err)
	}
	return Key{Name: record.Name, Address: address, public: public, kind: record.GetType()}, nil
}

// signer signs with the key of that name; a keyring is one.
type signer interface {
	Sign(uid string, msg []byte, mode signing.SignMode) ([]byte, cryptotypes.PubKey, error)
}

// inMemory is a signer with one key, which is nowhere else.
type inMemory struct{ key *secp256k1.PrivKey }

// Sign implements signer.
func (m inMemory) Sign(_ string, msg []byte, _ signing.SignMode) ([]byte, cryptotypes.PubKey, error) {
	signature, err := m.key.Sign(msg)
	return signature, m.key.PubKey(), err
}

// As returns a client on the same line that signs with a secp256k1 private key of its own, which it keeps in memory
// alone, and whose fees the granter pays by an allowance.
func (c *Client) As(name string, private []byte, granter sdk.AccAddress) *Client {
	key := &secp256k1.PrivKey{Key: bytes.Clone(private)}
	public := key.PubKey()
	return &Client{
		conn:     c.conn,
		chainID:  c.chainID,
		txConfig: c.txConfig,
		keyring:  inMemory{key},
		options:  c.options,
		key:      Key{Name: name, Address: sdk.AccAddress(public.Address()), public: public, kind: keyring.TypeLocal},
		granter:  granter,
		prices:   c.prices,
	}
}

// Quiet returns the client without its observers.
func (c *Client) Quiet() *Client {
	c.options.Notify, c.options.Progress, c.options.Sending = nil, nil, nil
	return c
}

// AsksOwner reports whether the key asks its owner before each signature, as one on a device does.
func (k Key) AsksOwner() bool { return k.kind == keyring.TypeLedger }

// IsZero reports whether there is no key.
func (k Key) IsZero() bool { return len(k.Address) == 0 }

// canSign returns a *CannotSignError unless the key can sign by itself: with its private half here, or on a device.
func (k Key) canSign() error {
	switch k.kind {
	case keyring.TypeMulti:
		return &CannotSignError{Name: k.Name, Why: text.IsMultisig}
	case keyring.TypeOffline:
		return &CannotSignError{Name: k.Name, Why: text.NoPrivateKey}
	default:
		return nil
	}
}

// signMode is the sign mode of the key: a Ledger shows and signs amino JSON, everything else signs the bytes
// themselves.
func (k Key) signMode() signing.SignMode {
	if k.kind == keyring.TypeLedger {
		return signing.SignMode_SIGN_MODE_LEGACY_AMINO_JSON
	}
	return signing.SignMode_SIGN_MODE_DIRECT
}

func lookUp(kr keyring.Keyring, nameOrAddress string) (*keyring.Record, error) {
	if address, err := sdk.AccAddressFromBech32(nameOrAddress); err == nil {
		return kr.KeyByAddress(address)
	}
	return kr.Key(nameOrAddress)
}

// KeyNames returns the sorted names of the keys of a keyring, also of those that it cannot read. It returns none if the
// keyring cannot be listed, or is nil.
func KeyNames(kr keyring.Keyring) []string {
	if locked, ok := kr.(*lockedKeyring); ok {
		kr = locked.Keyring
	}
	stored, ok := kr.(keyring.KeyringWithDB)
	if !ok {
		return nil
	}
	items, err := stored.DB().Keys() // List writes to the terminal about each that it cannot read
	if err != nil {
		return nil // a text is poorer, or a name has to be given
	}
	var out []string
	for _, item := range items {
		if name, ok := strings.CutSuffix(item, keySuffix); ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// keySuffix is the suffix of the items of a keyring that hold keys, by the SDK's keyring.
const keySuffix = ".info"
