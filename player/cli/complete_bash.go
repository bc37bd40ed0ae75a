package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// bashWords finds the words of the command line where the package bash-completion is not there, which the script that
// cobra makes takes for granted. Bash takes a flag and its value after = apart; here they are one word again.
const bashWords = `
if ! declare -F _init_completion >/dev/null 2>&1 && ! declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
    __%[1]s_init_completion()
    {
        local i last glued=""
        COMPREPLY=()
        words=()
        for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
            last=$((${#words[@]} - 1))
            if ((i > 0)) && [[ -n ${glued} || ${COMP_WORDS[i]} == [=:]* ]]; then
                words[last]+=${COMP_WORDS[i]}
            else
                words+=("${COMP_WORDS[i]}")
            fi
            glued=""
            if [[ ${COMP_WORDS[i]} == *[=:] ]]; then
                glued=yes
            fi
            if ((i == COMP_CWORD)); then
                cword=$((${#words[@]} - 1))
            fi
        done
        cur=${words[cword]}
        prev=${words[cword > 0 ? cword - 1 : 0]}
    }
fi
`

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
		plain := valueOf[bool](cmd.Flags(), "no-descriptions")
		return writeBash(cmd.OutOrStdout(), cmd.Root(), !plain)
	}
}

// writeBash writes the script that lets bash complete the commands below a root command.
func writeBash(out io.Writer, root *cobra.Command, descriptions bool) error {
	if err := root.GenBashCompletionV2(out, descriptions); err != nil {
		return fmt.Errorf("write the script: %w", err)
	}
	if _, err := fmt.Fprintf(out, bashWords, root.Name()); err != nil {
		return fmt.Errorf("write the script: %w", err)
	}
	return nil
}
