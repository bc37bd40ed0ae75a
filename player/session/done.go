package session

import (
	"fmt"
	"strings"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Done is one act of a player that is in a block.
type Done struct {
	client.Receipt
	GameID uint64
	// Act is what was done.
	Act Act
	// Ruleset is what the game is played by.
	Ruleset *game.Ruleset
	// Seat is the player's.
	Seat game.Seat
	// First is who shoots first, if the act opened the toss.
	First *game.Seat
	// Answer is what the act answered, if it answered a shot, and Answered the tile that the shot was at.
	Answer   *game.Answer
	Answered game.Tile
	// Shot is the target, if the act fired.
	Shot *game.Tile
	// NotFired is a target that was asked for, if it was not the player's turn once it had met its obligation.
	NotFired *game.Tile
	// Reward and LoserReward are what a claim was paid.
	Reward, LoserReward sdk.Coin
	// Notice is what the player must be told about its board's secret; empty if the wallet is all it needs.
	Notice string
}

// Act is a kind of act.
type Act string

// The acts, by the names of their commands; a move is an answer, a toss reveal, a shot, or two of them.
const (
	ActCreate    Act = "create-game"
	ActJoin      Act = "join-game"
	ActMove      Act = "move"
	ActConcede   Act = "concede"
	ActChallenge Act = "challenge"
	ActClaim     Act = "claim"
	ActCancel    Act = "cancel"
)

// Verdict says in words what an answer tells: miss, hit, or which ship was sunk.
func Verdict(r *game.Ruleset, a game.Answer) string {
	switch {
	case !a.Hit:
		return "miss"
	case a.Sunk == nil:
		return "hit"
	default:
		class, placement := r.ShipString(*a.Sunk)
		return fmt.Sprintf("hit, %s %s sunk", class, placement)
	}
}

// Shipcoin writes an amount of Shipcoin for people, such as 42.000000 SHIP.
func Shipcoin(c sdk.Coin) string {
	if c.Denom != types.RewardDenom || c.Amount.IsNil() || c.Amount.IsNegative() {
		return c.String()
	}
	const exponent = types.RewardExponent
	digits := fmt.Sprintf("%0*s", exponent+1, c.Amount)
	point := len(digits) - exponent
	return fmt.Sprintf("%s.%s %s", digits[:point], digits[point:], strings.ToUpper(types.RewardDisplayDenom))
}

// Outcome says in words how a game ended.
func Outcome(r types.Result) string {
	reason := game.Reason(r.Reason)
	if r.Winner == 0 || int(r.Winner) > len(r.Players) {
		return fmt.Sprintf("nobody won (%s)", reason)
	}
	reward := types.RewardCoin(math.NewIntFromUint64(r.Reward))
	return fmt.Sprintf("%s won (%s) and was paid %s", r.Players[r.Winner-1], reason, Shipcoin(reward))
}
