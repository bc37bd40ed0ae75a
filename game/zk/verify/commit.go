package verify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
	"sync"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/poseidon2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// Poseidon2 with a state of two numbers and the S-box x^5. 56 partial rounds are a larger margin than gnark-crypto's
// own 50, for 30 rows of a circuit.
const (
	PoseidonWidth         = 2
	PoseidonFullRounds    = 8
	PoseidonPartialRounds = 56
)

const (
	// SaltSize is the size of a salt in bytes.
	SaltSize = sha256.Size
	// FleetBits is the most bits of a packed fleet: the tag is above them in the hashed number.
	FleetBits = 64

	// saltTag separates the salt of a commitment from all else that is made with a fleet key.
	saltTag = "battleship/zk/salt/v1"
	// saltMask clears the four highest bits of a salt, so that it is below the order of the group.
	saltMask = 0x0f
)

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
// commitment.ErrBinding, commitment.ErrSecret, ErrStatement for a ruleset whose fleets have too many bits, or the error
// of game.Ruleset.CheckFleet.
func Commit(b commitment.Binding, f game.Fleet, secret []byte) (Commitment, error) {
	if len(secret) != commitment.SecretSize {
		return Commitment{}, fmt.Errorf("%w: expected %d bytes, got %d",
			commitment.ErrSecret, commitment.SecretSize, len(secret))
	}
	if err := b.Validate(); err != nil {
		return Commitment{}, err
	}
	if err := b.Ruleset.CheckFleet(f); err != nil {
		return Commitment{}, err
	}
	salt := Salt(secret, f)
	return commit(b, f, salt[:])
}

// Open returns nil if the commitment is that of a fleet with a salt, both shown, and otherwise commitment.ErrAudit or
// an error of Commit. A salt that is not reduced is refused: it would open the commitment a second time. That the salt
// was made from a secret cannot be seen.
func Open(b commitment.Binding, c Commitment, f game.Fleet, salt []byte) error {
	if err := b.Validate(); err != nil {
		return err
	}
	if err := b.Ruleset.CheckFleet(f); err != nil {
		return err
	}
	got, err := commit(b, f, salt)
	if err != nil {
		return err
	}
	if got != c {
		return fmt.Errorf("%w: expected %x, got %x", commitment.ErrAudit, c, got)
	}
	return nil
}

// Audit returns nil if f is a legal fleet and the commitment is made of f and secret, and otherwise commitment.ErrAudit
// or an error of Commit. It computes a few SHA-256 hashes and one of Poseidon2.
func Audit(b commitment.Binding, c Commitment, f game.Fleet, secret []byte) error {
	got, err := Commit(b, f, secret)
	if err != nil {
		return err
	}
	if got != c {
		return fmt.Errorf("%w: expected %x, got %x", commitment.ErrAudit, c, got)
	}
	return nil
}

// commit returns compress(fleet + 2^64*tag, salt), for a fleet that is legal.
func commit(b commitment.Binding, f game.Fleet, salt []byte) (Commitment, error) {
	tag, err := NewTag(b)
	if err != nil {
		return Commitment{}, err
	}
	fleet, err := Pack(b.Ruleset, f)
	if err != nil {
		return Commitment{}, err
	}
	var left, right fr.Element
	if err := right.SetBytesCanonical(salt); err != nil {
		return Commitment{}, fmt.Errorf("%w: expected a salt of %d bytes, reduced", commitment.ErrAudit, SaltSize)
	}
	left.SetBytes(binary.BigEndian.AppendUint64(tag[:], fleet))
	hash, err := Compress(left, right)
	return hash.Bytes(), err
}

// Pack returns a legal fleet as a number. From the lowest bit up are the ships in the order of their codes, so that a
// fleet has one form. Each ship is its origin's coordinate along its own direction, the coordinate across, both with as
// many bits as the highest coordinate on the board, and whether it is vertical. It returns ErrStatement for a ruleset
// whose fleets have more than FleetBits bits.
func Pack(r *game.Ruleset, f game.Fleet) (uint64, error) {
	packed, offset := uint64(0), 0
	put := func(n, most int) {
		packed |= uint64(n) << offset
		offset += bits.Len(uint(most))
	}
	for _, ship := range f.Sorted() {
		along, across := int(ship.Origin)%r.Width, int(ship.Origin)/r.Width
		maxAlong, maxAcross, vertical := r.Width-r.Classes[ship.Class].Length, r.Width-1, 0
		if ship.Vertical {
			along, across, vertical = across, along, 1
		}
		put(along, maxAlong)
		put(across, maxAcross)
		put(vertical, 1)
	}
	if offset > FleetBits || r.Width != r.Height {
		return 0, fmt.Errorf("%w: expected a square board and a fleet of at most %d bits, got %dx%d and %d",
			ErrStatement, FleetBits, r.Width, r.Height, offset)
	}
	return packed, nil
}

// Compress returns the hash of two numbers: the second number of their Poseidon2 permutation, plus right.
func Compress(left, right fr.Element) (fr.Element, error) {
	l, r := left.Bytes(), right.Bytes()
	var hash fr.Element
	sum, err := permutation().Compress(l[:], r[:])
	if err != nil {
		return hash, err
	}
	return hash, hash.SetBytesCanonical(sum)
}

// permutation returns the permutation. To make it takes a few hundred hashes.
var permutation = sync.OnceValue(func() *poseidon2.Permutation {
	return poseidon2.NewPermutation(PoseidonWidth, PoseidonFullRounds, PoseidonPartialRounds)
})
