package verify

import (
	"crypto/sha256"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// CommitmentSize is the size of a commitment in bytes.
const CommitmentSize = pointSize

// tagSize is the size of a tag in bytes, so that each is below the order of the group.
const tagSize = 31

// boardTag separates the hash that makes a tag from all other hashes.
const boardTag = "battleship/zk/tag/v2"

// Commitment is a player's commitment to its fleet: a point, compressed.
type Commitment [CommitmentSize]byte

// ParseCommitment returns the commitment in these bytes, or ErrStatement if they are not CommitmentSize. Whether they
// are a point of the group is decided when a proof is verified, which is paid for.
func ParseCommitment(b []byte) (Commitment, error) {
	if len(b) != CommitmentSize {
		return Commitment{}, fmt.Errorf("%w: expected a commitment of %d bytes, got %d", ErrStatement, CommitmentSize, len(b))
	}
	return Commitment(b), nil
}

// Tag returns the public input of a board's proof, which names the one board that its commitment is for: the first
// tagSize bytes of SHA-256(tag's name || binding), big-endian. It returns commitment.ErrBinding.
func Tag(b commitment.Binding) (tag fr.Element, err error) {
	bytes, err := b.AppendBinary([]byte(boardTag))
	if err != nil {
		return tag, err
	}
	hash := sha256.Sum256(bytes)
	tag.SetBytes(hash[:tagSize])
	return tag, nil
}

// Board states that a player knows a legal fleet behind a commitment that was made for this board.
type Board struct {
	// Binding names the board.
	Binding commitment.Binding
	// Commitment is the player's commitment.
	Commitment Commitment
}

// Answer states the content of a tile in the fleet behind a commitment, for which a Board was proven.
type Answer struct {
	// Binding names the board.
	Binding commitment.Binding
	// Commitment is the player's commitment.
	Commitment Commitment
	// Tile is the tile that was shot at.
	Tile game.Tile
	// Hit reports whether a ship is on the tile.
	Hit bool
}

// Verify returns nil if the proof proves the statement, and otherwise ErrEncoding, ErrProof or ErrKeys, or
// commitment.ErrBinding. Malformed bytes and inconsistent numbers are refused sooner than a proof is accepted; no input
// takes longer.
func (s Board) Verify(proof []byte) error {
	tag, err := Tag(s.Binding)
	if err != nil {
		return err
	}
	key, err := KeyOf(s.Binding.Ruleset)
	if err != nil {
		return err
	}
	if len(proof) != ProofSize {
		return fmt.Errorf("%w: expected %d bytes, got %d", ErrEncoding, ProofSize, len(proof))
	}
	return key.verify([]fr.Element{tag}, append(s.Commitment[:], proof...))
}

// Validate returns ErrStatement for a tile off the board.
func (s Answer) Validate() error {
	if r := s.Binding.Ruleset; int(s.Tile) >= r.Tiles() {
		return fmt.Errorf("%w: expected a tile below %d, got %d", ErrStatement, r.Tiles(), s.Tile)
	}
	return nil
}

// Verify is Board.Verify for an answer. It returns ErrStatement for a tile off the board.
func (s Answer) Verify(proof []byte) error {
	if err := s.Binding.Validate(); err != nil {
		return err
	}
	if err := s.Validate(); err != nil {
		return err
	}
	key, err := KeyOf(s.Binding.Ruleset)
	if err != nil {
		return err
	}
	return key.verifyOpening(s.Commitment, int(s.Tile), s.Hit, proof)
}
