package types

import "github.com/battleship-chain/battleship/game"

// NewResult returns what stays of a game that has ended in a state at a height.
func NewResult(g Game, s game.State, height int64, p Payment) Result {
	r := Result{
		GameId:        g.Id,
		RulesetId:     g.RulesetId,
		Reason:        Reason(s.Reason),
		CreatedHeight: g.CreatedHeight,
		EndedHeight:   height,
		Reward:        p.Winner.Uint64(),
		First:         uint32(s.First),
		RematchOf:     g.RematchOf,
	}
	for i, seat := range g.Seats {
		r.Players = append(r.Players, seat.Address)
		// A player's shots are what its opponent has answered.
		r.Shots = append(r.Shots, uint32(s.Sides[game.Seat(i).Other()].Answered.Len()))
	}
	if winner, ok := s.Winner(); ok {
		r.Winner = uint32(winner) + 1
	}
	return r
}
