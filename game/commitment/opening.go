//go:build !js

package commitment

import (
	"fmt"

	"github.com/cometbft/cometbft/crypto/merkle"

	"github.com/battleship-chain/battleship/game"
)

// Opening shows the content of one leaf.
type Opening struct {
	// Content is the content of the leaf.
	Content Content
	// Salt is the salt of the leaf, SaltSize bytes.
	Salt []byte
	// Path is the audit path from the leaf's sibling up to a child of the row's root, HashSize bytes each: exactly
	// PathLength of them for a tile, none for the toss leaf.
	Path [][]byte
}

// Open returns the opening of one tile of the board that Commit made with the same binding, fleet and secret.
func Open(b Binding, f game.Fleet, secret []byte, t game.Tile) (Opening, error) {
	ships, err := legalTiles(b, f)
	if err != nil {
		return Opening{}, err
	}
	if err := checkSecret(secret); err != nil {
		return Opening{}, err
	}
	if err := checkTile(b.Ruleset, t); err != nil {
		return Opening{}, err
	}
	key := FleetKey(secret, f)
	row, column := position(b.Ruleset, t)
	_, proofs := merkle.ProofsFromByteSlices(b.rowLeaves(row, ships, key))
	return Opening{
		Content: contentOf(ships, t),
		Salt:    Salt(key, uint16(t)),
		Path:    proofs[column].Aunts,
	}, nil
}

// VerifyOpening returns nil if o is the opening of tile t of the board that the player named by b committed to. Each
// tile has one such opening. Lengths are checked before anything is hashed; then OpeningHashes hashes decide.
// ErrOpening means that o contradicts the commitment.
func VerifyOpening(b Binding, board Board, t game.Tile, o Opening) error {
	if err := b.Validate(); err != nil {
		return err
	}
	if err := checkTile(b.Ruleset, t); err != nil {
		return err
	}
	name := b.Ruleset.TileName(t)
	if o.Content != Water && o.Content != Ship {
		return fmt.Errorf("%w: tile %s: expected %s or %s, got %s", ErrContent, name, Water, Ship, o.Content)
	}
	if err := checkSalt(o.Salt); err != nil {
		return fmt.Errorf("tile %s: %w", name, err)
	}
	row, column := position(b.Ruleset, t)
	if err := checkPath(o.Path, PathLength(b.Ruleset.Width, column)); err != nil {
		return fmt.Errorf("tile %s: %w", name, err)
	}
	if len(board.RowRoots) != b.Ruleset.Height {
		return fmt.Errorf("%w: expected %d row roots, got %d", ErrBoard, b.Ruleset.Height, len(board.RowRoots))
	}
	root := board.RowRoots[row]
	if len(root) != HashSize {
		return fmt.Errorf("%w: root of row %d: expected %d bytes, got %d", ErrBoard, row+1, HashSize, len(root))
	}

	leaf := b.leaf(uint16(t), o.Content, o.Salt)
	proof := merkle.Proof{
		Total:    int64(b.Ruleset.Width),
		Index:    int64(column),
		LeafHash: leafHash(leaf),
		Aunts:    o.Path,
	}
	if err := proof.Verify(root, leaf); err != nil {
		return fmt.Errorf("%w: tile %s as %s: %w", ErrOpening, name, o.Content, err)
	}
	return nil
}

// PathLength returns how many hashes lead from a leaf to the root of a tree with the given number of leaves. The
// width must be at least 1 and the column below it.
//
// RFC 6962 splits the leaves at the largest power of two below their number, so the right part of a row whose width
// is no power of two is less deep: ten leaves are a tree of eight beside one of two.
func PathLength(width, column int) int {
	length := 0
	for ; width > 1; length++ {
		left := 1
		for left*2 < width {
			left *= 2
		}
		if column < left {
			width = left
		} else {
			width -= left
			column -= left
		}
	}
	return length
}

// position returns the row and column of a tile, both from 0.
func position(r *game.Ruleset, t game.Tile) (row, column int) {
	return int(t) / r.Width, int(t) % r.Width
}

// checkTile returns game.ErrTile unless the tile is on the board.
func checkTile(r *game.Ruleset, t game.Tile) error {
	if int(t) >= r.Tiles() {
		return fmt.Errorf("%w: expected an index below %d, got %d", game.ErrTile, r.Tiles(), t)
	}
	return nil
}

// checkSalt returns ErrSalt unless the salt has SaltSize bytes.
func checkSalt(salt []byte) error {
	if len(salt) != SaltSize {
		return fmt.Errorf("%w: expected %d bytes, got %d", ErrSalt, SaltSize, len(salt))
	}
	return nil
}

// checkPath returns ErrPath unless the path has the given number of hashes of HashSize bytes.
func checkPath(path [][]byte, length int) error {
	if len(path) != length {
		return fmt.Errorf("%w: expected %d hashes, got %d", ErrPath, length, len(path))
	}
	for i, hash := range path {
		if len(hash) != HashSize {
			return fmt.Errorf("%w: hash %d: expected %d bytes, got %d", ErrPath, i+1, HashSize, len(hash))
		}
	}
	return nil
}
