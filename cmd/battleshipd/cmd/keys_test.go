package cmd_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// homeWithKey returns a home with a key of that name.
func homeWithKey(t *testing.T, name string) string {
	t.Helper()
	home := t.TempDir()
	_, err := run(t, home, "keys", "add", name, "--keyring-backend", "test")
	require.NoError(t, err)
	return home
}

// The SDK's delete succeeds without deleting anything.
func TestAnUnknownKeyIsNotDeleted(t *testing.T) {
	home := homeWithKey(t, "alice")
	_, err := run(t, home, "keys", "delete", "alice", "nobody", "--yes", "--keyring-backend", "test")
	require.ErrorContains(t, err, `unknown key "nobody": the keyring has alice`)
	out, err := run(t, home, "keys", "show", "alice", "--address", "--keyring-backend", "test")
	require.NoError(t, err)
	require.Contains(t, out, "ship1")
	_, err = run(t, home, "keys", "delete", "alice", "--yes", "--keyring-backend", "test")
	require.NoError(t, err)
	_, err = run(t, home, "keys", "show", "alice", "--keyring-backend", "test")
	require.ErrorContains(t, err, "the keyring is empty")
}

// The SDK's words were "nobody.info: key not found" and "EOF".
func TestRegressionKeysCommandsFailInSentences(t *testing.T) {
	home := homeWithKey(t, "alice")
	for want, line := range map[string][]string{
		`unknown key "nobody": the keyring has alice`: {"keys", "rename", "nobody", "bob", "--yes"},
		`unknown key "nobody":`:                       {"keys", "export", "nobody"},
		"the input ended before it was complete":      {"keys", "add", "bob", "--recover"},
	} {
		_, err := run(t, home, append(line, "--keyring-backend", "test")...)
		require.ErrorContains(t, err, want)
	}
	_, err := run(t, home, "keys", "rename", "alice", "bob", "--yes", "--keyring-backend", "test")
	require.NoError(t, err)
	_, err = run(t, home, "keys", "show", "bob", "--keyring-backend", "test")
	require.NoError(t, err)
}

func TestADamagedKeyIsNamed(t *testing.T) {
	home := homeWithKey(t, "alice")
	file := filepath.Join(home, "keyring-test", "alice.info")
	for _, content := range []string{"", "junk"} {
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
		for _, line := range [][]string{
			{"keys", "show", "alice"},
			{"keys", "delete", "alice", "--yes"},
		} {
			_, err := run(t, home, append(line, "--keyring-backend", "test")...)
			require.ErrorContains(t, err, "the file of key alice is damaged: remove alice.info", "%s", line)
		}
	}
	require.NoError(t, os.Remove(file))
	_, err := run(t, home, "keys", "add", "alice", "--keyring-backend", "test")
	require.NoError(t, err, "the remedy")
}

func TestUnknownCommandsAreRefused(t *testing.T) {
	for line, want := range map[string][]string{
		"keys":       {"keys", "sho"},
		"completion": {"completion", "tcsh"},
		"comet":      {"comet", "foo"},
		"genesis":    {"genesis", "foo"},
		"channel":    {"channel", "foo"},
	} {
		_, err := run(t, t.TempDir(), want...)
		require.ErrorContains(t, err, want[1], line)
	}
	_, err := run(t, t.TempDir(), "keys")
	require.NoError(t, err, "a group alone prints its help")
}

func TestAHomeThatIsAFileIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "home")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := run(t, file, "query", "battleship", "params")
	require.ErrorContains(t, err, "--home: expected a folder, got the file "+file)
}
