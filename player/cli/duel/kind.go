// Package duel has the commands for duels.
package duel

import (
	"context"

	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Kind is the kind of duels.
type Kind struct{ look.Duels }

// Open implements act.Kind.
func (Kind) Open(p session.Player, id uint64) session.Game { return duel.Open(p, id) }

// Tell implements act.Kind.
func (k Kind) Tell(ctx context.Context, e *env.Env, done session.Done) error {
	if done.OffChain {
		return tellUpdate(ctx, e, done)
	}
	return act.Tell(ctx, e, k, done)
}

// AddResult implements act.Reporter.
func (Kind) AddResult(r *act.Report, done session.Done) {
	switch result := done.Result.(type) {
	case text.Entered:
		r.Opponent, r.Rating, r.Paid = result.Opponent, result.Rating, result.Paid.String()
		if done.Act == text.ActMatch {
			r.Joined = &result.Joined
		}
	case text.Moved:
		addMove(r, done.Ruleset, result)
	case text.Claimed:
		addClaim(r, result)
	case text.Returned:
		r.Opponent, r.Back, r.Until = result.Creator, result.Back.String(), result.Until
	}
}

// addMove adds a move.
func addMove(r *act.Report, rules *game.Ruleset, m text.Moved) {
	if m.First != nil {
		r.First = m.First.String()
	}
	if m.Answer != nil {
		r.Answered = &act.Answered{Tile: rules.TileName(m.Answered), Hit: m.Answer.Hit}
		if m.Answer.Sunk != nil {
			r.Answered.Sunk = types.NewShip(rules, *m.Answer.Sunk)
		}
	}
	if m.Shot != nil {
		r.Shot = rules.TileName(*m.Shot)
	}
	if m.NotFired != nil {
		r.NotFired = rules.TileName(*m.NotFired)
	}
}

// addClaim adds the result of a claim.
func addClaim(r *act.Report, c text.Claimed) {
	r.Back, r.Until = c.Back.String(), c.Until
	if c.Account != nil {
		r.Account, r.Net = c.Account.String(), c.Account.Net()
	}
	r.Reward, r.LoserReward = c.Reward.String(), c.LoserReward.String()
	if c.Withheld != types.WITHHELD_NONE {
		r.Withheld = c.Withheld.String()
	}
}

// End implements act.Reporter.
func (Kind) End(
	ctx context.Context, e *env.Env, id uint64, next *types.QueryNextActionResponse,
) (words string, result proto.Message, err error) {
	if next.Phase != types.PHASE_OVER {
		return "", nil, nil
	}
	res, err := types.NewQueryClient(e.Chain.Conn()).Result(ctx, &types.QueryResultRequest{GameId: id})
	if err != nil {
		return "", nil, err
	}
	return e.Voice().Result(res.Result), &res.Result, nil
}
