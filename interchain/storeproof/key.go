package storeproof

import (
	"encoding/binary"
	"fmt"
)

// StoreName is the store of the module that keeps the games.
const StoreName = "battleship"

// Kind is the kind of record under a key.
type Kind byte

// The records that have a Kind are kept for ever, so they can be proven at any time. A Kind is the prefix of its keys.
const (
	// KindResult is how a game of two ended: a battleship.v1.Result.
	KindResult Kind = 0x08
	// KindMeleeResult is how a melee ended: a battleship.v1.MeleeResult.
	KindMeleeResult Kind = 0x1C
)

// Key is the key of the record of a game: the prefix and the id, big-endian.
func (k Kind) Key(gameID uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{byte(k)}, gameID)
}

// String names a kind in errors.
func (k Kind) String() string {
	switch k {
	case KindResult:
		return "result"
	case KindMeleeResult:
		return "result of a melee"
	default:
		return fmt.Sprintf("record under 0x%02X", byte(k))
	}
}

// ParseKey returns the kind and the game of a key of a result.
func ParseKey(key []byte) (Kind, uint64, error) {
	const length = 1 + 8
	if len(key) == length {
		if kind := Kind(key[0]); kind == KindResult || kind == KindMeleeResult {
			return kind, binary.BigEndian.Uint64(key[1:]), nil
		}
	}
	return 0, 0, fmt.Errorf("%w: expected 0x%02X or 0x%02X and a game id of 8 bytes, got %X",
		ErrKey, byte(KindResult), byte(KindMeleeResult), key)
}
