package cmd

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
)

// On a full disk the file of a new key was left empty, and every later command stumbled over it.
func TestRegressionAKeyThatIsNotWrittenLeavesNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ring, err := keyring.New("test", keyring.BackendTest, dir, nil, nil)
	require.NoError(t, err)
	file := filepath.Join(dir, "keyring-test", "bob.info")
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
	full := errors.New("no space")
	add := &cobra.Command{RunE: func(*cobra.Command, []string) error {
		return errors.Join(full, os.WriteFile(file, nil, 0o600))
	}}
	leaveNoStub(add)
	add.SetContext(t.Context())
	require.NoError(t, client.SetCmdClientContext(add, client.Context{}.WithKeyring(ring).WithKeyringDir(dir)))

	require.ErrorIs(t, add.RunE(add, []string{"bob"}), full)
	require.NoFileExists(t, file)
	require.NoError(t, os.WriteFile(file, []byte("a key"), 0o600))
	add.RunE = func(*cobra.Command, []string) error { return full }
	leaveNoStub(add)
	require.ErrorIs(t, add.RunE(add, []string{"bob"}), full)
	require.FileExists(t, file, "the key that was there before")
}
