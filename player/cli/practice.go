package cli

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/practice"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// botPause is how long a bot takes for its shot in practice, so that the player sees its own result first.
const botPause = 600 * time.Millisecond

// PracticeCmd returns the command that plays against a bot without a chain.
func PracticeCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "practice",
		Short: "Play against a bot on this terminal, without a chain",
		Long: `Plays on the screens of the game against a bot. There is no chain, no coin and no clock; nothing is kept
when you leave.` + env.Help(Kinds(), "practice"),
		Example: `battleshipd practice
battleshipd practice --ruleset xaya --strategy random
battleshipd practice --players 4`,
		Args: env.NoArgs,
		RunE: env.WithoutUsage(runPractice),
	}
	f := cmd.Flags()
	f.String(env.FlagRuleset, game.Classic().Name, "ruleset: "+env.RulesetNames())
	f.String(env.FlagStrategy, bot.Names()[0], "strategy of the bot: "+text.Or(bot.Names()))
	addTableFlag(f)
	f.Uint64(env.FlagSeed, 0, "repeat the fleets and the toss of an earlier game (default random)")
	addScreensFlags(cmd)
	return cmd
}

func runPractice(cmd *cobra.Command, _ []string) error {
	if err := checkChoices(cmd); err != nil {
		return err
	}
	ruleset, err := env.RulesetFlag(cmd)
	if err != nil {
		return err
	}
	strategy := env.ValueOf[string](cmd.Flags(), env.FlagStrategy)
	wish := &tui.Wish{Kind: tui.WishCreate, Ruleset: ruleset}
	if cmd.Flags().Changed(flagPlayers) {
		if wish, err = tableFlag(cmd, strategy); err != nil {
			return err
		}
	}
	if err := canShow(cmd); err != nil {
		return err
	}
	seed := env.ValueOf[uint64](cmd.Flags(), env.FlagSeed)
	if !cmd.Flags().Changed(env.FlagSeed) {
		seed = rand.Uint64() //nolint:gosec // nobody has a secret to keep from a bot
	}
	backend, err := practice.New(practice.Options{
		Strategy: strategy,
		Intn:     rand.New(rand.NewPCG(seed, 0)).IntN, //nolint:gosec // as above
		Pause:    botPause,
	})
	if err != nil {
		return fmt.Errorf("--%s: %w", env.FlagStrategy, err)
	}
	return runScreens(cmd, backend, program.Options{Enter: wish, Passing: true}, nil)
}
