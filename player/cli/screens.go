package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/duel"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

const (
	flagASCII = "ascii"
	flagQuiet = "quiet-screen"
)

// framesPerSecond is how often the terminal is drawn at most. Each frame wakes the program, even if nothing has
// changed.
const framesPerSecond = 12

// pauses are the times between pictures of screens that change by themselves.
var pauses = [...]time.Duration{
	tui.PauseReplay: 600 * time.Millisecond,
	tui.PauseFrame:  100 * time.Millisecond,
	tui.PauseBanner: 900 * time.Millisecond,
}

// addScreensFlags adds what every command with screens takes.
func addScreensFlags(cmd *cobra.Command) {
	cmd.Flags().Bool(flagASCII, false, "draw with plain characters alone, as where the locale is not UTF-8")
	cmd.Flags().Bool(flagQuiet, false, "no bell, notifications, filled boards or pictures of shots that land")
}

// checkChoices refuses unknown values of --ruleset and --strategy, before any fault of this terminal.
func checkChoices(cmd *cobra.Command) error {
	if err := env.CheckEmptyFlags(cmd); err != nil {
		return err
	}
	if _, err := env.RulesetFlag(cmd); err != nil {
		return err
	}
	_, err := duel.StrategyFlag(cmd)
	return err
}

// canShow refuses a terminal that cannot show the screens, before anything else.
func canShow(cmd *cobra.Command) error {
	switch {
	case !env.IsTerminal(cmd.InOrStdin()) || !env.IsTerminal(cmd.OutOrStdout()):
		return fmt.Errorf("%s needs a terminal: its input or output is not one",
			cmd.CommandPath())
	case os.Getenv("TERM") == "dumb":
		return fmt.Errorf("%s needs a terminal that can draw, and this one (TERM=dumb) cannot",
			cmd.CommandPath())
	}
	return nil
}

// runScreens shows the screens of a backend until the player leaves them. The backend's work ends with them. Withdraw,
// if not nil, then withdraws the player's open games and returns those that are gone.
func runScreens(
	cmd *cobra.Command, backend tui.Backend, o program.Options, withdraw func(context.Context) ([]uint64, error),
) error {
	if err := canShow(cmd); err != nil {
		return err
	}
	ascii := env.ValueOf[bool](cmd.Flags(), flagASCII)
	o.ASCII, o.Quiet = ascii || !utf8Locale(os.Getenv), env.ValueOf[bool](cmd.Flags(), flagQuiet)
	o.Wait = func(ctx context.Context, p tui.Pause) { _ = client.Pause(ctx, pauses[p]) }
	signals, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	ctx, cancel := context.WithCancel(signals)
	defer cancel()
	last, err := tea.NewProgram(program.New(ctx, backend, o),
		tea.WithContext(ctx), tea.WithInput(cmd.InOrStdin()), tea.WithOutput(cmd.OutOrStdout()),
		tea.WithoutSignalHandler(), tea.WithFPS(framesPerSecond)).Run()
	model, ok := last.(program.Model)
	interrupted := signals.Err() != nil
	var gone []uint64
	if withdraw != nil {
		stop()
		gone = act.WithdrawOffers(cmd, func(format string, args ...any) {
			env.Printer{Err: cmd.ErrOrStderr()}.Note(format, args...)
		}, withdraw)
	}
	switch {
	case interrupted && cmd.Context().Err() == nil:
		return text.Interrupted
	case err != nil:
		return fmt.Errorf("draw on the terminal: %w", err)
	case !ok:
		return nil
	case model.Err() != nil:
		return model.Err()
	}
	if farewell := model.Farewell(gone...); farewell != "" {
		env.Printer{Out: cmd.OutOrStdout()}.Text("%s", farewell)
	}
	return nil
}

// utf8Locale reports whether the environment's locale is UTF-8: by the first variable that is set, in the order of
// POSIX.
func utf8Locale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return false
}
