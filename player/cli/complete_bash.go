package cli

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/env"
)

// bashWords finds the words of the command line where the package bash-completion is not there, which the script that
// cobra makes takes for granted. Bash takes a flag and its value after = apart; here they are one word again.
//
//go:embed complete_bash.sh
var bashWords string

// completeInBash makes the script of completion bash work by itself.
func completeInBash(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, err := root.Find([]string{"completion", "bash"})
	if err != nil || cmd.Name() != "bash" {
		return
	}
	cmd.Long = strings.Replace(cmd.Long, `This script depends on the 'bash-completion' package.
If it is not installed already, you can install it via your OS's package manager.

`, "", 1)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		plain := env.ValueOf[bool](cmd.Flags(), "no-descriptions")
		return writeBash(cmd.OutOrStdout(), cmd.Root(), !plain)
	}
}

// writeBash writes the script that lets bash complete the commands below a root command.
func writeBash(out io.Writer, root *cobra.Command, descriptions bool) error {
	if err := root.GenBashCompletionV2(out, descriptions); err != nil {
		return fmt.Errorf("write the script: %w", err)
	}
	if _, err := io.WriteString(out, bashWords); err != nil {
		return fmt.Errorf("write the script: %w", err)
	}
	return nil
}
