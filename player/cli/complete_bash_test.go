package cli_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/cli"
)

// Where the package bash-completion is not installed, the tab key printed "_get_comp_words_by_ref: command not found".
func TestBashCompletesWithoutAPackage(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	root := &cobra.Command{Use: "battleshipd"}
	root.AddCommand(&cobra.Command{Use: "shoot", Run: func(*cobra.Command, []string) {}})
	cli.AddCompletion(root)
	var script bytes.Buffer
	root.SetOut(&script)
	root.SetArgs([]string{"completion", "bash"})
	require.NoError(t, root.Execute())

	for line, want := range map[string]string{
		"words=(battleshipd shoot --from al); at=3":   "__complete shoot --from al\nalice\n",
		"words=(battleshipd shoot --from = al); at=4": "__complete shoot --from=al\nalice\n",
		"words=(battleshipd shoot ''); at=2":          "__complete shoot\nalice\nbob\n",
	} {
		// The program itself is stood in for; compopt works in a shell that completes alone.
		text := `exec 3>&1
battleshipd() { echo $* >&3; echo alice; echo bob; echo :4; }
compopt() { :; }
` + script.String() + line + `
COMP_WORDS=("${words[@]}") COMP_CWORD=$at COMP_LINE="${words[*]}" COMP_POINT=${#COMP_LINE} COMP_TYPE=9
__start_battleshipd
printf '%s\n' "${COMPREPLY[@]}"
`
		cmd := exec.CommandContext(t.Context(), bash, "--noprofile", "--norc")
		cmd.Stdin = strings.NewReader(text)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		require.Equal(t, want, string(out), line)
	}
}
