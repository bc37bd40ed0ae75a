//go:build !js

package commitment

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// TossSize is the size of the joiner's half of the toss in bytes, as it is sent and as MixToss returns it.
const TossSize = 32

// CommitToss returns the toss leaf of the board that Commit makes with the same arguments. It is all of that board
// which a board needs that is proven.
func CommitToss(b Binding, f game.Fleet, secret []byte) ([]byte, error) {
	opening, err := OpenToss(b, f, secret)
	if err != nil {
		return nil, err
	}
	return leafHash(b.leaf(b.tossIndex(), Toss, opening.Salt)), nil
}

// OpenToss returns the opening of the toss leaf of the board that Commit made with the same arguments. In a proven
// ruleset its salt depends on the fleet, as those of tiles do in all others: it is all that AuditToss has.
func OpenToss(b Binding, f game.Fleet, secret []byte) (Opening, error) {
	if err := b.Validate(); err != nil {
		return Opening{}, err
	}
	if err := checkSecret(secret); err != nil {
		return Opening{}, err
	}
	key := secret
	if b.Ruleset.Proven {
		key = FleetKey(secret, f)
	}
	return Opening{Content: Toss, Salt: Salt(key, b.tossIndex())}, nil
}

// AuditToss is Audit for a board that is proven: it returns nil if f is a legal fleet and the toss leaf was made of f
// and secret. It computes AuditTossHashes.
func AuditToss(b Binding, leaf []byte, f game.Fleet, secret []byte) error {
	if err := b.Validate(); err != nil {
		return err
	}
	if err := b.Ruleset.CheckFleet(f); err != nil {
		return err
	}
	got, err := CommitToss(b, f, secret)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, leaf) {
		return fmt.Errorf("%w: toss leaf: expected %x, got %x", ErrAudit, leaf, got)
	}
	return nil
}

// VerifyToss returns nil if o is the opening of the toss leaf of the board that the player named by b committed to.
// Like VerifyOpening it measures before it hashes.
func VerifyToss(b Binding, board Board, o Opening) error {
	if err := b.Validate(); err != nil {
		return err
	}
	if o.Content != Toss {
		return fmt.Errorf("%w: toss leaf: expected %s, got %s", ErrContent, Toss, o.Content)
	}
	if err := checkSalt(o.Salt); err != nil {
		return fmt.Errorf("toss leaf: %w", err)
	}
	if err := checkPath(o.Path, 0); err != nil {
		return fmt.Errorf("toss leaf: %w", err)
	}
	if got := leafHash(b.leaf(b.tossIndex(), Toss, o.Salt)); !bytes.Equal(got, board.TossLeaf) {
		return fmt.Errorf("%w: toss leaf: expected %x, got %x", ErrOpening, board.TossLeaf, got)
	}
	return nil
}

// ValidateTossBytes returns ErrTossBytes unless the joiner's half of the toss has TossSize bytes.
func ValidateTossBytes(joiner []byte) error {
	if len(joiner) != TossSize {
		return fmt.Errorf("%w: expected %d bytes, got %d", ErrTossBytes, TossSize, len(joiner))
	}
	return nil
}

// Join names the one join that a half of the toss is for.
type Join struct {
	// BlockHash is the hash of the block that holds the join; at most 65,535 bytes.
	BlockHash []byte
	// GameID is the id of the game that is joined.
	GameID uint64
	// Player is the address of the joiner, at most MaxAddress bytes of it: the bytes, not the bech32 text.
	Player []byte
}

// MixToss returns the joiner's effective half of the toss, of TossSize bytes, derived from the half that it sent.
//
// The joiner's bytes are readable in the mempool, and a creator that knows its own salt could compute the toss in time
// to meet the join with another board or to take the seat with another account. The mix includes the hash of the block,
// so the toss is unknown before the block is made. It also includes game and player, so that no join of the same block
// predicts another one with the same bytes: a transaction of several messages could be reverted depending on the first.
func MixToss(half []byte, j Join) []byte {
	mixed := make([]byte, 0, len(tossMixTag)+len(half)+2+len(j.BlockHash)+8+2+len(j.Player))
	mixed = append(append(mixed, tossMixTag...), half...)
	mixed = binary.BigEndian.AppendUint16(mixed, uint16(len(j.BlockHash)))
	mixed = append(mixed, j.BlockHash...)
	mixed = binary.BigEndian.AppendUint64(mixed, j.GameID)
	mixed = binary.BigEndian.AppendUint16(mixed, uint16(len(j.Player)))
	mixed = append(mixed, j.Player...)
	sum := sha256.Sum256(mixed)
	return sum[:]
}

// TossFirst returns the seat that shoots first: 0, the creator, or 1, the joiner. The joiner's half is the result of
// MixToss.
//
// The creator fixed its salt, which VerifyToss has checked, before the block existed whose hash is in the joiner's
// half; the joiner sent its bytes, which ValidateTossBytes has checked, before it saw the salt. So the toss is fair if
// the joiner's bytes are random, or the creator's salt is, as long as the proposer of the block does not know the salt.
func TossFirst(creatorSalt, mixed []byte) game.Seat {
	hash := sha256.New()
	hash.Write([]byte(tossTag))
	hash.Write(creatorSalt)
	hash.Write(mixed)
	sum := hash.Sum(nil)
	return game.Seat(sum[len(sum)-1] & 1)
}
