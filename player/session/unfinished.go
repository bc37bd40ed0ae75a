package session

import (
	"context"
	"fmt"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// UnfinishedError means that a player who asks for a match has such a game already: it waits in it, or plays it. A
// match whose receipt was lost is found in this way.
type UnfinishedError struct {
	Game types.GameSummary
}

// Error implements error.
func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("you have such a game already, %s: play it, or ask for one more with --another",
		text.Voice{}.Unfinished(e.Game))
}

// Unfinished returns the player's games that have not ended, the first types.MaxPageItems by id.
func Unfinished(ctx context.Context, p Player) ([]types.GameSummary, error) {
	res, err := types.NewQueryClient(p.Chain.Conn()).Games(ctx, &types.QueryGamesRequest{
		Player:     p.key().Address.String(),
		Pagination: &query.PageRequest{Limit: types.MaxPageItems},
	})
	if err != nil {
		return nil, fmt.Errorf("look for your unfinished games: %w", err)
	}
	return res.Games, nil
}

// unfinished returns an *UnfinishedError if the player has an unfinished game of the kind that it asks for.
func (p Player) unfinished(ctx context.Context, w Wish, q Quote) error {
	games, err := Unfinished(ctx, p)
	if err != nil {
		return err
	}
	for _, g := range games {
		if !w.fits(g, q) {
			continue
		}
		if game.Phase(g.Phase) == game.PhaseOpen {
			v, err := Open(p, g.Id).Look(ctx)
			if err != nil || v.invited() != "" || v.State.Withdrawn() {
				continue // it is for one opponent alone, or about to end
			}
		}
		return &UnfinishedError{Game: g}
	}
	return nil
}

// fits reports whether a game is of the ruleset, clock, stake and kind that a wish names, and is played where it says.
func (w Wish) fits(g types.GameSummary, q Quote) bool {
	sameStake := w.Stake == nil && g.Terms.Stake == nil ||
		w.Stake != nil && g.Terms.Stake != nil && w.Stake.Equal(*g.Terms.Stake)
	return g.RulesetId == w.Ruleset.ID && g.TurnBlocks == q.TurnBlocks && sameStake && g.Terms.Casual == w.Casual &&
		g.Channel == w.Channel
}
