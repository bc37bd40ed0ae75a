package commitment

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// TossSize is the size of the joiner's half of the toss in bytes.
const TossSize = 32

// OpenToss returns the opening of the toss leaf of the board that Commit made with the same binding and secret.
func OpenToss(b Binding, secret []byte) (Opening, error) {
	if err := b.Validate(); err != nil {
		return Opening{}, err
	}
	if err := checkSecret(secret); err != nil {
		return Opening{}, err
	}
	return Opening{Content: Toss, Salt: Salt(secret, b.tossIndex())}, nil
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

// TossFirst returns who shoots first: seat 0, the creator, or seat 1, the joiner.
//
// The creator fixed its salt, which VerifyToss has checked, before it saw the joiner's bytes; the joiner chose its
// bytes, which ValidateTossBytes has checked, before it saw the salt. If either of them chose at random the toss is
// fair, and a validator that delays or reorders transactions cannot bend it.
func TossFirst(creatorSalt, joiner []byte) game.Seat {
	hash := sha256.New()
	hash.Write([]byte(tossTag))
	hash.Write(creatorSalt)
	hash.Write(joiner)
	sum := hash.Sum(nil)
	return game.Seat(sum[len(sum)-1] & 1)
}
