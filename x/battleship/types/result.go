package types

import (
	"slices"

	"github.com/battleship-chain/battleship/game"
)

// NewResult returns what stays of a game that has ended in a state at a height.
func NewResult(g Game, s game.State, height int64, a Award, o Outcome, p Payment) Result {
	r := Result{
		GameId:        g.Id,
		RulesetId:     g.RulesetId,
		Reason:        Reason(s.Reason),
		CreatedHeight: g.CreatedHeight,
		EndedHeight:   height,
		Reward:        p.Winner.Uint64(),
		First:         SeatOf(s.First),
		RematchOf:     g.RematchOf,
	}
	for i, participant := range g.Participants {
		r.Players = append(r.Players, participant.Address)
		// A player's shots are what its opponent has answered.
		r.Shots = append(r.Shots, uint32(s.Sides[game.Seat(i).Other()].Answered.Len()))
	}
	if o.won() {
		r.Winner = SeatOf(o.Winners[0])
	}
	if a.Promised() {
		r.PromisedHeight, r.Promised = a.Height, a.Total()
		for i, taken := range a.Places(o.Reason, o.First) {
			if taken {
				r.PromisedTo = append(r.PromisedTo, SeatOf(game.Seat(i)))
			}
		}
	}
	return r
}

// Won reports whether the player of a seat won.
func (r Result) Won(seat game.Seat) bool { return r.Winner == SeatOf(seat) }

// WinnerAddress returns the address of the winner, and false if there is none.
func (r Result) WinnerAddress() (string, bool) {
	winner, err := r.Winner.Parse()
	if err != nil || int(winner) >= len(r.Players) {
		return "", false
	}
	return r.Players[winner], true
}

// Place reports whether the promise of a reward counted against the limit of a seat.
func (r Result) Place(seat game.Seat) bool { return slices.Contains(r.PromisedTo, SeatOf(seat)) }

// ID is which game has ended.
func (g FinishedGame) ID() uint64 {
	if g.Melee != nil {
		return g.Melee.GameId
	}
	return g.Duel.GetGameId()
}
