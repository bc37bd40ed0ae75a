package cmd_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	servercmd "github.com/cosmos/cosmos-sdk/server/cmd"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/cmd"
)

// ownNetwork makes the home of the only validator of a network, as docs/operating.md does.
func ownNetwork(t *testing.T) string {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home")
	for _, line := range []string{
		"init operator --chain-id battleship-test-1 --block-time 100ms",
		"keys add operator --keyring-backend test --no-backup",
		"genesis add-genesis-account operator 2000000000uanchor --keyring-backend test",
		"genesis gentx operator 1000000000uanchor --chain-id battleship-test-1 --keyring-backend test",
		"genesis collect-gentxs",
	} {
		_, err := run(t, home, strings.Fields(line)...)
		require.NoError(t, err, line)
	}
	return home
}

// withoutMetrics switches off the metrics of a node: a process can have those of one only.
func withoutMetrics(t *testing.T, home string) {
	t.Helper()
	for file, setting := range map[string]string{
		"app.toml": "enabled = true\n\n# Enable prefixing", "config.toml": "prometheus = true",
	} {
		replaceIn(t, filepath.Join(home, "config", file), setting, strings.Replace(setting, "true", "false", 1))
	}
}

// replaceIn replaces a text in a file, which must have it.
func replaceIn(t *testing.T, path, before, after string) {
	t.Helper()
	bz, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(bz), before)
	require.NoError(t, os.WriteFile(path, bytes.ReplaceAll(bz, []byte(before), []byte(after)), 0o600))
}

// An application that refuses every block from a height on is a consensus failure to CometBFT, as is one that panics or
// an app hash that is not the chain's. The node once went on answering with the last block.
func TestConsensusFailureLeavesStartHalfAlive(t *testing.T) {
	home, ended := ownNetwork(t), make(chan error, 1)
	withoutMetrics(t, home)
	t.Cleanup(func() { // half alive, it still saves something now and then
		require.Eventually(t, func() bool { return os.RemoveAll(home) == nil }, time.Minute, 10*time.Millisecond)
	})
	root, err := cmd.New(home)
	require.NoError(t, err)
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	root.SetArgs([]string{
		"start", "--home", home, "--halt-height", "3", "--p2p.laddr", "tcp://127.0.0.1:0", "--rpc.laddr",
		"tcp://127.0.0.1:0", "--grpc.enable=false", "--api.enable=false", "--log_level", "error",
	})
	go func() { ended <- servercmd.Execute(root, app.EnvPrefix, home) }()
	select {
	case err := <-ended:
		require.EqualError(t, err, "consensus has failed, so the chain makes no more blocks: failed to apply block; "+
			"error halt per configuration height 3 time 0")
	case <-time.After(2 * time.Minute):
		t.Fatal("the chain has ended and nobody was told")
	}
}

func TestStartWithoutAChainNamesTheCommandsThatMakeOne(t *testing.T) {
	home := t.TempDir()
	_, err := run(t, home, "start")
	require.EqualError(t, err,
		"there is no chain in "+home+": make one with battleshipd init, or run battleshipd devnet")
}
