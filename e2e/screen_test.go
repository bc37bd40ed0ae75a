package e2e_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/game"
)

const (
	yourTurn = "Your turn: the shot"
	won      = "You won:"
	lost     = "You lost:"
)

// shoot shoots at one tile after another, until all shots are answered or the game has ended. It reports the latter.
func (m *person) shoot(ctx context.Context, tiles []string) bool {
	m.t.Helper()
	for _, tile := range tiles {
		if shown := m.Await(ctx, yourTurn, won, lost); !strings.Contains(shown, yourTurn) {
			return true
		}
		m.Press(tile + "\r")
		if shown := m.Await(ctx, "You fired at "+tile+":", won, lost); !strings.Contains(shown, "You fired at") {
			return true
		}
	}
	return false
}

// TestAPersonPlaysAWholeGameOnATerminal enters a game against a bot, is killed in the middle of it, and plays it to its
// end on another machine, with the real program on a real terminal of 80 by 24.
func TestAPersonPlaysAWholeGameOnATerminal(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	d, err := devnet.Start(ctx, devnet.Options{
		Home: filepath.Join(t.TempDir(), "chain"), BlockTime: 100 * time.Millisecond, Log: t.Output(),
	})
	require.NoError(t, err)
	defer func() { require.NoError(t, d.Stop()) }()
	at := func(home string, args ...string) []string {
		return append(args, "--from", devnet.Alice, "--home", home, "--keyring-backend", keyring.BackendTest,
			"--node", d.RPC(), "--chain-id", devnet.ChainID)
	}
	r := game.Xaya()
	var tiles []string
	for tile := range r.Tiles() {
		tiles = append(tiles, r.TileName(game.Tile(tile)))
	}

	desktop := onTerminal(t, at(keyOf(t, d, devnet.Alice), "play", "--against", "bot", "--ruleset", r.Name)...)
	desktop.Await(ctx, "Your fleet is ready")
	desktop.Press("\r")
	desktop.Await(ctx, "y or n")
	desktop.Press("y")
	desktop.Await(ctx, yourTurn)
	desktop.Press("BK9\r")
	desktop.Await(ctx, "K9 is not on the board, which goes from A1 to H8")
	require.False(t, desktop.shoot(ctx, tiles[:7]), "seven shots sink nobody")
	desktop.kill()

	laptop := onTerminal(t, at(keyOf(t, d, devnet.Alice), "recover", "--play")...)
	shown := laptop.Await(ctx, yourTurn, won, lost)
	require.Contains(t, shown, "#1 xaya against your bot")
	require.True(t, laptop.shoot(ctx, tiles[7:]), "all tiles were shot at")
	shown = laptop.Await(ctx, won, lost)
	t.Logf("the end:\n%s", shown)
	laptop.leave(ctx)

	again := onTerminal(t, at(keyOf(t, d, devnet.Alice), "play", "--against", "1")...)
	again.Await(ctx, won, lost)
	shown = again.Await(ctx, "Net ") // the screen is painted from its top
	require.Regexp(t, `[□■]`, shown, "ships")
	require.Regexp(t, `Fees +0\.\d+ ANCHOR for \d+ transactions`, shown)
	again.leave(ctx)
}

// The files of an embedded chain are removed when the screens end.
func TestAnEmbeddedChainLeavesNothingBehind(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	t.Setenv("TMPDIR", t.TempDir())
	m := onTerminal(t, "play", "--embedded", "--against", "bot")
	m.Await(ctx, "Place your fleet")
	m.leave(ctx)
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	require.NoError(t, err)
	require.Empty(t, left)
}
