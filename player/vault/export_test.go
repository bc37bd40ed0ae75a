package vault

import (
	"io"
	"os"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// WithRandom gives a vault another source of randomness.
func WithRandom(v *Vault, random io.Reader) *Vault {
	v.random = random
	return v
}

// CreateKeyFile makes a key file as if none had been there a moment ago.
func CreateKeyFile(v *Vault, player string) ([]byte, error) {
	return keyFile{path: v.path(player), player: player, random: v.random}.create(v.passphrase)
}

// SealOther lets a vault seal another fleet than it is given.
func SealOther(v *Vault, other game.Fleet) *Vault {
	v.seal = func(b commitment.Binding, source Source, seed, secret []byte, _ game.Fleet) ([]byte, error) {
		return sealFleet(b, source, seed, secret, other)
	}
	return v
}

// FlushWith has moves put on the disk by another function.
func FlushWith(m *Moves, flush func() error) {
	m.flush = func(*os.File) error { return flush() }
}

// MovesInMemory is the number of games whose moves a vault holds.
func MovesInMemory(v *Vault) int { return len(v.moves) }

// Spoil lets a vault alter what it seals.
func Spoil(v *Vault, alter func(recovery []byte) []byte) *Vault {
	v.seal = func(b commitment.Binding, source Source, seed, secret []byte, f game.Fleet) ([]byte, error) {
		recovery, err := sealFleet(b, source, seed, secret, f)
		return alter(recovery), err
	}
	return v
}

// SealFleet seals a fleet.
var SealFleet = sealFleet

// SealBytes seals any bytes as a fleet.
func SealBytes(b commitment.Binding, source Source, seed, secret, plain []byte) ([]byte, error) {
	aead, ad, err := sealOf(b, source, secret)
	if err != nil {
		return nil, err
	}
	return aead.Seal(append([]byte{byte(source)}, seed...), seed, plain, ad), nil
}

// OpenSealed opens a recovery field with a secret.
func OpenSealed(b commitment.Binding, recovery, secret []byte) (game.Fleet, error) {
	if _, _, err := parseRecovery(b.Ruleset, recovery); err != nil {
		return nil, err
	}
	return openFleet(b, recovery, secret)
}

// OpenBytes opens a recovery field with the signature of a wallet.
func OpenBytes(b commitment.Binding, recovery, signature []byte) (game.Fleet, error) {
	_, seed, err := parseRecovery(b.Ruleset, recovery)
	if err != nil {
		return nil, err
	}
	secret, err := deriveSecret(signature, seed)
	if err != nil {
		return nil, err
	}
	return openFleet(b, recovery, secret)
}
