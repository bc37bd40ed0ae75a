package types

import (
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// NewBoardCommitment returns the message form of a board that was committed to with a nonce.
func NewBoardCommitment(nonce uint64, b commitment.Board) BoardCommitment {
	return BoardCommitment{
		Scheme:   COMMITMENT_SCHEME_MERKLE_ROWS,
		Nonce:    nonce,
		RowRoots: b.RowRoots,
		TossLeaf: b.TossLeaf,
	}
}

// MerkleRows returns the board as its scheme knows it. The scheme must be MERKLE_ROWS.
func (b BoardCommitment) MerkleRows() commitment.Board {
	return commitment.Board{RowRoots: b.RowRoots, TossLeaf: b.TossLeaf}
}

// Validate returns ErrInvalidBoard unless the scheme is known and the hashes are as many and as long as it asks for.
func (b BoardCommitment) Validate(r *game.Ruleset) error {
	if b.Scheme != COMMITMENT_SCHEME_MERKLE_ROWS {
		return errors.Wrapf(ErrInvalidBoard, "scheme: expected %s, got %s", COMMITMENT_SCHEME_MERKLE_ROWS, b.Scheme)
	}
	if err := b.MerkleRows().Validate(r); err != nil {
		return WithCode(ErrInvalidBoard, err)
	}
	return nil
}

// Shares reports whether the two boards have a hash in common, which two honest ones never have.
func (b BoardCommitment) Shares(other BoardCommitment) bool {
	return b.MerkleRows().Shares(other.MerkleRows())
}

// NewOpening returns the message form of an opening.
func NewOpening(o commitment.Opening) *Opening {
	return &Opening{Content: Content(o.Content), Salt: o.Salt, Path: o.Path}
}

// MerkleRows returns the opening as the scheme of that name knows it, or ErrInvalidMove if its content is none.
func (o Opening) MerkleRows() (commitment.Opening, error) {
	switch o.Content {
	case CONTENT_WATER, CONTENT_SHIP, CONTENT_TOSS:
		return commitment.Opening{Content: commitment.Content(o.Content), Salt: o.Salt, Path: o.Path}, nil
	default:
		return commitment.Opening{}, errors.Wrapf(ErrInvalidMove, "content: expected 0 to 2, got %d", o.Content)
	}
}
