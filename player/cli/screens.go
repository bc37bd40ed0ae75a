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

	"github.com/battleship-chain/battleship/player/tui"
)

const flagASCII = "ascii"

// addScreensFlags adds what every command with screens takes.
func addScreensFlags(cmd *cobra.Command) {
	cmd.Flags().Bool(flagASCII, false, "draw with plain characters alone, as where the locale is not UTF-8")
}

// checkChoices refuses what --ruleset and --strategy do not know: a value that is wrong on every terminal is told
// before what is wrong with this one.
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

// canShow refuses a terminal that screens cannot be drawn on, before anything else is begun.
func canShow(cmd *cobra.Command) error {
	switch {
	case !isTerminal(cmd.InOrStdin()) || !isTerminal(cmd.OutOrStdout()):
		return fmt.Errorf("%s is played on a terminal, and its input or output is none: call it by itself, without a pipe",
			cmd.CommandPath())
	case os.Getenv("TERM") == "dumb":
		return fmt.Errorf("%s draws on the whole terminal, which this one (TERM=dumb) cannot: call it from another one",
			cmd.CommandPath())
	}
	return nil
}

// runScreens shows the screens of a backend until the player leaves them. What the backend was asked for ends with
// them.
func runScreens(cmd *cobra.Command, backend tui.Backend, o tui.Options) error {
	if err := canShow(cmd); err != nil {
		return err
	}
	ascii, err := cmd.Flags().GetBool(flagASCII)
	if err != nil {
		return err
	}
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
		_, err = fmt.Fprintln(cmd.OutOrStdout(), farewell)
	}
	return err
}

// utf8Locale reports whether the environment says that the terminal takes more than ASCII: by the first of the
// variables that is set, in the order of POSIX.
func utf8Locale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return false
}
