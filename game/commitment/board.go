//go:build !js

package commitment

import (
	"bytes"
	"fmt"

	"github.com/cometbft/cometbft/crypto/merkle"

	"github.com/battleship-chain/battleship/game"
)

// Board is the public part of a committed board.
type Board struct {
	// RowRoots is one Merkle root of HashSize bytes for each row, row 1 first.
	RowRoots [][]byte
	// TossLeaf is the hash of the toss leaf, HashSize bytes.
	TossLeaf []byte
}

// Commit returns the commitment of the player that b names to the fleet f. It refuses a fleet that the ruleset does
// not allow, for its owner could never claim with it. The secret must be new for each board.
func Commit(b Binding, f game.Fleet, secret []byte) (Board, error) {
	ships, err := legalTiles(b, f)
	if err != nil {
		return Board{}, err
	}
	toss, err := CommitToss(b, f, secret)
	if err != nil {
		return Board{}, err
	}
	board := Board{RowRoots: make([][]byte, b.Ruleset.Height), TossLeaf: toss}
	key := FleetKey(secret, f)
	for row := range board.RowRoots {
		board.RowRoots[row] = merkle.HashFromByteSlices(b.rowLeaves(row, ships, key))
	}
	return board, nil
}

// Validate returns ErrBoard unless the board has the number and size of hashes that the ruleset requires, and
// ErrEqualRoots if one of them occurs twice, which is impossible for an honest board.
func (c Board) Validate(r *game.Ruleset) error {
	if len(c.RowRoots) != r.Height {
		return fmt.Errorf("%w: expected %d row roots, got %d", ErrBoard, r.Height, len(c.RowRoots))
	}
	for row, root := range c.RowRoots {
		if len(root) != HashSize {
			return fmt.Errorf("%w: root of row %d: expected %d bytes, got %d", ErrBoard, row+1, HashSize, len(root))
		}
	}
	if len(c.TossLeaf) != HashSize {
		return fmt.Errorf("%w: toss leaf: expected %d bytes, got %d", ErrBoard, HashSize, len(c.TossLeaf))
	}
	hashes := c.hashes()
	for i, hash := range hashes {
		for _, other := range hashes[:i] {
			if bytes.Equal(hash, other) {
				return fmt.Errorf("%w: expected %d different hashes, got %x twice", ErrEqualRoots, len(hashes), hash)
			}
		}
	}
	return nil
}

// Shares reports whether the boards have a hash in common. Leaves name their player, so two honest boards never do: one
// is a copy. A copy could not be opened anyway; it is refused so that no player is lured into a game with it.
func (c Board) Shares(o Board) bool {
	others := o.hashes()
	for _, hash := range c.hashes() {
		for _, other := range others {
			if bytes.Equal(hash, other) {
				return true
			}
		}
	}
	return false
}

// hashes returns all hashes of the board in a new slice.
func (c Board) hashes() [][]byte {
	return append(append(make([][]byte, 0, len(c.RowRoots)+1), c.RowRoots...), c.TossLeaf)
}

// legalTiles returns the tiles of a fleet that the ruleset allows.
func legalTiles(b Binding, f game.Fleet) (game.Set, error) {
	if err := b.Validate(); err != nil {
		return game.Set{}, err
	}
	return b.Ruleset.FleetTiles(f)
}

// rowLeaves returns the leaves of one row, column A first. b must be valid.
func (b Binding) rowLeaves(row int, ships game.Set, fleetKey []byte) [][]byte {
	leaves := make([][]byte, b.Ruleset.Width)
	for column := range leaves {
		t := game.Tile(row*b.Ruleset.Width + column)
		leaves[column] = b.leaf(uint16(t), contentOf(ships, t), Salt(fleetKey, uint16(t)))
	}
	return leaves
}

// contentOf returns the content of a tile.
func contentOf(ships game.Set, t game.Tile) Content {
	if ships.Has(t) {
		return Ship
	}
	return Water
}

// leafHash returns the hash of one leaf: the root of a tree that holds nothing else.
func leafHash(leaf []byte) []byte {
	return merkle.HashFromByteSlices([][]byte{leaf})
}
