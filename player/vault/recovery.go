package vault

import (
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"golang.org/x/crypto/chacha20poly1305"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// MaxRecovery is the size of the longest recovery field in bytes, that of a fleet of game.MaxShips.
const MaxRecovery = headerSize + shipSize*game.MaxShips + chacha20poly1305.Overhead

// Sizes within a recovery field in bytes.
const (
	seedSize   = chacha20poly1305.NonceSizeX
	headerSize = 1 + seedSize
	shipSize   = 2
)

// Domain tags: one for each key that is derived.
const (
	secretTag   = "battleship/board-secret/v1"
	recoveryTag = "battleship/recovery/v1"
	delegateTag = "battleship/delegate-key/v1"
	botTag      = "battleship/bot-key/v1"
	channelTag  = "battleship/channel-key/v1"
)

// deriveSecret returns the board secret that a signature and a seed give.
func deriveSecret(signature, seed []byte) ([]byte, error) {
	secret, err := hkdf.Key(sha256.New, signature, seed, secretTag, commitment.SecretSize)
	if err != nil {
		return nil, fmt.Errorf("derive the board secret: %w", err)
	}
	return secret, nil
}

// boardKeys are the private keys that belong to one board beside its secret.
type boardKeys struct{ delegate, bot, channel []byte }

// derive returns the board secret and the private keys of a board.
func derive(signature, seed []byte) (secret []byte, keys boardKeys, err error) {
	if secret, err = deriveSecret(signature, seed); err == nil {
		keys, err = deriveKeys(signature, seed)
	}
	return secret, keys, err
}

// deriveKeys derives the private keys of a board from a signature and a seed. They do not follow from the board secret,
// which a claim makes public.
func deriveKeys(signature, seed []byte) (k boardKeys, err error) {
	for _, key := range []struct {
		tag  string
		into *[]byte
	}{{delegateTag, &k.delegate}, {botTag, &k.bot}, {channelTag, &k.channel}} {
		if *key.into, err = hkdf.Key(sha256.New, signature, seed, key.tag, secp256k1.PrivKeySize); err != nil {
			return boardKeys{}, fmt.Errorf("derive the board's keys: %w", err)
		}
	}
	return k, nil
}

// checkSealed opens a new recovery field from the signature alone, as a later recovery will.
func checkSealed(b commitment.Binding, signature, recovery []byte, f game.Fleet) error {
	_, seed, err := parseRecovery(b.Ruleset, recovery)
	if err != nil {
		return err
	}
	secret, err := deriveSecret(signature, seed)
	if err != nil {
		return err
	}
	opened, err := openFleet(b, recovery, secret)
	if err != nil {
		return err
	}
	if !slices.Equal(opened, f) {
		return fmt.Errorf("%w: it opens to another fleet than was sealed", ErrSealed)
	}
	return nil
}

// sealFleet returns the recovery field of a board.
func sealFleet(b commitment.Binding, source Source, seed, secret []byte, f game.Fleet) ([]byte, error) {
	plain := make([]byte, 0, shipSize*len(f))
	for _, ship := range f {
		plain = binary.BigEndian.AppendUint16(plain, ship.Code())
	}
	aead, ad, err := sealOf(b, source, secret)
	if err != nil {
		return nil, err
	}
	recovery := append([]byte{byte(source)}, seed...)
	return aead.Seal(recovery, seed, plain, ad), nil
}

// parseRecovery returns the head of a recovery field, whose length the ruleset fixes.
func parseRecovery(r *game.Ruleset, recovery []byte) (Source, []byte, error) {
	size := headerSize + shipSize*r.Ships() + chacha20poly1305.Overhead
	if len(recovery) != size {
		return 0, nil, fmt.Errorf("%w: expected %d bytes for %s, got %d", ErrRecovery, size, r.Name, len(recovery))
	}
	source := Source(recovery[0])
	if source != FromWallet && source != FromFile {
		return 0, nil, fmt.Errorf("%w: expected source %d or %d, got %d",
			ErrRecovery, FromWallet, FromFile, recovery[0])
	}
	return source, recovery[1:headerSize], nil
}

// openFleet returns the fleet in a recovery field that parseRecovery has passed.
func openFleet(b commitment.Binding, recovery, secret []byte) (game.Fleet, error) {
	source := Source(recovery[0])
	aead, ad, err := sealOf(b, source, secret)
	if err != nil {
		return nil, err
	}
	plain, err := aead.Open(nil, recovery[1:headerSize], recovery[headerSize:], ad)
	if err != nil {
		return nil, fmt.Errorf("%w: expected one that the %s of player %x sealed for board %d on %s",
			ErrSealed, source, b.Player, b.Nonce, b.ChainID)
	}
	f := make(game.Fleet, 0, len(plain)/shipSize)
	for ; len(plain) > 0; plain = plain[shipSize:] {
		f = append(f, game.ShipFromCode(binary.BigEndian.Uint16(plain)))
	}
	if err := b.Ruleset.CheckFleet(f); err != nil {
		return nil, fmt.Errorf("%w: sealed fleet: %w", ErrRecovery, err)
	}
	return f, nil
}

// sealOf returns the cipher of a sealed fleet, and the associated data, which bind the field to its board.
func sealOf(b commitment.Binding, source Source, secret []byte) (aead cipher.AEAD, ad []byte, err error) {
	key, err := hkdf.Key(sha256.New, secret, nil, recoveryTag, chacha20poly1305.KeySize)
	if err != nil {
		return nil, nil, fmt.Errorf("derive the seal key: %w", err)
	}
	if aead, err = chacha20poly1305.NewX(key); err != nil {
		return nil, nil, fmt.Errorf("make the cipher of the seal: %w", err)
	}
	ad, err = b.AppendBinary(append([]byte(recoveryTag), byte(source)))
	return aead, ad, err
}
