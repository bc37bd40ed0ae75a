package cmd_test

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/cmd"
)

// every calls a function with each command of players: not those of nodes, and not the SDK's messages and queries.
func every(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, c := range cmd.Commands() {
		of := cmd.Name()
		if c.GroupID != "node" && c.Name() != "debug" && c.Name() != "testnet" &&
			(of != "query" && of != "tx" || c.Name() == "battleship") {
			every(c, visit)
		}
	}
}

func TestEveryExampleIsACommandWithItsFlags(t *testing.T) {
	root, err := cmd.New(t.TempDir())
	require.NoError(t, err)
	examples := 0
	every(root, func(of *cobra.Command) {
		for _, line := range strings.Split(of.Example, "\n") {
			line, _, _ = strings.Cut(line, " > ")
			words := split(line)
			if len(words) == 0 || words[0] != "battleshipd" {
				continue
			}
			examples++
			found, args, err := root.Find(words[1:])
			require.NoError(t, err, line)
			require.NoError(t, found.ParseFlags(args), line)
			require.NoError(t, found.ValidateArgs(found.Flags().Args()), line)
		}
	})
	require.Greater(t, examples, 50)
}

// Each help of a player once ended with six lines about the log of a node, and described keys in words of the library.
func TestRegressionTheHelpOfPlayersHasNoWordsOfLibraries(t *testing.T) {
	root, err := cmd.New(t.TempDir())
	require.NoError(t, err)
	every(root, func(of *cobra.Command) {
		var help strings.Builder
		of.SetOut(&help)
		require.NoError(t, of.Help())
		for _, foreign := range []string{
			"log_format", "verbose_log_level", "Select keyring", "client Keyring", "CometBFT", "keybase", "Utilities", "ID ID",
		} {
			require.NotContains(t, help.String(), foreign, of.CommandPath())
		}
	})
}

// split cuts a line into words, of which those in quotes have spaces.
func split(line string) (words []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		for _, word := range strings.Fields(part) {
			words = append(words, strings.Trim(word, `"`))
		}
	}
	return words
}
