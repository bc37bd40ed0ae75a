package cli_test

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/cli"
)

// Once a flag that took a number was answered in the words of the library that reads numbers.
func TestFlagsDescribeTheirValues(t *testing.T) {
	cmd := &cobra.Command{Use: "any"}
	cmd.SetFlagErrorFunc(cli.FlagError)
	cmd.Flags().Uint64("seed", 0, "")
	cmd.Flags().Duration("delay", 0, "")
	cmd.Flags().BoolP("yes", "y", false, "")
	for line, want := range map[string]string{
		"--seed=x":      `--seed: expected a whole number from 0, got "x"`,
		"--delay=5":     `--delay: expected a time such as "200ms" or "10s", got "5"`,
		"--yes=perhaps": `--yes: expected true or false, got "perhaps"`,
		"--zork":        "unknown flag --zork: any --help lists the flags",
		"-1":            `expected a number from 1, got "-1": any --help shows how`,
	} {
		cmd.SetArgs([]string{line})
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.RunE = func(*cobra.Command, []string) error { return nil }
		require.EqualError(t, cmd.Execute(), want)
	}
}
