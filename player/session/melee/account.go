package melee

import (
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// AccountOf returns the payments of the end of a melee to the player of a seat.
func AccountOf(over *types.EventMeleeOver, seat melee.Seat) text.Account {
	if seat < 0 || int(seat) >= min(len(over.Shares), len(over.Result.Places)) {
		return text.Account{}
	}
	if over.Result.Places[seat].Rank == 0 { // it was not in the first round, so its stake was given back before
		return text.Account{}
	}
	return text.Account{Terms: over.Terms, Share: over.Shares[seat]}
}
