package payoff

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// NewResult returns what stays of a game that has ended in a state at a height.
func NewResult(g types.Game, s game.State, height int64, a types.Award, o Outcome, p types.Payment) types.Result {
	r := types.Result{
		GameId:        g.Id,
		RulesetId:     g.RulesetId,
		Reason:        types.Reason(s.Reason),
		CreatedHeight: g.CreatedHeight,
		EndedHeight:   height,
		Reward:        p.Winner.Uint64(),
		First:         types.SeatOf(s.First),
		RematchOf:     g.RematchOf,
	}
	for i, participant := range g.Participants {
		r.Players = append(r.Players, participant.Address)
		// A player's shots are what its opponent has answered.
		r.Shots = append(r.Shots, uint32(s.Sides[game.Seat(i).Other()].Answered.Len()))
	}
	if o.won() {
		r.Winner = types.SeatOf(o.Winners[0])
	}
	if a.Promised() {
		r.PromisedHeight, r.Promised = a.Height, a.Total()
		for i, taken := range a.Places(o.Reason, o.First) {
			if taken {
				r.PromisedTo = append(r.PromisedTo, types.SeatOf(game.Seat(i)))
			}
		}
	}
	return r
}
