//go:build !js

package commitment

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// AimHashes is how many SHA-256 hashes VerifyAim computes.
const AimHashes = 1

// CommitAim returns the aim of the player that b names at a tile in a round: HashSize bytes that hide the
// tile. The secret is that of the player's board.
func CommitAim(b Binding, secret []byte, round uint16, t game.Tile) ([]byte, error) {
	if err := checkAim(b, t); err != nil {
		return nil, err
	}
	salt, err := AimSalt(secret, round)
	if err != nil {
		return nil, err
	}
	return b.aim(round, t, salt), nil
}

// AimSalt returns the salt of the aim in a round, which opens it together with the tile. Each round has its own salt,
// and a revealed one leaks nothing about another.
func AimSalt(secret []byte, round uint16) ([]byte, error) {
	if err := checkSecret(secret); err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(aimSaltTag))
	mac.Write(binary.BigEndian.AppendUint16(nil, round))
	return mac.Sum(nil), nil
}

// ValidateAim returns ErrAim unless an aim has HashSize bytes.
func ValidateAim(aim []byte) error {
	if len(aim) != HashSize {
		return fmt.Errorf("%w: expected %d bytes, got %d", ErrAim, HashSize, len(aim))
	}
	return nil
}

// VerifyAim returns nil if a tile and a salt open the aim of the player that b names in a round. An aim names its
// player, board and round, so a copied aim, or one of another round, cannot be opened. Like VerifyOpening it checks
// lengths before it hashes. It does not check that the tile may be aimed at: the rules of the game do.
func VerifyAim(b Binding, aim []byte, round uint16, t game.Tile, salt []byte) error {
	if err := checkAim(b, t); err != nil {
		return err
	}
	if err := ValidateAim(aim); err != nil {
		return err
	}
	if err := checkSalt(salt); err != nil {
		return err
	}
	if got := b.aim(round, t, salt); !bytes.Equal(got, aim) {
		return fmt.Errorf("%w: aim at %s in round %d: expected %x, got %x",
			ErrOpening, b.Ruleset.TileName(t), round, aim, got)
	}
	return nil
}

// FindAim returns the tile of an aim of the player that b names, by trying all tiles, so that the holder of the board
// secret need not store its targets. The error is an ErrOpening if no tile matches.
func FindAim(b Binding, secret, aim []byte, round uint16) (game.Tile, error) {
	if err := b.Validate(); err != nil {
		return 0, err
	}
	if err := ValidateAim(aim); err != nil {
		return 0, err
	}
	salt, err := AimSalt(secret, round)
	if err != nil {
		return 0, err
	}
	for i := range b.Ruleset.Tiles() {
		if t := game.Tile(i); bytes.Equal(b.aim(round, t, salt), aim) {
			return t, nil
		}
	}
	return 0, fmt.Errorf("%w: aim %x is at none of the %d tiles in round %d", ErrOpening, aim, b.Ruleset.Tiles(), round)
}

// checkAim returns an error unless b names a board that has the tile.
func checkAim(b Binding, t game.Tile) error {
	if err := b.Validate(); err != nil {
		return err
	}
	return checkTile(b.Ruleset, t)
}

// aim returns the hash of an aim. b must be valid and the salt of SaltSize bytes.
func (b Binding) aim(round uint16, t game.Tile, salt []byte) []byte {
	bz := b.append([]byte(aimTag))
	bz = binary.BigEndian.AppendUint16(bz, round)
	bz = append(bz, byte(t))
	sum := sha256.Sum256(append(bz, salt...))
	return sum[:]
}
