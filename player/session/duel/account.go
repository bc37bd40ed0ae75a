package duel

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// AccountOf returns the payments of the end of a game to the player of a seat.
func AccountOf(over *types.EventGameOver, seat game.Seat) text.Account {
	a := text.Account{Terms: over.Terms}
	if int(seat) < len(over.Shares) {
		a.Share = over.Shares[seat]
	}
	if over.Result.Won(seat) {
		a.Withheld = over.Withheld
	}
	return a
}
