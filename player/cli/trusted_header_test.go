package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
)

// A command that came right after another one once read the block before the other's transaction, and acted on that.
func TestRegressionACommandRightAfterACommitReadsNothingOlder(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	w.Over = nil
	id, first, _ := w.Begun(game.Classic())
	trust := fmt.Sprintf("%s --trust-height 2 --trust-hash %s", longTrust, n.Header(t, 2).Hash())
	must(w, fmt.Sprintf("board %d --from %s%s", id, first, trust))

	n.Lazy = true // the next block is not made until somebody has waited for it
	must(w, fmt.Sprintf("shoot %d C3 --from %s -y%s", id, first, longTrust))
	shot, waited := w.Node.Chain.Height(), 0
	n.Asked = func() {
		if waited++; waited == 3 {
			n.Advance(1)
		}
	}
	out := must(w, fmt.Sprintf("board %d --from %s%s", id, first, longTrust))
	require.Contains(t, out, "C3")
	require.Equal(t, shot+1, w.Node.Chain.Height(), "it waits for the block that proves the shot")
	require.GreaterOrEqual(t, waited, 3)
}

// A wrong hash was once said to be remembered before it was refused.
func TestRegressionAWrongHashIsReportedAsRemembered(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	w.Over = nil
	id, _, second := w.Begun(game.Classic())
	board := fmt.Sprintf("board %d --from %s%s", id, second, longTrust)
	file := filepath.Join(w.ClientCtx.HomeDir, "trust", "chain-"+w.ClientCtx.ChainID+".json")
	for _, height := range []int64{2, 1_000} {
		stdout, stderr, err := run(w, fmt.Sprintf("%s --trust-height %d --trust-hash %s", board, height,
			strings.Repeat("00", 32)))
		require.ErrorContains(t, err, fmt.Sprintf("does not have the header that you trust, of block %d", height))
		require.Empty(t, stdout+stderr)
		require.NoFileExists(t, file)
	}

	must(w, board+fmt.Sprintf(" --trust-height 2 --trust-hash %s", n.Header(t, 2).Hash()))
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	_, _, err = run(w, fmt.Sprintf("%s --trust-height 3 --trust-hash %s", board, strings.Repeat("00", 32)))
	require.Error(t, err)
	after, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(before), string(after), "what was trusted before still is")
}

// What is wrong with a witness that was named is said with the flag that names it.
func TestAWitnessIsNamedWithAHeader(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	w.Over = nil
	id, _, second := w.Begun(game.Classic())
	board := fmt.Sprintf("board %d --from %s%s --trust-witness ", id, second, longTrust)
	root := fmt.Sprintf(" --trust-height 2 --trust-hash %s", n.Header(t, 2).Hash())
	file := filepath.Join(w.ClientCtx.HomeDir, "trust", "chain-"+w.ClientCtx.ChainID+".json")
	for flags, why := range map[string]string{
		"tcp://127.0.0.1:1":     "name that with --trust-height and --trust-hash",
		"127.0.0.1:1" + root:    "the witness at tcp://127.0.0.1:1 does not confirm what the node shows",
		"tcp://[::1:x" + root:   "--trust-witness: expected the RPC address of a node",
		"none,127.0.0.1" + root: "--trust-witness",
	} {
		_, _, err := run(w, board+flags)
		require.ErrorContains(t, err, why, flags)
		require.NoFileExists(t, file, "nothing is remembered")
	}
	must(w, board+"none"+root)
}
