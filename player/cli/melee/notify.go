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
	res, err := types.NewQueryClient(e.Chain.Conn()).OpenMelees(ctx, &types.QueryOpenMeleesRequest{
		Invited: e.Me, Pagination: &query.PageRequest{Limit: act.MostInvitations},
	})
	if err != nil {
		return nil, nil, err
	}
	own, invited = act.Notified(text.Melee, player.Melees, res.Melees,
		func(m types.OpenMelee) (uint64, string) { return m.Id, m.Creator })
	return own, invited, nil
}
