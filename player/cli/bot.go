package cli

import (
	"context"
	"fmt"
	"maps"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/duel"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	duelsession "github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
)

const flagGames = "games"

// BotCmd returns the command that lets a bot play for the user.
func BotCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bot [ID]",
		Short: "Let a bot play for you: the rest of a game, or a number of games",
		Long: fmt.Sprintf(`Plays the rest of game ID for the key named by --from: opens, answers, shoots, and proves the board
if that wins. Without an ID it continues your unfinished games of that ruleset, or else finds games as match does and
waits for opponents if need be, until it has played --games of them to the end, as many at a time as there are
opponents (at most %d). It tries until the deadline whatever keeps it from moving, pays the fees of its moves and asks
nothing; --yes is accepted and changes nothing. Only one bot plays a game for a player, and no other program moves in
it. --party plays the games of a party, as play does.`, duel.MaxBotGames) + env.Help(Kinds(), "bot"),
		Example: `battleshipd bot 1 --from alice
battleshipd bot --from alice --ruleset xaya --games 5 --delay 1s`,
		Args: env.Between(0, 1, "ID or nothing"),
		RunE: func(cmd *cobra.Command, args []string) error {
			cmd.SilenceUsage = true
			entry, err := partyFlag(cmd)
			if err != nil {
				return err
			}
			return env.Run(true, func(ctx context.Context, e *env.Env, args []string) error {
				return runBot(ctx, e, args, entry)
			})(cmd, args)
		},
	}
	env.AddSendFlags(cmd)
	addPartyFlag(cmd)
	env.AddForFlag(cmd)
	cmd.Flags().Bool(env.FlagMatch, false, "find an opponent, as without an ID")
	duel.AddMatchFlags(cmd)
	env.AddRelayFlag(cmd)
	env.AddPatienceFlag(cmd, duelsession.DefaultPatience)
	env.AddHiddenFlag(cmd)
	cmd.Flags().String(env.FlagStrategy, bot.DensityName, "strategy: "+text.Or(bot.Names()))
	cmd.Flags().Int(flagGames, 1, "how many games to play to the end")
	cmd.Flags().Uint64(env.FlagSeed, 0, "repeat the shots of an earlier game")
	cmd.Flags().Lookup(env.FlagSeed).Hidden = true // whoever knows it can foresee them
	cmd.Flags().Duration(look.FlagDelay, 0, "pause before each shot, such as 200ms")
	return cmd
}

func runBot(ctx context.Context, e *env.Env, args []string, entry partyEntry) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	games, id, err := botFlags(e, args)
	if err != nil {
		return err
	}
	b := act.NewRobot(e, games)
	p, err := e.UnaskedPlayer() // it says whose games these are
	if err != nil {
		return err
	}
	defer func() {
		stop() // a second Ctrl-C ends the program at once
		act.WithdrawOffers(e.Cmd, e.Out.Note, func(ctx context.Context) ([]uint64, error) {
			return duelsession.WithdrawOffers(ctx, p, slices.Sorted(maps.Keys(b.Held)))
		})
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if entry != (partyEntry{}) {
		return duel.PlayParty(ctx, b, entry.id, entry.players)
	}
	if id == 0 {
		return duel.PlayMatches(ctx, b, games)
	}
	k, err := env.KindOf(ctx, e, Kinds(), id)
	if err != nil {
		return err
	}
	return k.Play(ctx, b, id)
}

// botFlags returns how many games are played at a time, and the game that is named, or 0.
func botFlags(e *env.Env, args []string) (games int, id uint64, err error) {
	f := e.Cmd.Flags()
	if _, err := bot.New(env.ValueOf[string](f, env.FlagStrategy), nil); err != nil {
		return 0, 0, fmt.Errorf("--%s: %w", env.FlagStrategy, err)
	}
	games = env.ValueOf[int](f, flagGames)
	switch delay := env.ValueOf[time.Duration](f, look.FlagDelay); {
	case delay < 0:
		return 0, 0, fmt.Errorf("--%s: expected a pause such as 200ms, got %s", look.FlagDelay, delay)
	case games < 1 || games > duel.MaxBotGames:
		return 0, 0, fmt.Errorf("--%s: expected 1 to %d, got %d", flagGames, duel.MaxBotGames, games)
	case games > 1 && !e.Chain.Key().SignsByItself():
		return 0, 0, fmt.Errorf("--%s: %s asks you for each move, and a bot needs a key that signs by itself: play 1 "+
			"game with it", flagGames, e.Chain.Key().Name)
	}
	if len(args) == 0 {
		return games, 0, nil
	}
	for _, name := range append([]string{env.FlagMatch, flagGames, env.FlagParty}, duel.MatchFlags...) {
		if f.Changed(name) {
			return 0, 0, fmt.Errorf("--%s is for games that the bot finds: leave out the flag, or game %s", name, args[0])
		}
	}
	id, err = env.ParseGameID(args[0])
	return games, id, err
}
