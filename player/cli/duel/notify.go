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
	for _, id := range player.Games {
		own = append(own, notify.Game{ID: id, Kind: text.Duel})
	}
	res, err := types.NewQueryClient(e.Chain.Conn()).OpenGames(ctx, &types.QueryOpenGamesRequest{
		Opponent: e.Me, Pagination: &query.PageRequest{Limit: act.MostInvitations},
	})
	if err != nil {
		return nil, nil, err
	}
	for _, g := range res.Games {
		invited = append(invited, notify.Game{ID: g.Id, Kind: text.Duel, Creator: g.Creator})
	}
	return own, invited, nil
}
