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

// Keys are the keys of one ruleset.
type Keys struct {
	// Board decides about proofs of a Board.
	Board *Key
	// Answer decides about proofs of an Answer.
	Answer *Key
}

// A pin is an embedded file and its SHA-256 in hex.
type pin struct{ file, hash string }

// tauPin is the ceremony's point [tau]G2, compressed.
var tauPin = pin{"keys/tau.g2", "4c495656b40ff5ae60187cbd968ce7999dfe53ca0364900338790d4c78f87114"}

// pins are the keys of the rulesets that have circuits. The key of a ruleset is frozen as its ID is: another circuit
// is another ruleset.
var pins = []struct {
	ruleset       *game.Ruleset
	board, answer pin
}{
	{
		ruleset: game.ClassicZK(),
		board:   pin{"keys/classic-zk.board.vk", "f630c934692f66a6abccb850c23c310d4a3c33102d8cf7739186be270ae5f1c2"},
		answer:  pin{"keys/classic-zk.answer.vk", "8b00db6d3bd9f832b65fa0ac4c640c010f9427b2b529175a47e18336f14e19b3"},
	},
	{
		ruleset: game.XayaZK(),
		board:   pin{"keys/xaya-zk.board.vk", "448a60a94459df114778153f7018a44da6e5bb300a5c62f238348bfd93b3dd00"},
		answer:  pin{"keys/xaya-zk.answer.vk", "0073ba3a299cf3f942134cf8fa587834e6986b1652255a51b80f42435133e070"},
	},
}

// load decodes all keys, once.
var load = sync.OnceValues(func() ([]Keys, error) {
	bytes, err := tauPin.read()
	if err != nil {
		return nil, err
	}
	var tau bls12381.G2Affine
	if _, err := tau.SetBytes(bytes); err != nil {
		return nil, fmt.Errorf("%w: %s: not one compressed point: %w", ErrKeys, tauPin.file, err)
	}
	list := make([]Keys, len(pins))
	for i, p := range pins {
		if list[i].Board, err = p.board.key(tau); err != nil {
			return nil, err
		}
		if list[i].Answer, err = p.answer.key(tau); err != nil {
			return nil, err
		}
	}
	return list, nil
})

// KeysOf returns the keys of a proven ruleset. It returns ErrKeys for any other.
func KeysOf(r *game.Ruleset) (Keys, error) {
	list, err := load()
	if err != nil {
		return Keys{}, err
	}
	if r == nil {
		return Keys{}, fmt.Errorf("%w: no ruleset given", ErrKeys)
	}
	for i, p := range pins {
		if p.ruleset.Equal(r) {
			return list[i], nil
		}
	}
	return Keys{}, fmt.Errorf("%w: ruleset %s has no circuits", ErrKeys, r.Name)
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
