// Package melee has the commands for melees.
package melee

import (
	"context"

	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Kind is the kind of melees.
type Kind struct{}

// Name implements act.Kind.
func (Kind) Name() text.Kind { return text.Melee }

// Open implements act.Kind.
func (Kind) Open(p session.Player, id uint64) session.Game { return melee.Open(p, id) }

// Tell implements act.Kind.
func (k Kind) Tell(ctx context.Context, e *env.Env, done session.Done) error {
	return act.Tell(ctx, e, k, done)
}

// AddResult implements act.Reporter.
func (Kind) AddResult(r *act.Report, done session.Done) {
	switch result := done.Result.(type) {
	case text.Seated:
		seat := int(result.Seat)
		r.Seat, r.Paid, r.Delegate = &seat, result.Paid.String(), &result.Delegate
	case text.Aimed:
		r.Round, r.Target = result.Round, done.Ruleset.TileName(result.Tile)
	case text.Fired:
		r.Round, r.Target = result.Round, done.Ruleset.TileName(result.Tile)
	case text.Reported:
		r.Round, r.Sunk = result.Round, result.Sunk
		r.Volley, r.Hits = types.TileNames(done.Ruleset, result.Volley), types.TileNames(done.Ruleset, result.Hits)
	case text.MeleeClaimed:
		r.Until = result.Until
		if result.Account != nil {
			r.Account, r.Net, r.Until = result.Account.String(), result.Account.Net(), 0
		}
	case text.MeleeLeft:
		r.Back, r.Until = result.Back.String(), result.Until
	}
}

// End implements act.Reporter.
func (Kind) End(
	ctx context.Context, e *env.Env, id uint64, next *types.QueryNextActionResponse,
) (words string, result proto.Message, err error) {
	if next.Stage != types.STAGE_OVER {
		return "", nil, nil
	}
	res, err := types.NewQueryClient(e.Chain.Conn()).MeleeResult(ctx, &types.QueryMeleeResultRequest{GameId: id})
	if err != nil {
		return "", nil, err
	}
	return e.Voice().MeleeResult(res.Result), &res.Result, nil
}
