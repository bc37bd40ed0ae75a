package types

import (
	"bytes"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/game/zk/verify"
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

// NewProvenBoardCommitment returns the message form of a board whose answers are proven, that was committed to with a
// nonce.
func NewProvenBoardCommitment(nonce uint64, c verify.Commitment, tossLeaf []byte) BoardCommitment {
	return BoardCommitment{Scheme: COMMITMENT_SCHEME_PLONK, Nonce: nonce, TossLeaf: tossLeaf, Commitment: c[:]}
}

// MerkleRows returns the board as its scheme knows it. The scheme must be MERKLE_ROWS.
func (b BoardCommitment) MerkleRows() commitment.Board {
	return commitment.Board{RowRoots: b.RowRoots, TossLeaf: b.TossLeaf}
}

// Validate returns ErrInvalidBoard unless the scheme is known and the hashes are as many and as long as it asks for.
func (b BoardCommitment) Validate(r *game.Ruleset) error {
	if r.Proven {
		return errors.Wrapf(ErrInvalidBoard, "boards of ruleset %s are proven, which this chain does not do yet", r.Name)
	}
	if b.Scheme != COMMITMENT_SCHEME_MERKLE_ROWS {
		return errors.Wrapf(ErrInvalidBoard, "scheme: expected %s, got %s", COMMITMENT_SCHEME_MERKLE_ROWS, b.Scheme)
	}
	if err := b.MerkleRows().Validate(r); err != nil {
		return WithCode(ErrInvalidBoard, err)
	}
	if len(b.Commitment) > 0 {
		return errors.Wrapf(ErrInvalidBoard, "commitment: expected none with %s, got %d bytes", b.Scheme, len(b.Commitment))
	}
	return nil
}

// Shares reports whether the two boards have a hash in common, which two honest ones never have.
func (b BoardCommitment) Shares(other BoardCommitment) bool {
	return len(b.Commitment) > 0 && bytes.Equal(b.Commitment, other.Commitment) ||
		b.MerkleRows().Shares(other.MerkleRows())
}

// NewOpening returns the message form of an opening.
func NewOpening(o commitment.Opening) *Opening {
	return &Opening{Content: Content(o.Content), Salt: o.Salt, Path: o.Path}
}

// NewProvenOpening returns the message form of an answer with its proof.
func NewProvenOpening(hit bool, proof []byte) *Opening {
	content := CONTENT_WATER
	if hit {
		content = CONTENT_SHIP
	}
	return &Opening{Content: content, Proof: proof}
}

// Bind returns the board with its owner and what it was committed for, so that it can check what is shown of it; the
// chain id and the address must be those it was committed under. The error is ErrCorrupt for an unknown scheme.
func (b BoardCommitment) Bind(chainID string, player []byte, r *game.Ruleset) (play.Board, error) {
	switch b.Scheme {
	case COMMITMENT_SCHEME_MERKLE_ROWS:
		binding := commitment.Binding{ChainID: chainID, Player: player, Nonce: b.Nonce, Ruleset: r}
		return play.MerkleRows{Binding: binding, Roots: b.MerkleRows()}, nil
	default:
		return nil, errors.Wrapf(ErrCorrupt, "scheme: expected %s, got %s", COMMITMENT_SCHEME_MERKLE_ROWS, b.Scheme)
	}
}
