package vault_test

import (
	"bytes"
	"encoding/json"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/vault"
)

// sealedByFile returns a home with a key file, and a board that needs it.
func sealedByFile(t *testing.T) (keys *fakeKeys, home string, b commitment.Binding, recovery []byte) {
	t.Helper()
	keys, home = randomSigner(t, keyring.BackendOS), t.TempDir()
	b = bindingOf(t, keys, "alice", 7, game.Classic())
	sealed, err := vault.New(keys, home, addresses, say(passphrase)).Seal("alice", b, fleet(t, b.Ruleset))
	require.NoError(t, err)
	require.Equal(t, vault.FromFile, sealed.Source)
	return keys, home, b, sealed.Recovery
}

func TestALostFileIsReported(t *testing.T) {
	keys, home, b, recovery := sealedByFile(t)
	path := onlyFile(t, home)
	backup, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.Remove(path))

	v := vault.New(keys, home, addresses, nobody(t))
	_, err = v.Open("alice", b, recovery)
	require.ErrorIs(t, err, vault.ErrNoFile)
	require.ErrorContains(t, err, path)
	require.ErrorContains(t, err, "backup")
	_, err = os.Stat(path)
	require.ErrorIs(t, err, os.ErrNotExist, "no new file takes its place")

	require.NoError(t, os.WriteFile(path, backup, 0o600))
	_, err = vault.New(keys, home, addresses, say(passphrase)).Open("alice", b, recovery)
	require.NoError(t, err, "with the backup")
}

// TestAnotherFileOpensNothing: a new file was made after the old one was lost.
func TestAnotherFileOpensNothing(t *testing.T) {
	keys, _, b, recovery := sealedByFile(t)
	v := vault.New(keys, t.TempDir(), addresses, say(passphrase))
	_, err := v.Seal("alice", b, fleet(t, b.Ruleset))
	require.NoError(t, err)
	_, err = v.Open("alice", b, recovery)
	require.ErrorIs(t, err, vault.ErrSealed)
}

func TestPassphrases(t *testing.T) {
	keys, home, b, recovery := sealedByFile(t)
	tests := map[string]struct {
		ask  vault.AskPassphrase
		want error
	}{
		"the right one": {say(passphrase), nil},
		"another one":   {say(passphrase + "s"), vault.ErrPassphrase},
		"one too short": {say("seven c"), vault.ErrPassphrase},
		"none":          {say(""), vault.ErrPassphrase},
		"nobody to ask": {nil, vault.ErrPassphrase},
		"no answer":     {func(string, bool) (string, error) { return "", os.ErrClosed }, os.ErrClosed},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := vault.New(keys, home, addresses, test.ask).Open("alice", b, recovery)
			require.ErrorIs(t, err, test.want)
		})
	}
	shortest := vault.New(keys, t.TempDir(), addresses, say(passphrase[:vault.MinPassphrase]))
	_, err := shortest.Seal("alice", b, fleet(t, b.Ruleset))
	require.NoError(t, err)
}

// TestTheTestBackendConfirmsWithoutAsking: its keys are under a passphrase that everybody knows, and so is the file.
func TestTheTestBackendConfirmsWithoutAsking(t *testing.T) {
	keys := randomSigner(t, keyring.BackendTest)
	v := vault.New(keys, t.TempDir(), addresses, nil)
	b := bindingOf(t, keys, "alice", 7, game.Classic())
	sealed, err := v.Seal("alice", b, fleet(t, b.Ruleset))
	require.NoError(t, err)
	require.Equal(t, vault.FromFile, sealed.Source)
	opened, err := v.Open("alice", b, sealed.Recovery)
	require.NoError(t, err)
	require.Equal(t, sealed, opened)
}

func TestADamagedFileIsRefused(t *testing.T) {
	keys, home, b, recovery := sealedByFile(t)
	path := onlyFile(t, home)
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	with := func(field string, value any) []byte {
		var record map[string]any
		require.NoError(t, json.Unmarshal(good, &record))
		record[field] = value
		bz, err := json.Marshal(record)
		require.NoError(t, err)
		return bz
	}
	tests := map[string]struct {
		content []byte
		want    error
	}{
		"an empty file":         {nil, vault.ErrFile},
		"a file cut in half":    {good[:len(good)/2], vault.ErrFile},
		"no JSON":               {[]byte("sealed"), vault.ErrFile},
		"an endless file":       {bytes.Repeat([]byte(" "), 1<<20), vault.ErrFile},
		"another format":        {with("format", "battleship/board-key/v2"), vault.ErrFile},
		"another player's file": {with("player", "ship1mallory"), vault.ErrFile},
		"no salt":               {with("salt", nil), vault.ErrFile},
		"a short nonce":         {with("nonce", []byte{1, 2, 3}), vault.ErrFile},
		"nothing sealed":        {with("sealed", ""), vault.ErrFile},
		"another salt":          {with("salt", make([]byte, 16)), vault.ErrPassphrase},
		"another sealed secret": {with("sealed", make([]byte, 48)), vault.ErrPassphrase},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(path, test.content, 0o600))
			v := vault.New(keys, home, addresses, say(passphrase))
			_, err := v.Open("alice", b, recovery)
			require.ErrorIs(t, err, test.want)
			_, err = v.Seal("alice", b, fleet(t, b.Ruleset))
			require.ErrorIs(t, err, test.want, "a new board needs the same file")
			is, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, test.content, append([]byte(nil), is...), "the file stays as it is")
		})
	}
}

// TestAFileIsNeverOverwritten makes the same file in several places at once: one wins, and all get its secret.
func TestAFileIsNeverOverwritten(t *testing.T) {
	keys, home := randomSigner(t, keyring.BackendOS), t.TempDir()
	v := vault.New(keys, home, addresses, say(passphrase))
	secrets := make([][]byte, 4)
	var wait sync.WaitGroup
	for i := range secrets {
		wait.Go(func() {
			secret, err := vault.CreateKeyFile(v, "ship1alice")
			if err == nil {
				secrets[i] = secret
			}
		})
	}
	wait.Wait()
	require.Len(t, secrets[0], 32)
	for _, secret := range secrets {
		require.Equal(t, secrets[0], secret)
	}
	onlyFile(t, home)
}

func TestAHomeThatCannotBeWrittenIsReported(t *testing.T) {
	keys, home := randomSigner(t, keyring.BackendOS), t.TempDir()
	require.NoError(t, os.WriteFile(home+"/boards", nil, 0o600)) // a file where the directory belongs
	b := bindingOf(t, keys, "alice", 7, game.Classic())
	_, err := vault.New(keys, home, addresses, say(passphrase)).Seal("alice", b, fleet(t, b.Ruleset))
	require.Error(t, err)
}
