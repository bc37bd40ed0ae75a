package keeper

import (
	"fmt"
	"strings"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// nextAction tells in fields and in words who owes what in an unfinished game, after the block of that height.
func nextAction(g types.Game, x channel.Stand, p types.Params, height int64) *types.QueryNextActionResponse {
	s := x.State
	next := &types.QueryNextActionResponse{
		Phase:      types.Phase(s.Phase),
		Obligation: types.Obligation(s.Owes),
		Deadline:   s.Deadline,
		BlocksLeft: max(s.Deadline-height, 0),
	}
	switch {
	case x.AtSea:
		next.AtSea, next.Obligation = true, types.OBLIGATION_NONE
	case s.Owes != game.OwesNothing:
		next.Player = g.Participants[s.Actor].Address
	}
	if s.HasPending {
		next.Target = s.Ruleset.TileName(s.Pending)
	}
	next.SecondsLeft = p.Seconds(next.BlocksLeft)
	next.Summary = summarise(g, s, p, next)
	return next
}

// until says in words until when something is owed.
func until(next *types.QueryNextActionResponse, p types.Params) string {
	if next.BlocksLeft == 0 {
		return fmt.Sprintf("by block %d (too late: what follows is settled in one of the next blocks)", next.Deadline)
	}
	return fmt.Sprintf("by block %d (%s left, about %s)", next.Deadline, blocks(next.BlocksLeft),
		types.FormatDuration(p.Duration(next.BlocksLeft)))
}

// summarise says in words what the fields of an answer say.
func summarise(g types.Game, s game.State, p types.Params, next *types.QueryNextActionResponse) string {
	until := until(next, p)
	if next.AtSea {
		return fmt.Sprintf("%s and %s play by letters; unless one of them posts a state %s, the game goes on on chain "+
			"from its beginning", g.Participants[game.Creator].Address, g.Participants[game.Joiner].Address, until)
	}
	switch next.Obligation {
	case types.OBLIGATION_NONE:
		who := "somebody"
		if g.Offer.Opponent != "" {
			who = g.Offer.Opponent
		}
		withdrawn := ""
		if s.Withdrawn() {
			withdrawn = ", who has withdrawn the game,"
		}
		return fmt.Sprintf("%s may join %s%s %s", who, g.Participants[game.Creator].Address, withdrawn, until)
	case types.OBLIGATION_TOSS_REVEAL:
		return fmt.Sprintf("%s owes the opening of its toss %s", next.Player, until)
	case types.OBLIGATION_ANSWER:
		return fmt.Sprintf("%s owes the answer to %s %s", next.Player, next.Target, until)
	case types.OBLIGATION_SHOT:
		return fmt.Sprintf("%s owes a shot %s", next.Player, until)
	case types.OBLIGATION_CLAIM:
		other := g.Participants[s.Actor.Other()].Address
		owed := fmt.Sprintf("%s owes the proof of its board, to win, %s", next.Player, until)
		switch s.Second {
		case game.SecondOpen:
			return fmt.Sprintf("%s; %s may still prove its own, and comes first", owed, other)
		case game.SecondProven:
			return fmt.Sprintf("%s; else %s wins, who has proven its own", owed, other)
		case game.SecondNone:
		}
		return owed
	default:
		return fmt.Sprintf("%s owes %s %s", next.Player, next.Obligation, until)
	}
}

// summariseResult says in words how a game has ended, or returns ErrCorrupt if none can have ended like this.
func summariseResult(r types.Result) (string, error) {
	if r.Winner > types.PlayersPerGame || len(r.Players) != types.PlayersPerGame {
		return "", errors.Wrapf(types.ErrCorrupt, "result %d: expected at most winner %d of %d players, got winner %d of %d",
			r.GameId, types.PlayersPerGame, types.PlayersPerGame, r.Winner, len(r.Players))
	}
	if r.Winner == 0 {
		return fmt.Sprintf("game %d ended at block %d without a winner: nobody proved an honest board",
			r.GameId, r.EndedHeight), nil
	}
	winner := r.Winner - 1
	reason := game.Reason(r.Reason) //nolint:gosec // reasons have small numbers
	reward := "without a reward"
	if r.Reward > 0 {
		reward = fmt.Sprintf("and was rewarded with %d.%0*d %s", r.Reward/types.BasePerReward,
			types.RewardExponent, r.Reward%types.BasePerReward, strings.ToUpper(types.RewardDisplayDenom))
	}
	return fmt.Sprintf("game %d ended at block %d: %s won against %s (%s) %s", r.GameId, r.EndedHeight,
		r.Players[winner], r.Players[types.PlayersPerGame-1-winner], reason, reward), nil
}

func blocks(n int64) string {
	if n == 1 {
		return "1 block"
	}
	return fmt.Sprintf("%d blocks", n)
}
