package cli

import (
	"strings"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// toYou puts "you" in the place of the user's address in what the chain says about who owes what.
func toYou(summary, address string) string {
	if address == "" {
		return summary
	}
	return strings.NewReplacer(
		address+" owes the opening of its toss", "you owe the opening of your toss",
		address+" owes the proof of its board", "you owe the proof of your board",
		address+" owes", "you owe",
		address+" may still prove its own, and comes first", "you may still prove your own, and come first",
		address+" wins, who has proven its own", "you win, who have proven your own",
		address+" may join", "you may join",
		"may join "+address+", who has withdrawn", "may join you, who have withdrawn",
		"may join "+address, "may join you",
	).Replace(summary)
}

// outcome says in words how a game ended, for the player with an address; as for anybody if that did not play.
func outcome(r types.Result, address string) string {
	seat, plays := seatIn(r, address)
	switch {
	case !plays || r.Winner == types.SEAT_UNSPECIFIED:
		return session.Outcome(r)
	case !r.Won(seat):
		return "you lost: " + session.Outcome(r)
	}
	reason := game.Reason(r.Reason).String()
	reward := types.RewardCoin(math.NewIntFromUint64(r.Reward))
	if !reward.IsPositive() {
		return "you won (" + reason + "), without a reward"
	}
	return "you won (" + reason + ") and were rewarded with " + session.Coin(reward)
}

// seatIn returns the seat that an address had in an ended game, and whether it had one.
func seatIn(r types.Result, address string) (game.Seat, bool) {
	for seat, player := range r.Players {
		if player == address {
			return game.Seat(seat), true
		}
	}
	return 0, false
}
