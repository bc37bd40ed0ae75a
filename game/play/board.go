package play

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// Work is the cost of a check.
type Work struct {
	// For names the check, in a word.
	For string
	// Hashes is how many SHA-256 hashes are computed, or what takes as long.
	Hashes int
	// Proofs is how many zero-knowledge proofs are verified.
	Proofs int
	// Openings is how many openings of tiles in proven boards are verified.
	Openings int
	// Signatures is how many signatures are verified.
	Signatures int
}

// Board is the public part of a player's hidden board: it checks openings against the player's commitment. It knows no
// rule of the game. The work of each check depends on nothing that the player chose freely.
type Board interface {
	// EntryWork is the work of VerifyEntry.
	EntryWork() Work
	// VerifyEntry returns an error unless the proof is the one with which the board must enter a game: that it is legal,
	// or none where the scheme has no proofs.
	VerifyEntry(proof []byte) error
	// TossWork is the work of TossFirst and VerifyToss together.
	TossWork() Work
	// TossFirst returns who shoots first if the opening is true, given the joiner's half of the toss, or an error if the
	// opening has the wrong form.
	TossFirst(o Opening, mixed []byte) (game.Seat, error)
	// VerifyToss returns an error unless the player committed to this toss.
	VerifyToss(o Opening) error
	// OpeningWork is the work of VerifyAnswer for a tile on the board.
	OpeningWork(t game.Tile) Work
	// VerifyAnswer returns an error unless the opening shows that an answer is true which the rules have accepted. The
	// state is the one before, in which the shot at before.Pending waits for this answer.
	VerifyAnswer(before game.State, a game.Answer, o Opening) error
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

// EntryWork implements Board.
func (MerkleRows) EntryWork() Work { return Work{For: "entry"} }

// VerifyEntry implements Board: that the board is legal is shown by a claim, when the game is over.
func (MerkleRows) VerifyEntry(proof []byte) error { return refuseProof(proof) }

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

// VerifyAnswer implements Board. It shows whether the tile is hit; the announcement of a sunk ship is audited when the
// game is over.
func (m MerkleRows) VerifyAnswer(before game.State, _ game.Answer, o Opening) error {
	opening, err := o.merkleRows()
	if err != nil {
		return err
	}
	return commitment.VerifyOpening(m.Binding, m.Roots, before.Pending, opening)
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
	if err := refuseProof(o.Proof); err != nil {
		return commitment.Opening{}, err
	}
	return commitment.Opening{Content: content, Salt: o.Salt, Path: o.Path}, nil
}

// refuseProof returns ErrMove for a proof where none is expected.
func refuseProof(proof []byte) error {
	if len(proof) != 0 {
		return fmt.Errorf("%w: expected no proof, got one of %d bytes", ErrMove, len(proof))
	}
	return nil
}
