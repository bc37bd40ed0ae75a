package cli

import (
	"errors"
	"fmt"

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
		dashes := "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		return fmt.Errorf("unknown flag %s%s: %s --help lists those that there are", dashes, unknown.GetSpecifiedName(),
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
