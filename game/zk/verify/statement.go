package verify

import (
	"crypto/sha256"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// Sizes in bytes.
const (
	// CommitmentSize is the size of a commitment.
	CommitmentSize = fr.Bytes
	// TagSize is the size of a tag. A tag beside a packed fleet of 64 bits is below the order of the group.
	TagSize = 23
)

// FreeSlot replaces an absent earlier hit in the public inputs of an answer. No board has such a tile.
const FreeSlot = 255

// boardTag separates the hash that makes a Tag from all other hashes.
const boardTag = "battleship/zk/tag/v1"

// Commitment is a player's commitment to its fleet: a number below the order of the group, big-endian.
type Commitment [CommitmentSize]byte

// ParseCommitment returns the commitment in these bytes, or ErrStatement if they are not a reduced number of
// CommitmentSize bytes.
func ParseCommitment(b []byte) (Commitment, error) {
	if len(b) != CommitmentSize {
		return Commitment{}, fmt.Errorf("%w: expected a commitment of %d bytes, got %d", ErrStatement, CommitmentSize, len(b))
	}
	c := Commitment(b)
	_, err := c.number()
	return c, err
}

// number returns the commitment as a number, or ErrStatement if it is not reduced.
func (c Commitment) number() (n fr.Element, err error) {
	if err := n.SetBytesCanonical(c[:]); err != nil {
		return n, fmt.Errorf("%w: commitment is not reduced", ErrStatement)
	}
	return n, nil
}

// Tag names the one board that a commitment is for, as a part of the hashed number.
type Tag [TagSize]byte

// NewTag returns the tag of a board: the first TagSize bytes of SHA-256(tag's name || binding). It returns
// commitment.ErrBinding.
func NewTag(b commitment.Binding) (Tag, error) {
	bytes, err := b.AppendBinary([]byte(boardTag))
	if err != nil {
		return Tag{}, err
	}
	hash := sha256.Sum256(bytes)
	return Tag(hash[:TagSize]), nil
}

// Board states that a player knows a legal fleet behind a commitment that was made for this board.
type Board struct {
	// Binding names the board.
	Binding commitment.Binding
	// Commitment is the player's commitment.
	Commitment Commitment
}

// Answer states the content of a tile in the fleet behind a commitment. The package comment lists its limits.
type Answer struct {
	// Binding names the board.
	Binding commitment.Binding
	// Commitment is the player's commitment.
	Commitment Commitment
	// Tile is the tile that was shot at.
	Tile game.Tile
	// Hit reports whether a ship is on the tile.
	Hit bool
	// Sunk is the ship that is announced as sunk, nil if none is. A ruleset that does not announce ships has none.
	Sunk *game.Ship
	// Hits are the tiles of this board that were hit before the shot. They count only where ships are announced.
	Hits game.Set
}

// Verify returns nil if the proof proves the statement, and otherwise ErrStatement, ErrEncoding, ErrProof or ErrKeys,
// or commitment.ErrBinding. Malformed bytes and inconsistent numbers are refused sooner than a proof is accepted; no
// input takes longer.
func (s Board) Verify(proof []byte) error {
	public, err := s.Public()
	if err != nil {
		return err
	}
	keys, err := KeysOf(s.Binding.Ruleset)
	if err != nil {
		return err
	}
	return keys.Board.verify(public, proof)
}

// Verify is Board.Verify for an answer.
func (s Answer) Verify(proof []byte) error {
	public, err := s.Public()
	if err != nil {
		return err
	}
	keys, err := KeysOf(s.Binding.Ruleset)
	if err != nil {
		return err
	}
	return keys.Answer.verify(public, proof)
}

// Public returns the public inputs of the statement: commitment, tag. It returns ErrStatement or commitment.ErrBinding.
func (s Board) Public() ([]fr.Element, error) { return opening(s.Binding, s.Commitment) }

// Public returns the public inputs of the statement: commitment, tag, tile, hit (0 or 1), and where the ruleset
// announces ships also the ship announced (0, or 1 + Ship.Code) and, in ascending order, the tiles that were hit
// before, filled up with FreeSlot to one less than a fleet has tiles. It returns ErrStatement or commitment.ErrBinding.
func (s Answer) Public() ([]fr.Element, error) {
	public, err := opening(s.Binding, s.Commitment)
	if err != nil {
		return nil, err
	}
	r := s.Binding.Ruleset
	if err := s.check(r); err != nil {
		return nil, err
	}
	hit := uint64(0)
	if s.Hit {
		hit = 1
	}
	public = append(public, fr.NewElement(uint64(s.Tile)), fr.NewElement(hit))
	if !r.AnnounceSunk {
		return public, nil
	}
	sunk := uint64(0)
	if s.Sunk != nil {
		sunk = 1 + uint64(s.Sunk.Code())
	}
	public = append(public, fr.NewElement(sunk))
	free := r.ShipTiles() - 1
	for tile := range s.Hits.All() {
		public = append(public, fr.NewElement(uint64(tile)))
		free--
	}
	for range free {
		public = append(public, fr.NewElement(FreeSlot))
	}
	return public, nil
}

// check returns ErrStatement unless the tiles and the ship of the statement exist in the ruleset.
func (s Answer) check(r *game.Ruleset) error {
	if int(s.Tile) >= r.Tiles() {
		return fmt.Errorf("%w: expected a tile below %d, got %d", ErrStatement, r.Tiles(), s.Tile)
	}
	if s.Hits.Has(s.Tile) {
		return fmt.Errorf("%w: %s was hit before", ErrStatement, r.TileName(s.Tile))
	}
	for tile := range s.Hits.All() {
		if int(tile) >= r.Tiles() {
			return fmt.Errorf("%w: expected earlier hits below %d, got %d", ErrStatement, r.Tiles(), tile)
		}
	}
	if n, limit := s.Hits.Len(), r.ShipTiles()-1; n > limit {
		return fmt.Errorf("%w: expected at most %d earlier hits, got %d", ErrStatement, limit, n)
	}
	switch {
	case s.Sunk == nil:
		return nil
	case !r.AnnounceSunk:
		return fmt.Errorf("%w: no ship is announced in ruleset %s", ErrStatement, r.Name)
	}
	if _, err := r.Footprint(*s.Sunk); err != nil {
		return fmt.Errorf("%w: %w", ErrStatement, err)
	}
	return nil
}

// opening returns the public inputs that every statement begins with: commitment, tag.
func opening(b commitment.Binding, c Commitment) ([]fr.Element, error) {
	tag, err := NewTag(b)
	if err != nil {
		return nil, err
	}
	public := make([]fr.Element, 2, 2+2+1+b.Ruleset.ShipTiles())
	if public[0], err = c.number(); err != nil {
		return nil, err
	}
	public[1].SetBytes(tag[:])
	return public, nil
}
