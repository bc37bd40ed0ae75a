package verify

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"sync"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"

	"github.com/battleship-chain/battleship/game"
)

//go:embed keys
var files embed.FS

// A pin is an embedded file and its SHA-256 in hex.
type pin struct{ file, hash string }

// tauPin is the ceremony's point [tau]G2, compressed.
var tauPin = pin{"keys/tau.g2", "4c495656b40ff5ae60187cbd968ce7999dfe53ca0364900338790d4c78f87114"}

// pins are the keys of the rulesets that have a circuit. The key of a ruleset is frozen as its ID is: another circuit
// is another ruleset.
var pins = []struct {
	ruleset *game.Ruleset
	key     pin
}{
	{game.ClassicZK(), pin{"keys/classic-zk.vk", "5195b6c4b249742d69293076b79f3d9805b22473869d493bdc74f7fd4b687415"}},
	{game.XayaZK(), pin{"keys/xaya-zk.vk", "4c5a460f0189d7c9e4a757537a048ffa99c204b94e91913af347f50bbe4b6bed"}},
}

// load decodes all keys, once.
var load = sync.OnceValues(func() ([]*Key, error) {
	bytes, err := tauPin.read()
	if err != nil {
		return nil, err
	}
	var tau bls12381.G2Affine
	if _, err := tau.SetBytes(bytes); err != nil {
		return nil, fmt.Errorf("%w: %s: not one compressed point: %w", ErrKeys, tauPin.file, err)
	}
	list := make([]*Key, len(pins))
	for i, p := range pins {
		if list[i], err = p.key.key(tau); err != nil {
			return nil, err
		}
	}
	return list, nil
})

// KeyOf returns the key of a proven ruleset, which decides about boards and answers. It returns ErrKeys for any other.
func KeyOf(r *game.Ruleset) (*Key, error) {
	list, err := load()
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, fmt.Errorf("%w: no ruleset given", ErrKeys)
	}
	for i, p := range pins {
		if p.ruleset.Equal(r) {
			return list[i], nil
		}
	}
	return nil, fmt.Errorf("%w: ruleset %s has no circuit", ErrKeys, r.Name)
}

// read returns the bytes of the file, or ErrKeys if they are not the pinned ones.
func (p pin) read() ([]byte, error) {
	bytes, err := files.ReadFile(p.file)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeys, err)
	}
	if hash := sha256.Sum256(bytes); hex.EncodeToString(hash[:]) != p.hash {
		return nil, fmt.Errorf("%w: %s: expected SHA-256 %s, got %x", ErrKeys, p.file, p.hash, hash)
	}
	return bytes, nil
}

// key decodes the key in the file.
func (p pin) key(tau bls12381.G2Affine) (*Key, error) {
	bytes, err := p.read()
	if err != nil {
		return nil, err
	}
	key, err := newKey(bytes, tau)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.file, err)
	}
	return key, nil
}
