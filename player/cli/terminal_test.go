package cli_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
)

// The smallest terminal that is enough, and the key that leaves the screens.
const (
	columns = 80
	rows    = 24
	leave   = "\x03"
)

// terminal is a command on a terminal of its own, and what that shows.
type terminal struct {
	*testing.T

	keys   *os.File
	news   chan struct{}
	ended  chan error
	mu     sync.Mutex
	screen vt10x.Terminal
}

// onTerminal runs a command on a terminal. The context of the client may be nil.
func onTerminal(t *testing.T, cctx *sdkclient.Context, cmd *cobra.Command, args ...string) *terminal {
	t.Helper()
	t.Setenv("TERM", "linux")
	t.Setenv("LC_ALL", "C.UTF-8")
	keys, tty, err := pty.Open()
	require.NoError(t, err)
	require.NoError(t, pty.Setsize(tty, &pty.Winsize{Rows: rows, Cols: columns}))
	m := &terminal{
		T: t, keys: keys, news: make(chan struct{}, 1), ended: make(chan error, 1),
		screen: vt10x.New(vt10x.WithSize(columns, rows)),
	}
	ctx := t.Context()
	if cctx != nil {
		ctx = context.WithValue(ctx, sdkclient.ClientContextKey, cctx)
	}
	cmd.SetArgs(args)
	cmd.SetIn(tty)
	cmd.SetOut(tty)
	cmd.SetErr(tty)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	go m.read()
	go func() { m.ended <- errors.Join(cmd.ExecuteContext(ctx), tty.Close()) }()
	t.Cleanup(func() { _ = keys.Close() })
	return m
}

func (m *terminal) read() {
	buf := make([]byte, 1<<12)
	for {
		n, err := m.keys.Read(buf)
		m.mu.Lock()
		_, _ = m.screen.Write(buf[:n])
		m.mu.Unlock()
		select {
		case m.news <- struct{}{}:
		default:
		}
		if err != nil { // the command has closed the terminal
			return
		}
	}
}

func (m *terminal) text() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.screen.String()
}

// await waits until the terminal shows a text.
func (m *terminal) await(text string) {
	m.Helper()
	late := time.After(time.Minute)
	for !strings.Contains(m.text(), text) {
		select {
		case <-m.news:
		case err := <-m.ended:
			require.Fail(m, "ended", "while waiting for %q: %v\n%s", text, err, m.text())
		case <-late:
			require.Fail(m, "not shown", "expected %q, got\n%s", text, m.text())
		}
	}
}

// end waits for the end of the command.
func (m *terminal) end() error {
	m.Helper()
	select {
	case err := <-m.ended:
		return err
	case <-time.After(time.Minute):
		require.Fail(m, "does not end", m.text())
		return nil
	}
}

// press types keys.
func (m *terminal) press(keys string) {
	m.Helper()
	_, err := m.keys.WriteString(keys)
	require.NoError(m, err)
}

// withHome adds the flag that the program adds to all commands.
func withHome(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().String("home", "", "")
	return cmd
}

func TestPracticeBeginsWithTheFleetAndEndsWithItsKey(t *testing.T) {
	m := onTerminal(t, nil, cli.PracticeCmd(), "--seed", "1", "--ruleset", "xaya")
	m.await("Place your fleet")
	m.press(leave)
	require.NoError(t, m.end())

	t.Setenv("TERM", "dumb")
	cmd := cli.PracticeCmd()
	keys, tty, err := pty.Open()
	require.NoError(t, err)
	defer func() { require.NoError(t, errors.Join(tty.Close(), keys.Close())) }()
	cmd.SetArgs(nil)
	cmd.SetIn(tty)
	cmd.SetOut(tty)
	cmd.SetErr(new(bytes.Buffer))
	require.ErrorContains(t, cmd.Execute(), "this one (TERM=dumb) cannot")
}

// Play opens the screens where --against says, with the game as it is on the chain.
func TestPlayOpensTheGameThatIsNamed(t *testing.T) {
	w := playertest.New(t)
	cctx := w.ClientCtx.WithHomeDir(t.TempDir())
	id, first, _ := w.Begun(game.Classic())
	m := onTerminal(t, &cctx, withHome(cli.PlayCmd(nil)), "--from", first, "--against", fmt.Sprint(id))
	m.await("Your turn: the shot")
	m.press(leave)
	require.NoError(t, m.end())

	m = onTerminal(t, &cctx, withHome(cli.RecoverCmd()), "--from", first, "--play")
	m.await("Your turn: the shot")
	m.press(leave)
	require.NoError(t, m.end())
}

// An open game is withdrawn with the screens: no program would play it.
func TestPlayWithdrawsOpenGamesAtItsEnd(t *testing.T) {
	w := playertest.New(t)
	w.Node.MakeBlocksWhenAsked()
	cctx := w.ClientCtx.WithHomeDir(t.TempDir())
	m := onTerminal(t, &cctx, withHome(cli.PlayCmd(nil)), "--from", alice, "--against", bob)
	m.await("Your fleet is ready")
	m.press("\r")
	m.await("y or n")
	m.press("y")
	m.await("Waiting for bob")
	m.press(leave)
	require.NoError(t, m.end())
	_, err := duel.Open(w.Player(bob), 1).Look(t.Context())
	require.ErrorContains(t, err, "game 1", "the game is gone")
}

// Values that only the chain or the keyring can refuse are refused before anything is drawn.
func TestPlayRefusesUnknownOpponents(t *testing.T) {
	w := playertest.New(t)
	cctx := w.ClientCtx.WithHomeDir(t.TempDir())
	for args, says := range map[string]string{
		"--from alice --against 0":                    "--against: expected the id of a game from 1, got 0",
		"--from alice --against zoe":                  "--against: ",
		"--from alice --against 7":                    "game 7",
		"--from zoe":                                  `unknown key "zoe"`,
		"--from alice --max-fee much":                 "--max-fee: ",
		"--from alice --embedded --node tcp://a.test": "expected --embedded or --node, got both",
	} {
		m := onTerminal(t, &cctx, withHome(cli.PlayCmd(nil)), strings.Fields(args)...)
		require.ErrorContains(t, m.end(), says, args)
	}
}

// A chain of its own that does not start leaves no home behind, and is named as the trouble.
func TestAChainOfItsOwnThatDoesNotStartLeavesNothing(t *testing.T) {
	w := playertest.New(t)
	cctx := w.ClientCtx
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	var home string
	start := func(_ context.Context, in, _ string, _ time.Duration) (env.Chain, error) {
		home = in
		return env.Chain{}, errors.New("no port is free")
	}
	m := onTerminal(t, &cctx, withHome(cli.PlayCmd(start)), "--embedded")
	require.EqualError(t, m.end(), "start a chain: no port is free")
	require.Equal(t, temporary, filepath.Dir(home))
	require.NoDirExists(t, home)

	stopped := 0
	start = func(_ context.Context, in, _ string, _ time.Duration) (env.Chain, error) {
		home = in
		return env.Chain{RPC: "://", Stop: func() error { stopped++; return nil }}, nil
	}
	m = onTerminal(t, &cctx, withHome(cli.PlayCmd(start)), "--embedded")
	require.ErrorContains(t, m.end(), "connect to ://")
	require.NoDirExists(t, home)
	require.Equal(t, 1, stopped, "the chain is stopped")
}
