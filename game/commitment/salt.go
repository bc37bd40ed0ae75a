package commitment

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/game"
)

// Sizes in bytes.
const (
	// HashSize is the size of each hash: a root, a leaf hash, a step of a path.
	HashSize = sha256.Size
	// SecretSize is the size of a board secret.
	SecretSize = 32
	// SaltSize is the size of a salt.
	SaltSize = sha256.Size
)

// FleetKey returns the key that the salts of a board's tiles are made with. It depends on the fleet, so that a
// commitment binds where each ship lies and not only which tiles hold one: carrier and battleship end to end cover
// the same nine tiles in two ways, and without this a player could choose after each shot which of them to lose. The
// order of the ships in f does not matter.
//
// The secret must have SecretSize bytes; that a fleet is legal is not checked here.
func FleetKey(secret []byte, f game.Fleet) []byte {
	codes := make([]uint16, len(f))
	for i, ship := range f {
		codes[i] = ship.Code()
	}
	slices.Sort(codes)
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(fleetTag))
	for _, code := range codes {
		mac.Write(binary.BigEndian.AppendUint16(nil, code))
	}
	return mac.Sum(nil)
}

// Salt returns the salt of the leaf with the given index. The key is the FleetKey for a tile and the board secret
// itself for the toss leaf, unless the ruleset is proven. HMAC is a pseudo-random function, so a revealed salt leaks
// nothing about the key or another salt.
func Salt(key []byte, index uint16) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(saltTag))
	mac.Write(binary.BigEndian.AppendUint16(nil, index))
	return mac.Sum(nil)
}

// checkSecret returns ErrSecret unless the secret has SecretSize bytes.
func checkSecret(secret []byte) error {
	if len(secret) != SecretSize {
		return fmt.Errorf("%w: expected %d bytes, got %d", ErrSecret, SecretSize, len(secret))
	}
	return nil
}
