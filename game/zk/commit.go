package zk

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// saltTag separates the salt of a commitment from all else that is made with a fleet key.
const saltTag = "battleship/zk/salt/v1"

// saltMask clears the four highest bits of a salt, so that it is below the order of the group.
const saltMask = 0x0f

// SaltSize is the size of a salt in bytes.
const SaltSize = sha256.Size

// Salt returns the salt of the commitment to a fleet, a number of 252 bits in big-endian:
//
//	HMAC-SHA256(key: commitment.FleetKey(secret, fleet), "battleship/zk/salt/v1"), the four highest bits cleared
//
// The secret must have commitment.SecretSize bytes.
func Salt(secret []byte, f game.Fleet) [SaltSize]byte {
	mac := hmac.New(sha256.New, commitment.FleetKey(secret, f))
	mac.Write([]byte(saltTag))
	salt := [SaltSize]byte(mac.Sum(nil))
	salt[0] &= saltMask
	return salt
}

// Commit returns the commitment to a fleet; the order of ships of one class does not matter. It returns
// commitment.ErrBinding, commitment.ErrSecret, verify.ErrStatement for a ruleset that has no circuits, or the error
// of game.Ruleset.CheckFleet.
func Commit(b commitment.Binding, f game.Fleet, secret []byte) (verify.Commitment, error) {
	s, err := newSecrets(b, f, secret)
	if err != nil {
		return verify.Commitment{}, err
	}
	return s.commitment.Bytes(), nil
}

// VerifyOpening returns nil if the commitment is that of a fleet with a salt, both shown, and otherwise ErrCommitment,
// or an error of Commit. A salt that is not reduced is refused: it would open the commitment a second time. That the
// salt was made from a secret cannot be seen.
func VerifyOpening(b commitment.Binding, c verify.Commitment, f game.Fleet, salt []byte) error {
	var number fr.Element
	if err := number.SetBytesCanonical(salt); err != nil {
		return fmt.Errorf("%w: expected a salt of %d bytes, reduced", ErrCommitment, SaltSize)
	}
	s, err := openSecrets(b, f, number)
	if err != nil {
		return err
	}
	if s.commitment.Bytes() != c {
		return fmt.Errorf("%w: expected %x, got %x", ErrCommitment, s.commitment.Bytes(), c)
	}
	return nil
}

// secrets are what a prover knows, and the commitment to it.
type secrets struct {
	layout          *layout
	fleet           game.Fleet // sorted
	bits            []fr.Element
	salt            fr.Element
	tag, commitment fr.Element
}

// newSecrets returns the secrets behind the commitment to a fleet.
func newSecrets(b commitment.Binding, f game.Fleet, secret []byte) (*secrets, error) {
	if len(secret) != commitment.SecretSize {
		return nil, fmt.Errorf("%w: expected %d bytes, got %d", commitment.ErrSecret, commitment.SecretSize, len(secret))
	}
	bytes := Salt(secret, f)
	var salt fr.Element
	if err := salt.SetBytesCanonical(bytes[:]); err != nil {
		return nil, err
	}
	return openSecrets(b, f, salt)
}

// openSecrets is newSecrets with a salt that is known already.
func openSecrets(b commitment.Binding, f game.Fleet, salt fr.Element) (*secrets, error) {
	tag, err := verify.NewTag(b)
	if err != nil {
		return nil, err
	}
	l, err := newLayout(b.Ruleset)
	if err != nil {
		return nil, err
	}
	if err := b.Ruleset.CheckFleet(f); err != nil {
		return nil, err
	}
	s := &secrets{layout: l, fleet: sorted(f), salt: salt}
	for _, bit := range l.fleetBits(f) {
		if bit {
			s.bits = append(s.bits, fr.One())
		} else {
			s.bits = append(s.bits, fr.Element{})
		}
	}
	s.tag.SetBytes(tag[:])
	s.commitment, err = compress(pack(s.bits, s.tag), salt)
	return s, err
}
