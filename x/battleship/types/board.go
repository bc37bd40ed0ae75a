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

// Validate returns ErrInvalidBoard unless the scheme is that of the ruleset and the hashes are as many and as long as
// it asks for.
func (b BoardCommitment) Validate(r *game.Ruleset) error {
	if want := schemeOf(r); b.Scheme != want {
		return errors.Wrapf(ErrInvalidBoard, "scheme in ruleset %s: expected %s, got %s", r.Name, want, b.Scheme)
	}
	if r.Proven {
		return b.validateProven()
	}
	if err := b.MerkleRows().Validate(r); err != nil {
		return WithCode(ErrInvalidBoard, err)
	}
	if len(b.Commitment) > 0 {
		return errors.Wrapf(ErrInvalidBoard, "commitment: expected none with %s, got %d bytes", b.Scheme, len(b.Commitment))
	}
	return nil
}

// schemeOf returns the scheme of all boards under a ruleset.
func schemeOf(r *game.Ruleset) CommitmentScheme {
	if r.Proven {
		return COMMITMENT_SCHEME_PLONK
	}
	return COMMITMENT_SCHEME_MERKLE_ROWS
}

// validateProven is Validate for the scheme PLONK.
func (b BoardCommitment) validateProven() error {
	if len(b.RowRoots) > 0 {
		return errors.Wrapf(ErrInvalidBoard, "row_roots: expected none with %s, got %d", b.Scheme, len(b.RowRoots))
	}
	if len(b.TossLeaf) != commitment.HashSize {
		return errors.Wrapf(ErrInvalidBoard, "toss_leaf: expected %d bytes, got %d", commitment.HashSize, len(b.TossLeaf))
	}
	if _, err := verify.ParseCommitment(b.Commitment); err != nil {
		return WithCode(ErrInvalidBoard, err)
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

// Bind returns the board with its owner and its commitment's context, so that it can check openings; the chain id and
// the address must be those it was committed under. The error is ErrCorrupt for a scheme that is not the ruleset's.
func (b BoardCommitment) Bind(chainID string, player []byte, r *game.Ruleset) (play.Board, error) {
	binding := commitment.Binding{ChainID: chainID, Player: player, Nonce: b.Nonce, Ruleset: r}
	switch want := schemeOf(r); {
	case b.Scheme != want:
		return nil, errors.Wrapf(ErrCorrupt, "scheme: expected %s, got %s", want, b.Scheme)
	case !r.Proven:
		return play.MerkleRows{Binding: binding, Roots: b.MerkleRows()}, nil
	}
	c, err := verify.ParseCommitment(b.Commitment)
	if err != nil {
		return nil, WithCode(ErrCorrupt, err)
	}
	return play.ProvenBoard{Binding: binding, Commitment: c, TossLeaf: b.TossLeaf}, nil
}
