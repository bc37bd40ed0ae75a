package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/env"
	querycli "github.com/battleship-chain/battleship/player/cli/query"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// completionLimit is the node's time limit for a completion.
	completionLimit = time.Second
	// completions is how many games are offered at most.
	completions = 50
)

// completer finds the completions at a place of the command line.
type completer func(ctx context.Context, e *env.Env) []cobra.Completion

// AddCompletion adds shell completion to the commands of this package below a root command: names of keys, rulesets,
// phases and ids of games. Without a node it completes nothing, and is silent.
func AddCompletion(root *cobra.Command) {
	completeInBash(root)
	for _, cmd := range root.Commands() {
		if cmd.GroupID == groupPlay || cmd.GroupID == groupLook {
			completeCommand(cmd)
		}
	}
	for _, path := range [][]string{{"tx", types.ModuleName}, {"query", types.ModuleName}} {
		if parent, _, err := root.Find(path); err == nil && parent.Name() == types.ModuleName {
			for _, cmd := range parent.Commands() {
				completeCommand(cmd)
			}
		}
	}
	if fund, _, err := root.Find([]string{"devnet", "fund"}); err == nil && fund.Name() == "fund" {
		fund.ValidArgsFunction = completeArg(keyNames)
	}
}

// completeCommand adds completion to one command, unless it has its own.
func completeCommand(cmd *cobra.Command) {
	if complete := argCompleter(cmd.Name()); complete != nil && cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = completeArg(complete)
	}
	for name, complete := range map[string]cobra.CompletionFunc{
		env.FlagFrom:         completeWith(keyNames),
		env.FlagFor:          completeWith(keyNames),
		env.FlagDelegate:     completeWith(keyNames),
		env.FlagOpponent:     completeWith(keyNames),
		env.FlagInvited:      completeWith(keyNames),
		flagInvite:           completeLast(keyNames),
		flagAgainst:          completeWith(opponents),
		env.FlagPlayer:       completeWith(keyNames),
		env.FlagRecipient:    completeWith(keyNames),
		flags.FlagFeeGranter: completeWith(keyNames),
		env.FlagRuleset:      completeOf(env.Rulesets()...),
		env.FlagPhase:        completeOf(querycli.Names(querycli.LivePhases)...),
		env.FlagStrategy:     completeOf(bot.Names()...),
		env.FlagClock:        completeOf(session.ClockLive, session.ClockCorrespondence),
		flags.FlagOutput:     completeOf(flags.OutputFormatText, flags.OutputFormatJSON),
	} {
		if _, has := cmd.GetFlagCompletionFunc(name); has || cmd.Flags().Lookup(name) == nil {
			continue
		}
		_ = cmd.RegisterFlagCompletionFunc(name, complete) // it fails for an unknown flag or a second function alone
	}
}

// argCompleter completes the first argument of the command with a name. It returns nil if there is nothing to complete.
func argCompleter(name string) completer {
	switch name {
	case "shoot", "answer", "challenge", "cancel":
		return connected(ownGames)
	case "concede", "claim", "set-delegate", "bot":
		return connected(ownGames, ownMelees)
	case "leave-melee", "confirm-melee", "aim", "fire", "report", "melee":
		return connected(ownMelees)
	case "board", "watch", "next-action":
		return connected(runningGames, ownMelees)
	case "game":
		return connected(runningGames)
	case "join", "join-game":
		return connected(openGames)
	case "decline":
		return connected(openGames, openMelees)
	case "join-melee":
		return connected(openMelees)
	case "melee-result":
		return connected(endedMelees)
	case "rematch", "result":
		return connected(endedGames)
	case "replay":
		return connected(endedGames, endedMelees)
	case "profile", "player", "history", "rank", "unpaid":
		return keyNames
	default:
		return nil
	}
}

// connected completes to what some completers find that need a node. Without one it finds nothing.
func connected(all ...completer) completer {
	return func(ctx context.Context, e *env.Env) (found []cobra.Completion) {
		var err error
		if e.Chain, err = client.New(ctx, client.LinkTo(e.Client), client.Options{CallLimit: completionLimit}); err != nil {
			return nil
		}
		for _, find := range all {
			found = append(found, find(ctx, e)...)
		}
		return found
	}
}

// completeOf completes to fixed words.
func completeOf(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// completeArg completes the first argument by a completer.
func completeArg(find completer) cobra.CompletionFunc {
	complete := completeWith(find)
	return func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(cmd, args, typed)
	}
}

