package zk

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// secrets are a prover's secrets, and the commitment to them.
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
	packed, err := verify.Pack(b.Ruleset, f)
	if err != nil {
		return nil, err
	}
	s := &secrets{layout: l, fleet: f.Sorted()}
	for i := range l.bits {
		s.bits = append(s.bits, num(int(packed>>i&1)))
	}
	s.tag.SetBytes(tag[:])
	salt := verify.Salt(secret, f)
	if err := s.salt.SetBytesCanonical(salt[:]); err != nil {
		return nil, err
	}
	s.commitment, err = verify.Compress(pack(s.bits, s.tag), s.salt)
	return s, err
}
