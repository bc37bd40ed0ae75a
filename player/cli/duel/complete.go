package duel

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ownGames finds the unfinished games of the user, or of the player whom --for names.
func ownGames(ctx context.Context, e *env.Env) []cobra.Completion {
	return runningGamesOf(ctx, e, act.CompletedPlayer(e))
}

// runningGames finds unfinished games.
func runningGames(ctx context.Context, e *env.Env) []cobra.Completion {
	return runningGamesOf(ctx, e, "")
}

// runningGamesOf finds the unfinished games of a player, or of all.
func runningGamesOf(ctx context.Context, e *env.Env, player string) []cobra.Completion {
	res, err := types.NewQueryClient(e.Chain.Conn()).Games(ctx, &types.QueryGamesRequest{
		Player: player, Pagination: &query.PageRequest{Limit: act.Completions},
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

// OpenGames finds games that can be joined.
func OpenGames(ctx context.Context, e *env.Env) []cobra.Completion {
	req := &types.QueryOpenGamesRequest{Pagination: &query.PageRequest{Limit: act.Completions}}
	var found []cobra.Completion
	q := types.NewQueryClient(e.Chain.Conn())
	own := act.CompletedPlayer(e)
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
		&types.QueryFinishedRequest{Address: key.Address.String(), Limit: act.Completions})
	if err != nil {
		return nil
	}
	var found []cobra.Completion
	for _, ending := range h.Games {
		if ending.Duel == nil {
			continue
		}
		r := ending.Duel.Result
		found = append(found, cobra.CompletionWithDesc(fmt.Sprint(r.GameId), text.Voice{You: key.Address.String()}.Result(r)))
	}
	return found
}

// Complete implements act.Kind.
func (Kind) Complete(command string) []act.Completer {
	switch command {
	case "shoot", "answer", "challenge", "cancel", "concede", "claim", "set-delegate", "bot":
		return []act.Completer{ownGames}
	case "board", "watch", "next-action", "game":
		return []act.Completer{runningGames}
	case "join", "join-game", "decline":
		return []act.Completer{OpenGames}
	case "rematch", "result", "replay":
		return []act.Completer{endedGames}
	default:
		return nil
	}
}
