package types

import (
	"slices"

	"github.com/battleship-chain/battleship/game"
)

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
