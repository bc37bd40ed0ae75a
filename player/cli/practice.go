package cli

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/practice"
	"github.com/battleship-chain/battleship/player/tui"
)

// botPause is how long a bot takes for its shot in practice, so that the player sees its own result first.
const botPause = 600 * time.Millisecond

// PracticeCmd returns the command that plays against a bot without a chain.
func PracticeCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "practice",
		Short: "Play against a bot on this terminal, without a chain",
		Long: `Plays on the screens of the game against a bot. There is no chain, no coin and no clock; nothing is kept
when you leave.`,
		Example: `battleshipd practice
battleshipd practice --ruleset xaya --strategy random`,
		Args: noArgs,
		RunE: withoutUsage(runPractice),
	}
	f := cmd.Flags()
	f.String(flagRuleset, game.Classic().Name, "ruleset: "+rulesetNames())
	f.String(flagStrategy, bot.Names()[0], "strategy of the bot: "+strings.Join(bot.Names(), " or "))
	f.Uint64(flagSeed, 0, "repeat the fleets and the toss of an earlier game (default random)")
	addScreensFlags(cmd)
	return cmd
}

func runPractice(cmd *cobra.Command, _ []string) error {
	if err := checkChoices(cmd); err != nil {
		return err
	}
	if err := canShow(cmd); err != nil {
		return err
	}
	ruleset, err := rulesetFlag(cmd)
	if err != nil {
		return err
	}
	strategy := valueOf[string](cmd.Flags(), flagStrategy)
	seed := valueOf[uint64](cmd.Flags(), flagSeed)
	if !cmd.Flags().Changed(flagSeed) {
		seed = rand.Uint64() //nolint:gosec // nobody has a secret to keep from a bot
	}
	backend, err := practice.New(practice.Options{
		Strategy: strategy,
		Intn:     rand.New(rand.NewPCG(seed, 0)).IntN, //nolint:gosec // as above
		Pause:    botPause,
	})
	if err != nil {
		return fmt.Errorf("--%s: %w", flagStrategy, err)
	}
	return runScreens(cmd, backend, tui.Options{
		Enter: &tui.Wish{Kind: tui.WishCreate, Ruleset: ruleset}, Passing: true,
	}, nil)
}
