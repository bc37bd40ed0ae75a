package melee

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
	for _, id := range player.Melees {
		own = append(own, notify.Game{ID: id, Kind: text.Melee})
	}
	res, err := types.NewQueryClient(e.Chain.Conn()).OpenMelees(ctx, &types.QueryOpenMeleesRequest{
		Invited: e.Me, Pagination: &query.PageRequest{Limit: act.MostInvitations},
	})
	if err != nil {
		return nil, nil, err
	}
	for _, m := range res.Melees {
		invited = append(invited, notify.Game{ID: m.Id, Kind: text.Melee, Creator: m.Creator})
	}
	return own, invited, nil
}
