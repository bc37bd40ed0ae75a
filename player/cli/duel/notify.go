package duel

import (
	"context"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/notify"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Notified implements act.Kind.
func (Kind) Notified(
	ctx context.Context, e *env.Env, player *types.QueryPlayerResponse,
) (own, invited []notify.Game, err error) {
	res, err := types.NewQueryClient(e.Chain.Conn()).OpenGames(ctx, &types.QueryOpenGamesRequest{
		Opponent: e.Me, Pagination: &query.PageRequest{Limit: act.MostInvitations},
	})
	if err != nil {
		return nil, nil, err
	}
	own, invited = act.Notified(text.Duel, player.Games, res.Games,
		func(g types.OpenGame) (uint64, string) { return g.Id, g.Creator })
	return own, invited, nil
}
