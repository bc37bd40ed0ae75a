package melee

import (
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// settledSeats returns the number of seats settled by a deadline of a melee that took it from one state to another, by
// which a block counts its work: all that may have to be paid, and two at least, if that has ended the melee; else
// those that had missed the deadline.
//
// Without a further message of its player a seat is counted six times at most, once in the lobby or: for a stage that
// has another clock, for a strike, for another such stage, for its end or the end of play, for a claim, and for the end
// of the melee. A message that makes up for a missed one allows for one time more.
func settledSeats(before, after melee.State) int {
	switch after.Stage {
	case melee.StageOver:
		return max(types.Staked(after).Len(), types.PlayersPerGame)
	case melee.StageCancelled:
		return max(types.Staked(before).Len(), types.PlayersPerGame)
	default:
		return before.Owes.Len()
	}
}

// maxSettlements is how many times settledSeats counts a seat at most whose player has missed no deadline for which it
// has made up with a message.
const maxSettlements = 6
