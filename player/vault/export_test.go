package vault

import "io"

// WithRandom gives a vault another source of randomness.
func WithRandom(v *Vault, random io.Reader) *Vault {
	v.random = random
	return v
}

// CreateKeyFile makes a key file as if none had been there a moment ago.
func CreateKeyFile(v *Vault, player string) ([]byte, error) {
	return keyFile{path: v.path(player), player: player, random: v.random}.create(v.passphrase)
}
