package devnet_test

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
)

// failing returns the home of a chain whose application refuses every block from a height on. To CometBFT that is a
// consensus failure, as is a panic of the application or an app hash that is not the chain's.
func failing(t *testing.T) (home, sentence string) {
	t.Helper()
	home = filepath.Join(t.TempDir(), "home")
	d := start(t, home)
	height := heightOf(t, d) + 10
	require.NoError(t, d.Stop())
	replace("config/app.toml", "halt-height = 0", "halt-height = "+strconv.FormatInt(height, 10))(t, home)
	return home, "consensus has failed, so the chain makes no more blocks: failed to apply block; error halt per " +
		"configuration height " + strconv.FormatInt(height, 10)
}

func TestConsensusFailureLeavesDevnetHalfAlive(t *testing.T) {
	t.Parallel()
	home, sentence := failing(t)
	d := start(t, home)
	require.NoError(t, d.Err())
	select {
	case <-d.Done():
	case <-within(t).Done():
		t.Fatal("the chain has ended and nobody was told")
	}
	require.ErrorContains(t, d.Err(), sentence)
	require.NoError(t, d.Stop())

	replace("config/app.toml", "halt-height = ", "halt-height = 9")(t, home)
	start(t, home)
}

func TestConsensusFailureEndsTheCommandWithAStatus(t *testing.T) {
	t.Parallel()
	home, sentence := failing(t)
	c := spawn(t, "--home", home, "--block-time", blockTime.String(), "--port-base", portBase(t))
	c.waitUntilReady()
	var exit *exec.ExitError
	require.ErrorAs(t, c.wait(), &exit)
	require.Equal(t, 1, exit.ExitCode())
	require.Contains(t, c.stderr.String(), "Error: "+sentence)
}

// A chain that ends before its first block since the start never was ready.
func TestConsensusFailureBeforeTheFirstBlockIsAnErrorOfTheStart(t *testing.T) {
	t.Parallel()
	home, _ := failing(t)
	replace("config/app.toml", "halt-height = ", "halt-height = 1 # ")(t, home)
	_, err := devnet.Start(within(t), devnet.Options{Home: home, Log: testWriter{t}})
	require.ErrorContains(t, err, "consensus has failed")
	require.ErrorContains(t, err, "halt per configuration height 1")
}