// completeWith completes by a completer.
func completeWith(find completer) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		const directive = cobra.ShellCompDirectiveNoFileComp
		ctx, cancel := context.WithTimeout(cmd.Context(), completionLimit)
		defer cancel()
		cmd.SetContext(ctx)
		cmd.SetErr(io.Discard)
		// A shell asks before the command runs, so that nothing has prepared it.
		if prepare := cmd.Root().PersistentPreRunE; prepare != nil {
			if err := prepare(cmd, args); err != nil {
				return nil, directive
			}
		}
		cctx, err := sdkclient.GetClientQueryContext(cmd)
		if err != nil {
			return nil, directive
		}
		found := find(ctx, &env.Env{Cmd: cmd, Client: cctx})
		return slices.DeleteFunc(found, func(c cobra.Completion) bool { return !strings.HasPrefix(c, typed) }), directive
	}
}

// keyNames finds the user's keys.
func keyNames(_ context.Context, e *env.Env) []cobra.Completion {
	if env.Asks(e.Client.Keyring) {
		return nil // for a passphrase
	}
	return client.KeyNames(e.Client.Keyring)
}

// opponents finds whom play can be against: a bot, a key, or the game that is named.
func opponents(ctx context.Context, e *env.Env) []cobra.Completion {
	return slices.Concat([]cobra.Completion{againstBot}, keyNames(ctx, e), connected(openGames)(ctx, e))
}

// ownGames finds the unfinished games of the user, or of the player whom --for names.
func ownGames(ctx context.Context, e *env.Env) []cobra.Completion {
	return runningGamesOf(ctx, e, completedPlayer(e))
}

// runningGames finds unfinished games.
func runningGames(ctx context.Context, e *env.Env) []cobra.Completion {
	return runningGamesOf(ctx, e, "")
}

// runningGamesOf finds the unfinished games of a player, or of all.
func runningGamesOf(ctx context.Context, e *env.Env, player string) []cobra.Completion {
	res, err := types.NewQueryClient(e.Chain.Conn()).Games(ctx, &types.QueryGamesRequest{
		Player: player, Pagination: &query.PageRequest{Limit: completions},
	})
	if err != nil {
		return nil
	}
	names := env.NamesIn(e.Client.Keyring)
	var found []cobra.Completion
	for _, g := range res.Games {
		what := env.RulesetName(g.RulesetId) + ", " + game.Phase(g.Phase).String()
		if g.OffChain {
			what = env.RulesetName(g.RulesetId) + ", off-chain"
		}
		if owes := game.Obligation(g.Owes); owes != game.OwesNothing {
			who, ok := names[g.Actor]
			if !ok {
				who = "the opponent"
			}
			what += fmt.Sprintf(", %s's turn: %s", who, text.Owed(owes, ""))
		}
		found = append(found, cobra.CompletionWithDesc(fmt.Sprint(g.Id), what))
	}
	return found
}

// openGames finds games that can be joined.
func openGames(ctx context.Context, e *env.Env) []cobra.Completion {
	req := &types.QueryOpenGamesRequest{Pagination: &query.PageRequest{Limit: completions}}
	var found []cobra.Completion
	q := types.NewQueryClient(e.Chain.Conn())
	own := completedPlayer(e)
	if own != "" {
		invited := &types.QueryOpenGamesRequest{Opponent: own, Pagination: req.Pagination}
		if res, err := q.OpenGames(ctx, invited); err == nil {
			found = append(found, openCompletions(res.Games, own, "for you alone")...)
		}
	}
	if res, err := q.OpenGames(ctx, req); err == nil {
		found = append(found, openCompletions(res.Games, own, "for anybody")...)
	}
	return found
}

// openCompletions are games but for those that the player has opened.
func openCompletions(games []types.OpenGame, own, whom string) (found []cobra.Completion) {
	for _, g := range games {
		if g.Creator == own {
			continue
		}
		what := fmt.Sprintf("%s, %s, %s", env.RulesetName(g.RulesetId), text.Terms(g.Terms), whom)
		found = append(found, cobra.CompletionWithDesc(fmt.Sprint(g.Id), what))
	}
	return found
}

// endedGames finds the games that the user has finished, the last one first.
func endedGames(ctx context.Context, e *env.Env) []cobra.Completion {
	key, err := e.OwnKey()
	if err != nil || key.IsZero() {
		return nil
	}
	h, err := types.NewHistoryClient(e.Chain.Conn()).Finished(ctx,
		&types.QueryFinishedRequest{Address: key.Address.String(), Limit: completions})
	if err != nil {
		return nil
	}
	var found []cobra.Completion
	for _, ending := range h.Games {
		if ending.Melee != nil {
			continue
		}
		r := ending.Duel.Result
		found = append(found, cobra.CompletionWithDesc(fmt.Sprint(r.GameId), text.Voice{You: key.Address.String()}.Result(r)))
	}
	return found
}
