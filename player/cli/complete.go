package cli

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/duel"
	"github.com/battleship-chain/battleship/player/cli/env"
	querycli "github.com/battleship-chain/battleship/player/cli/query"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// completionLimit is the node's time limit for a completion.
	completionLimit = time.Second
)

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
		env.FlagInvite:       completeLast(keyNames),
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
func argCompleter(name string) act.Completer {
	switch name {
	case "profile", "player", "history", "rank", "unpaid":
		return keyNames
	}
	var all []act.Completer
	for _, k := range Kinds() {
		all = append(all, k.Complete(name)...)
	}
	if len(all) == 0 {
		return nil
	}
	return connected(all...)
}

// connected completes to what some act.Completers find that need a node. Without one it finds nothing.
func connected(all ...act.Completer) act.Completer {
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

// completeArg completes the first argument by a act.Completer.
func completeArg(find act.Completer) cobra.CompletionFunc {
	complete := completeWith(find)
	return func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(cmd, args, typed)
	}
}

// completeWith completes by a act.Completer.
func completeWith(find act.Completer) cobra.CompletionFunc {
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
	return slices.Concat([]cobra.Completion{againstBot}, keyNames(ctx, e), connected(duel.OpenGames)(ctx, e))
}

// completeLast completes the last of several words that commas divide.
func completeLast(find act.Completer) cobra.CompletionFunc {
	complete := completeWith(find)
	return func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before, last := "", typed
		if i := strings.LastIndex(typed, ","); i >= 0 {
			before, last = typed[:i+1], typed[i+1:]
		}
		words, directive := complete(cmd, args, last)
		for i, word := range words {
			words[i] = before + word
		}
		return words, directive | cobra.ShellCompDirectiveNoSpace
	}
}
