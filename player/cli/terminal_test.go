package cli_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/testutil/terminal"
)

// leave is the key that leaves the screens.
const leave = "\x03"

// command is a command on a terminal.
type command struct {
	*terminal.Terminal

	t *testing.T
}

// onTerminal runs a command on a terminal. The context of the client may be nil.
func onTerminal(t *testing.T, cctx *sdkclient.Context, cmd *cobra.Command, args ...string) *command {
	t.Helper()
	t.Setenv("TERM", "linux")
	t.Setenv("LC_ALL", "C.UTF-8")
	keys, tty, err := pty.Open()
	require.NoError(t, err)
	require.NoError(t, pty.Setsize(tty, terminal.Size()))
	ctx := t.Context()
	if cctx != nil {
		ctx = context.WithValue(ctx, sdkclient.ClientContextKey, cctx)
	}
	cmd.SetArgs(args)
	cmd.SetIn(tty)
	cmd.SetOut(tty)
	cmd.SetErr(tty)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	ended := make(chan error, 1)
	go func() { ended <- errors.Join(cmd.ExecuteContext(ctx), tty.Close()) }()
	return &command{t: t, Terminal: terminal.Follow(t, keys, func() error { return <-ended })}
}

// await waits until the terminal shows a text, for a minute at most.
func (m *command) await(text string) {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(m.t.Context(), time.Minute)
	defer cancel()
	m.Await(ctx, text)
}

// end waits for the end of the command, for a minute at most.
func (m *command) end() error {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(m.t.Context(), time.Minute)
	defer cancel()
	return m.End(ctx)
}

// withHome adds the flag that the program adds to all commands.
func withHome(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().String("home", "", "")
	return cmd
}

func TestPracticeBeginsWithTheFleetAndEndsWithItsKey(t *testing.T) {
	m := onTerminal(t, nil, cli.PracticeCmd(), "--seed", "1", "--ruleset", "xaya")
	m.await("Place your fleet")
	m.Press(leave)
	require.NoError(t, m.end())

	t.Setenv("TERM", "dumb")
	cmd := cli.PracticeCmd()
	keys, tty, err := pty.Open()
	require.NoError(t, err)
	defer func() { require.NoError(t, errors.Join(tty.Close(), keys.Close())) }()
	cmd.SetArgs([]string{}) // none: nil would be those of the test
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
	m.Press(leave)
	require.NoError(t, m.end())

	m = onTerminal(t, &cctx, withHome(cli.RecoverCmd()), "--from", first, "--play")
	m.await("Your turn: the shot")
	m.Press(leave)
	require.NoError(t, m.end())
}

// An open game is withdrawn with the screens: no program would play it.
func TestPlayWithdrawsOpenGamesAtItsEnd(t *testing.T) {
	w := playertest.New(t)
	w.Node.MakeBlocksWhenAsked()
	cctx := w.ClientCtx.WithHomeDir(t.TempDir())
	m := onTerminal(t, &cctx, withHome(cli.PlayCmd(nil)), "--from", alice, "--against", bob)
	m.await("Your fleet is ready")
	m.Press("\r")
	m.await("y or n")
	m.Press("y")
	m.await("Waiting for bob")
	m.Press(leave)
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
