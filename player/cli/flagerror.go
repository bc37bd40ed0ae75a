package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/battleship-chain/battleship/player/text"
)

// FlagError describes the values of a flag, in place of the words of the parsers of numbers and times. It is for
// [cobra.Command.SetFlagErrorFunc].
func FlagError(cmd *cobra.Command, err error) error {
	var (
		invalid *pflag.InvalidValueError
		unknown *pflag.NotExistError
	)
	if errors.As(err, &unknown) {
		if args := cmd.Flags().Args(); cmd.HasSubCommands() && len(args) > 0 { // the flag is one of a command's
			return UnknownCommand(cmd, args[0])
		}
		if _, err := strconv.Atoi(unknown.GetSpecifiedName()); err == nil { // a negative number
			return fmt.Errorf("expected a number from 1, got \"-%s\": %s --help shows how", unknown.GetSpecifiedName(),
				cmd.CommandPath())
		}
		dashes := "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		return fmt.Errorf("unknown flag %s%s: %s --help lists the flags", dashes, unknown.GetSpecifiedName(),
			cmd.CommandPath())
	}
	if !errors.As(err, &invalid) {
		return err
	}
	expected, ok := map[string]string{
		"bool":     "true or false",
		"duration": text.ATime,
		"float64":  `a number such as "1.5"`,
		"int":      "a whole number",
		"int64":    "a whole number",
		"uint":     "a whole number from 0",
		"uint32":   "a whole number from 0",
		"uint64":   "a whole number from 0",
	}[invalid.GetFlag().Value.Type()]
	if !ok {
		return err
	}
	return fmt.Errorf("--%s: expected %s, got %q", invalid.GetFlag().Name, expected, invalid.GetValue())
}

// UnknownCommand returns the error for a name that is none of a command's own commands, with those that are similar.
func UnknownCommand(cmd *cobra.Command, name string) error {
	const similar = 2 // letters that differ
	cmd.SuggestionsMinimumDistance = similar
	meant := ""
	if names := cmd.SuggestionsFor(name); len(names) > 0 {
		meant = "did you mean " + strings.Join(names, " or ") + "? "
	}
	return fmt.Errorf("unknown command %q: %s%s --help lists the commands", name, meant, cmd.CommandPath())
}
