package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli"
)

func TestALocaleWithoutUTF8GetsPlainCharacters(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		want bool
	}{
		"nothing set":            {want: false},
		"C":                      {env: map[string]string{"LANG": "C"}, want: false},
		"UTF-8":                  {env: map[string]string{"LANG": "de_DE.UTF-8"}, want: true},
		"utf8":                   {env: map[string]string{"LC_CTYPE": "C.utf8"}, want: true},
		"LC_ALL before LANG":     {env: map[string]string{"LC_ALL": "POSIX", "LANG": "en_GB.UTF-8"}, want: false},
		"LC_CTYPE before LANG":   {env: map[string]string{"LC_CTYPE": "en_GB.UTF-8", "LANG": "C"}, want: true},
		"an older character set": {env: map[string]string{"LANG": "ja_JP.eucJP"}, want: false},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, cli.UTF8Locale(func(name string) string { return c.env[name] }))
		})
	}
}

// Without a terminal nothing is drawn, and nothing is begun either.
func TestScreensNeedATerminal(t *testing.T) {
	run := func(cmd *cobra.Command, args ...string) (string, error) {
		var out bytes.Buffer
		cmd.SetIn(&bytes.Buffer{})
		cmd.SetOut(&out)
		cmd.SetErr(&out)
		cmd.SetArgs(args)
		cmd.SilenceErrors = true
		err := cmd.ExecuteContext(t.Context())
		return out.String(), err
	}
	for _, cmd := range []*cobra.Command{cli.PracticeCmd(), cli.PlayCmd(nil)} {
		out, err := run(cmd, "--strategy", bot.Names()[0])
		require.ErrorContains(t, err, "needs a terminal: its input or output is not one")
		require.Empty(t, out)
	}
}

// A ruleset that does not exist was once blamed on the terminal.
func TestABadValueIsRefusedBeforeTheTerminal(t *testing.T) {
	for name, cmd := range map[string]func() *cobra.Command{
		"practice": cli.PracticeCmd,
		"play":     func() *cobra.Command { return cli.PlayCmd(nil) },
	} {
		for flag, says := range map[string]string{
			"ruleset": `--ruleset: expected classic, xaya`, "strategy": `--strategy: unknown strategy: expected one of `,
		} {
			t.Run(name+" "+flag, func(t *testing.T) {
				c := cmd()
				c.SetArgs([]string{"--" + flag, "go"})
				c.SetIn(new(bytes.Buffer))
				c.SetOut(new(bytes.Buffer))
				c.SetErr(new(bytes.Buffer))
				require.ErrorContains(t, c.Execute(), says)
			})
		}
	}
}

// Flags of duels and melees do not go together, and a melee has a table of a size.
func TestPracticeRefusesATableThatCannotBe(t *testing.T) {
	for args, says := range map[string]string{
		"--players 1":                  "--players: expected 2 to 16, got 1",
		"--players 17":                 "--players: expected 2 to 16, got 17",
		"--players 4 --ruleset xaya":   "--ruleset is for duels",
		"--players 4 --strategy hunt":  "--strategy: unknown strategy in a melee: expected one of density, random",
		"--players 4 --strategy never": "--strategy: unknown strategy: expected one of ",
	} {
		c := cli.PracticeCmd()
		c.SetArgs(strings.Fields(args))
		c.SetIn(new(bytes.Buffer))
		c.SetOut(new(bytes.Buffer))
		c.SetErr(new(bytes.Buffer))
		require.ErrorContains(t, c.Execute(), says, args)
	}
}

// A game with the player's own bot was played on-chain without a word when it was asked for off-chain.
func TestRegressionAnOffChainGameIsNotForTheOwnBot(t *testing.T) {
	c := cli.PlayCmd(nil)
	c.SetArgs([]string{"--channel", "--against", "bot"})
	c.SetOut(new(bytes.Buffer))
	c.SetErr(new(bytes.Buffer))
	require.EqualError(t, c.Execute(),
		"--channel is for games against others: games with your own bot are played on-chain")
}
