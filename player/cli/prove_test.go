package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/player/playertest"
)

// longTrust is a trusting period that has not ended for a chain that began in 2026.
const longTrust = " --trust-period 1000000h"

// A result is proven by one command and verified by another that asks no node; what is wrong is refused with a reason.
func TestAResultIsProvenToSomebodyWithoutANode(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	w.Over = nil
	id, winner, _ := w.Won(game.Xaya())
	_, err := w.Open(winner, id).Claim(t.Context())
	require.NoError(t, err)
	going := w.Joined(game.Classic())
	w.Node.Advance(3)
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	result := write("result.json", must(w, fmt.Sprintf("query battleship result %d --prove", id)))
	early := write("early.json", must(w, "query battleship trusted-header 2"))
	newest := write("newest.json", must(w, "query battleship trusted-header"))
	w.Node.Away = true // nobody is asked from here on

	for _, trusted := range []string{early, newest} {
		out := must(w, "verify-result "+result+" --trusted-header "+trusted+longTrust)
		require.Contains(t, out, fmt.Sprintf("Verified: this is what battleship-test-1 held after block %d.",
			w.Node.Chain.Height()-1))
		require.Contains(t, out, fmt.Sprintf("Game %d (xaya) is over", id))
	}
	require.Contains(t, must(w, "verify-result "+result+" --trusted-header "+newest+" -o json"), `"ended":true,"result":{`)
	text, err := os.ReadFile(result)
	require.NoError(t, err)
	file, err := proof.Parse(text)
	require.NoError(t, err)
	t.Logf("proof %d bytes, as JSON %d", file.Proof.Size(), len(text))

	w.Node.Away = false
	none := write("none.json", must(w, fmt.Sprintf("query battleship result %d --prove", going)))
	require.Contains(t, must(w, "verify-result "+none+" --trusted-header "+early+longTrust),
		fmt.Sprintf("Game %d had no result", going))

	value := fmt.Sprintf("%X", file.Value)
	other := strings.Replace(string(text), value, value+"7801", 1)
	foreign := proof.Trust(n.Header(t, 2))
	foreign.ChainID = "battleship-2"
	foreign.Block = nil
	raw, err := foreign.Encode()
	require.NoError(t, err)
	foreign.ChainID, foreign.Hash = file.ChainID, bytes.Repeat([]byte{7}, 32)
	foreign.Height = file.Block.Height
	forged, err := foreign.Encode()
	require.NoError(t, err)
	for line, why := range map[string]string{
		result + " --trusted-header " + newest + " --game 99":                "expected the result of game 99",
		write("other.json", other) + " --trusted-header " + newest:           "is not the one that is proven: do not believe",
		result + " --trusted-header " + early:                                "take a newer trusted header",
		result + " --trusted-header " + write("foreign.json", string(raw)):   "take a trusted header of the chain",
		result + " --trusted-header " + write("forged.json", string(forged)): "not the trusted header: expected block",
		result + " --trusted-header " + result:                               "expected a trusted header",
		newest + " --trusted-header " + newest:                               "expected the format",
		write("empty.json", "") + " --trusted-header " + newest:              "not understood",
		filepath.Join(dir, "missing.json") + " --trusted-header " + newest:   "no such file",
		result + " --trusted-header " + filepath.Join(dir, "nothing.json"):   "no such file",
		result + " --trusted-header " + newest + " --game 0":                 "expected the result of game 0",
	} {
		_, _, err := run(w, "verify-result "+line)
		require.ErrorContains(t, err, why, line)
	}
}

// The home remembers whom it need not trust: a command without flags is as safe as the one before it.
func TestAHomeThatProvesDoesNotFallBack(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	w.Over = nil
	id, _, second := w.Begun(game.Classic())
	hash := n.Header(t, 2).Hash()
	answer := fmt.Sprintf("tx battleship answer %d --from %s -y%s", id, second, longTrust)
	board := fmt.Sprintf("board %d --from %s%s", id, second, longTrust)
	_, stderr, err := run(w, board+fmt.Sprintf(" --trust-height 2 --trust-hash %s", hash))
	require.NoError(t, err)
	require.Contains(t, stderr, "Games are read with proofs from block 2 on; this home remembers it.")
	_, stderr, err = run(w, board+fmt.Sprintf(" --trust-height 2 --trust-hash %s", hash))
	require.NoError(t, err)
	require.NotContains(t, stderr, "Games are read with proofs", "it goes on from what it remembers")

	tile, err := game.Classic().ParseTile("C3")
	require.NoError(t, err)
	n.LieAboutGames(t, playertest.Stepped(t, func(s game.State) game.Action {
		return game.Shoot{By: s.Actor, Tile: tile}
	}))
	w.Node.SimulatedTx = nil
	_, _, err = run(w, answer)
	require.EqualError(t, err, "the node at tcp://the-test:26657 does not prove what it shows, and nothing was done with "+
		"it: not what the chain holds: the value under 030000000000000001 is not the one that is proven: name another node "+
		"with --node")
	require.Nil(t, w.Node.SimulatedTx)
	_, _, err = run(w, answer+" --trust-hash none")
	require.Error(t, err)
	require.NotNil(t, w.Node.SimulatedTx, "who believes it shows it the tile")

	for flags, why := range map[string]string{
		"--trust-height 2":                                          "--trust-height and --trust-hash go together",
		"--trust-height 2 --trust-hash abc":                         "its hash of 64 hexadecimal digits",
		"--trust-height 3 --trust-hash " + strings.Repeat("00", 32): "does not have the header that you trust, of block 3",
	} {
		_, _, err := run(w, board+" "+flags)
		require.ErrorContains(t, err, why)
	}
	n.Lie, n.Record = nil, nil
	w.Node.Advance(1)
	_, _, err = run(w, fmt.Sprintf("board %d --from %s --trust-period 1s", id, second))
	require.ErrorContains(t, err, "ask a person you trust for a newer one")
	trust := filepath.Join(w.ClientCtx.HomeDir, "trust", "chain-battleship-test-1.json")
	require.NoError(t, os.WriteFile(trust, nil, 0o600))
	_, _, err = run(w, board)
	require.ErrorContains(t, err, "remove the file, and name a header")
	w.ClientCtx = w.ClientCtx.WithChainID("")
	_, _, err = run(w, board)
	require.ErrorContains(t, err, "reads are proven for the chain that --chain-id names")
}
