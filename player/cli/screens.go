package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

const flagASCII = "ascii"

// addScreensFlags adds what every command with screens takes.
func addScreensFlags(cmd *cobra.Command) {
	cmd.Flags().Bool(flagASCII, false, "draw with plain characters alone, as where the locale is not UTF-8")
}

// checkChoices refuses unknown values of --ruleset and --strategy, before any fault of this terminal.
func checkChoices(cmd *cobra.Command) error {
	if err := checkEmptyFlags(cmd); err != nil {
		return err
	}
	if _, err := rulesetFlag(cmd); err != nil {
		return err
	}
	_, err := strategyFlag(cmd)
	return err
}

// canShow refuses a terminal that cannot show the screens, before anything else.
func canShow(cmd *cobra.Command) error {
	switch {
	case !isTerminal(cmd.InOrStdin()) || !isTerminal(cmd.OutOrStdout()):
		return fmt.Errorf("%s needs a terminal: its input or output is not one",
			cmd.CommandPath())
	case os.Getenv("TERM") == "dumb":
		return fmt.Errorf("%s needs a terminal that can draw, and this one (TERM=dumb) cannot",
			cmd.CommandPath())
	}
	return nil
}

// runScreens shows the screens of a backend until the player leaves them. The backend's work ends with them.
func runScreens(cmd *cobra.Command, backend tui.Backend, o tui.Options) error {
	if err := canShow(cmd); err != nil {
		return err
	}
	ascii := valueOf[bool](cmd.Flags(), flagASCII)
	o.ASCII = ascii || !utf8Locale(os.Getenv)
	signals, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	ctx, cancel := context.WithCancel(signals)
	defer cancel()
	last, err := tea.NewProgram(tui.New(ctx, backend, o),
		tea.WithContext(ctx), tea.WithInput(cmd.InOrStdin()), tea.WithOutput(cmd.OutOrStdout()),
		tea.WithoutSignalHandler()).Run()
	model, ok := last.(tui.Model)
	switch {
	case signals.Err() != nil && cmd.Context().Err() == nil:
		return errors.New("interrupted")
	case err != nil:
		return fmt.Errorf("draw on the terminal: %w", err)
	case !ok:
		return nil
	case model.Err() != nil:
		return model.Err()
	}
	if farewell := model.Farewell(); farewell != "" {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), text.Clean(farewell))
	}
	return err
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
