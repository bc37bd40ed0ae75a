package cmd_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	dbm "github.com/cosmos/cosmos-db"
	"github.com/creack/pty"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	servercmd "github.com/cosmos/cosmos-sdk/server/cmd"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/cmd"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/terminal"
)

// childEnv tells the test binary to be battleshipd.
const childEnv = "BATTLESHIP_TEST_BINARY"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) == "" {
		os.Exit(m.Run())
	}
	home, err := app.DefaultHome()
	if err == nil {
		root, newErr := cmd.New(home)
		if err = newErr; err == nil {
			err = servercmd.Execute(root, app.EnvPrefix, home)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

// person is somebody at a terminal with battleshipd.
type person struct {
	*terminal.Terminal

	t   *testing.T
	cmd *exec.Cmd
}

// onTerminal starts battleshipd on a terminal.
func onTerminal(t *testing.T, args ...string) *person {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	m := &person{t: t, cmd: exec.CommandContext(t.Context(), binary, args...)}
	m.cmd.Env = append(os.Environ(), childEnv+"=1", "TERM=linux", "LC_ALL=C.UTF-8", "HOME="+t.TempDir())
	file, err := pty.StartWithSize(m.cmd, terminal.Size())
	require.NoError(t, err)
	m.Terminal = terminal.Follow(t, file, m.cmd.Wait)
	t.Cleanup(m.kill)
	return m
}

// kill ends the program as the loss of its machine would.
func (m *person) kill() {
	_ = m.cmd.Process.Signal(syscall.SIGKILL) // it may have ended
	_ = m.End(context.Background())
}

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

// keyOf copies the key of a devnet's account into the keyring of a new home, as its words would.
func keyOf(t *testing.T, d *devnet.Devnet, name string) string {
	t.Helper()
	home := t.TempDir()
	template := app.New(log.NewNopLogger(), dbm.NewMemDB(), false, simtestutil.NewAppOptionsWithFlagHome(t.TempDir()))
	defer func() { require.NoError(t, template.Close()) }()
	keys, err := keyring.New(app.Name, keyring.BackendTest, home, nil, template.AppCodec())
	require.NoError(t, err)
	exported, err := d.Keyring.ExportPrivKeyArmor(name, "passphrase")
	require.NoError(t, err)
	require.NoError(t, keys.ImportPrivKey(name, exported, "passphrase"))
	return home
}

// TestAPersonPlaysAWholeGameOnATerminal enters a game against a bot, is killed in the middle of it, and plays it to its
// end on another machine, with the real program on a real terminal of 80 by 24.
func TestAPersonPlaysAWholeGameOnATerminal(t *testing.T) {
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

// leave leaves the screens.
func (m *person) leave(ctx context.Context) {
	m.t.Helper()
	m.Press("\x03")
	require.NoError(m.t, m.End(ctx))
}

// A chain of one's own goes with the screens.
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
