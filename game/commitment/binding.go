package commitment

import (
	"encoding/binary"
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// Limits of a Binding. They bound every preimage.
const (
	// MaxChainID is the longest chain id in bytes: CometBFT's own limit.
	MaxChainID = 50
	// MaxAddress is the longest address in bytes: the SDK's own limit.
	MaxAddress = 255
)

// Binding names the one board that a commitment is for. It is part of every leaf, so that a leaf of one board is
// worthless for any other.
type Binding struct {
	// ChainID is the id of the chain that the game is played on.
	ChainID string
	// Player is the address of the board's owner: its bytes, not its bech32 text.
	Player []byte
	// Nonce is the number that the chain gave to this board of the player; no two boards of a player have the same.
	Nonce uint64
	// Ruleset is the ruleset of the game.
	Ruleset *game.Ruleset
}

// Validate returns ErrBinding unless b names a board.
func (b Binding) Validate() error {
	if n := len(b.ChainID); n < 1 || n > MaxChainID {
		return fmt.Errorf("%w: chain id: expected 1 to %d bytes, got %d", ErrBinding, MaxChainID, n)
	}
	if n := len(b.Player); n < 1 || n > MaxAddress {
		return fmt.Errorf("%w: player's address: expected 1 to %d bytes, got %d", ErrBinding, MaxAddress, n)
	}
	if err := b.Ruleset.Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrBinding, err)
	}
	return nil
}

// tossIndex is the index of the toss leaf: the first after the tiles. b must be valid.
func (b Binding) tossIndex() uint16 { return uint16(b.Ruleset.Tiles()) }

// AppendBinary appends the fields of b to buf, in the order and encoding that a leaf has them in: chain id, address,
// nonce, ruleset id. What varies in length is preceded by its length, so two different bindings never have the same
// bytes.
func (b Binding) AppendBinary(buf []byte) ([]byte, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	return b.append(buf), nil
}

// append is AppendBinary for a valid b.
func (b Binding) append(buf []byte) []byte {
	buf = binary.BigEndian.AppendUint16(buf, uint16(len(b.ChainID)))
	buf = append(buf, b.ChainID...)
	buf = binary.BigEndian.AppendUint16(buf, uint16(len(b.Player)))
	buf = append(buf, b.Player...)
	buf = binary.BigEndian.AppendUint64(buf, b.Nonce)
	return binary.BigEndian.AppendUint32(buf, b.Ruleset.ID)
}

// leaf returns the bytes of one leaf, before the tree's own prefix. b must be valid and the salt of SaltSize bytes.
func (b Binding) leaf(index uint16, c Content, salt []byte) []byte {
	leaf := make([]byte, 0, len(leafTag)+2+len(b.ChainID)+2+len(b.Player)+8+4+2+1+SaltSize)
	leaf = b.append(append(leaf, leafTag...))
	leaf = binary.BigEndian.AppendUint16(leaf, index)
	leaf = append(leaf, byte(c))
	return append(leaf, salt...)
}
