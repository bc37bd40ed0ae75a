package play

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// Work is what a check costs.
type Work struct {
	// For is what is checked, in a word.
	For string
	// Hashes is how many SHA-256 hashes are computed.
	Hashes int
}

// Board is a hidden board of a player as everybody knows it: it checks what is shown of the board against what the
// player committed to. It knows no rule of the game. The work of each check depends on nothing that the player chose
// freely.
type Board interface {
	// TossWork is the work of TossFirst and VerifyToss together.
	TossWork() Work
	// TossFirst returns who shoots first if the opening is true, given the joiner's half of the toss, or an error if the
	// opening has the wrong form.
	TossFirst(o Opening, mixed []byte) (game.Seat, error)
	// VerifyToss returns an error unless the player committed to this toss.
	VerifyToss(o Opening) error
	// OpeningWork is the work of VerifyOpening for a tile on the board.
	OpeningWork(t game.Tile) Work
	// VerifyOpening returns an error unless the player committed to this content of the tile.
	VerifyOpening(t game.Tile, o Opening) error
	// AuditWork is the work of Audit.
	AuditWork() Work
	// Audit returns an error unless the player committed to this fleet with this secret.
	Audit(f game.Fleet, secret []byte) error
}

// MerkleRows is a board of package commitment: a Merkle root for each row. The binding must be valid.
type MerkleRows struct {
	Binding commitment.Binding
	Roots   commitment.Board
}

// TossWork implements Board.
func (MerkleRows) TossWork() Work { return Work{For: "toss", Hashes: commitment.TossHashes} }

// TossFirst implements Board.
func (MerkleRows) TossFirst(o Opening, mixed []byte) (game.Seat, error) {
	if len(o.Salt) != commitment.SaltSize {
		return 0, fmt.Errorf("%w: expected %d bytes, got %d", commitment.ErrSalt, commitment.SaltSize, len(o.Salt))
	}
	return commitment.TossFirst(o.Salt, mixed), nil
}

// VerifyToss implements Board.
func (m MerkleRows) VerifyToss(o Opening) error {
	opening, err := o.merkleRows()
	if err != nil {
		return err
	}
	return commitment.VerifyToss(m.Binding, m.Roots, opening)
}

// OpeningWork implements Board.
func (m MerkleRows) OpeningWork(t game.Tile) Work {
	return Work{For: "opening", Hashes: commitment.OpeningHashes(m.Binding.Ruleset, t)}
}

// VerifyOpening implements Board.
func (m MerkleRows) VerifyOpening(t game.Tile, o Opening) error {
	opening, err := o.merkleRows()
	if err != nil {
		return err
	}
	return commitment.VerifyOpening(m.Binding, m.Roots, t, opening)
}

// AuditWork implements Board.
func (m MerkleRows) AuditWork() Work {
	return Work{For: "audit", Hashes: commitment.AuditHashes(m.Binding.Ruleset)}
}

// Audit implements Board.
func (m MerkleRows) Audit(f game.Fleet, secret []byte) error {
	return commitment.Audit(m.Binding, m.Roots, f, secret)
}

// merkleRows returns the opening as package commitment knows it.
func (o Opening) merkleRows() (commitment.Opening, error) {
	content, err := o.content()
	if err != nil {
		return commitment.Opening{}, err
	}
	return commitment.Opening{Content: content, Salt: o.Salt, Path: o.Path}, nil
}
