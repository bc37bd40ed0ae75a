package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// completeLast completes the last of several words that commas divide.
func completeLast(find completer) cobra.CompletionFunc {
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

// ownMelees finds the unfinished melees of the user, or of the player whom --for names.
func ownMelees(ctx context.Context, e *env.Env) []cobra.Completion {
	player := completedPlayer(e)
	if player == "" {
		return nil
	}
	q := types.NewQueryClient(e.Chain.Conn())
	res, err := q.Player(ctx, &types.QueryPlayerRequest{Address: player})
	if err != nil {
		return nil
	}
	var found []cobra.Completion
	for _, id := range res.Melees[:min(len(res.Melees), completions)] {
		what := "melee"
		if next, err := q.NextAction(ctx, &types.QueryNextActionRequest{GameId: id}); err == nil {
			what += ", " + melee.Stage(next.Stage).String()
			if next.Round > 0 {
				what += fmt.Sprintf(", round %d", next.Round)
			}
			if slices.ContainsFunc(next.Owed, func(o types.Owed) bool { return o.Player == player }) {
				what += ", you owe it"
			}
		}
		found = append(found, cobra.CompletionWithDesc(fmt.Sprint(id), what))
	}
	return found
}

// completedPlayer is the player whose arguments are completed. It is empty if there is no particular one.
func completedPlayer(e *env.Env) string {
	if named := env.ValueOf[string](e.Cmd.Flags(), env.FlagFor); named != "" {
		player, _ := e.Address(named)
		return player
	}
	key, _ := e.OwnKey()
	return key.Address.String()
}

// openMelees finds melees that can be joined.
func openMelees(ctx context.Context, e *env.Env) []cobra.Completion {
	var (
		q     = types.NewQueryClient(e.Chain.Conn())
		page  = &query.PageRequest{Limit: completions}
		own   = completedPlayer(e)
		found []cobra.Completion
	)
	add := func(req *types.QueryOpenMeleesRequest, whom string) {
		res, err := q.OpenMelees(ctx, req)
		if err != nil {
			return
		}
		for _, m := range res.Melees {
			if own != "" && slices.Contains(m.Seated, own) {
				continue
			}
			what := fmt.Sprintf("melee, %d of %d players, %s, %s", len(m.Seated), m.Seats, text.StakeTerms(m.Terms), whom)
			found = append(found, cobra.CompletionWithDesc(fmt.Sprint(m.Id), what))
		}
	}
	if own != "" {
		add(&types.QueryOpenMeleesRequest{Invited: own, Pagination: page}, "you are invited")
	}
	add(&types.QueryOpenMeleesRequest{Pagination: page}, "for anybody")
	return found
}

// endedMelees finds finished melees, the last one first.
func endedMelees(ctx context.Context, e *env.Env) []cobra.Completion {
	res, err := types.NewQueryClient(e.Chain.Conn()).MeleeResults(ctx, &types.QueryMeleeResultsRequest{
		Pagination: &query.PageRequest{Limit: completions, Reverse: true},
	})
	if err != nil {
		return nil
	}
	var found []cobra.Completion
	for _, r := range res.Results {
		found = append(found, cobra.CompletionWithDesc(fmt.Sprint(r.GameId), e.Voice().MeleeResult(r)))
	}
	return found
}
