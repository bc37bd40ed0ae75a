package melee

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/types/query"

	rules "github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// own finds the unfinished melees of the user, or of the player whom --for names.
func own(ctx context.Context, e *env.Env) []cobra.Completion {
	player := act.CompletedPlayer(e)
	if player == "" {
		return nil
	}
	q := types.NewQueryClient(e.Chain.Conn())
	res, err := q.Player(ctx, &types.QueryPlayerRequest{Address: player})
	if err != nil {
		return nil
	}
	var found []cobra.Completion
	for _, id := range res.Melees[:min(len(res.Melees), act.Completions)] {
		what := "melee"
		if next, err := q.NextAction(ctx, &types.QueryNextActionRequest{GameId: id}); err == nil {
			what += ", " + rules.Stage(next.Stage).String()
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

// open finds melees that can be joined.
func open(ctx context.Context, e *env.Env) []cobra.Completion {
	var (
		q     = types.NewQueryClient(e.Chain.Conn())
		page  = &query.PageRequest{Limit: act.Completions}
		own   = act.CompletedPlayer(e)
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

// ended finds finished melees, the last one first.
func ended(ctx context.Context, e *env.Env) []cobra.Completion {
	res, err := types.NewQueryClient(e.Chain.Conn()).MeleeResults(ctx, &types.QueryMeleeResultsRequest{
		Pagination: &query.PageRequest{Limit: act.Completions, Reverse: true},
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

// Complete implements act.Kind.
func (Kind) Complete(command string) []act.Completer {
	switch command {
	case "concede", "claim", "set-delegate", "bot", "leave-melee", "confirm-melee", "aim", "fire", "report", "melee",
		"board", "watch", "next-action":
		return []act.Completer{own}
	case "decline", "join-melee":
		return []act.Completer{open}
	case "melee-result", "replay":
		return []act.Completer{ended}
	default:
		return nil
	}
}
