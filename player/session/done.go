package session

import (
	"fmt"

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
	// Reward and LoserReward are what a claim was paid, Withheld why it was not.
	Reward, LoserReward sdk.Coin
	Withheld            types.Withheld
	// Until is, of a game that was taken back, the last block in which it can be joined, and of a proof that has not ended
	// its game, the last in which the opponent can still prove its own board and win.
	Until int64
	// Account is what the game has brought the player, if the act has ended it.
	Account *Account
	// Paid is what the act put into escrow, Back what it took out: what a claim has won, or what went back to the creator
	// of a game that it has ended.
	Paid, Back sdk.Coins
	// Joined tells that a match was found; otherwise a game was opened for the next who fits.
	Joined bool
	// Opponent is who was met by joining, with its rating when it opened the game; empty if the node could not say.
	Opponent string
	Rating   uint32
	// Delegate is who may act for the player from now on, if the act has named one or the game was entered with one.
	Delegate string
	// Dropped is the delegate that a match was asked for with, if it is on the other side already and so acts for nobody
	// else.
	Dropped string
	// Notice is what the player must know about its board's secret; empty if the wallet is all it needs.
	Notice string
}

// Act is a kind of act.
type Act string

// The acts, by the names of their commands; a move is an answer, a toss reveal, a shot, or two of them.
const (
	ActCreate      Act = "create-game"
	ActRematch     Act = "rematch"
	ActMatch       Act = "match"
	ActJoin        Act = "join-game"
	ActMove        Act = "move"
	ActConcede     Act = "concede"
	ActChallenge   Act = "challenge"
	ActClaim       Act = "claim"
	ActCancel      Act = "cancel"
	ActDecline     Act = "decline"
	ActSetDelegate Act = "set-delegate"
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

// Outcome says in words how a game ended.
func Outcome(r types.Result) string {
	reason := game.Reason(r.Reason)
	winner, won := r.WinnerAddress()
	if !won {
		return fmt.Sprintf("nobody won (%s)", reason)
	}
	reward := types.RewardCoin(math.NewIntFromUint64(r.Reward))
	if !reward.IsPositive() {
		return fmt.Sprintf("%s won (%s), without a reward", winner, reason)
	}
	return fmt.Sprintf("%s won (%s) and was rewarded with %s", winner, reason, Coin(reward))
}

// Withheld says in words why a win brought no reward; nothing if it did.
func Withheld(w types.Withheld) string {
	switch w {
	case types.WITHHELD_CASUAL:
		return "the game was casual"
	case types.WITHHELD_SHOTS:
		return "one side had fired too few shots"
	case types.WITHHELD_PAIR:
		return "the same two players had a rewarded game a short time ago"
	case types.WITHHELD_PLAYER:
		return "the winner has had its rewarded wins of the period"
	case types.WITHHELD_CHAIN:
		return "the chain has had its rewarded wins of the period"
	case types.WITHHELD_CAP:
		return "all that may ever be minted is"
	case types.WITHHELD_UNBACKED:
		return "its fees do not pay for one any more"
	case types.WITHHELD_PARAMS:
		return "the chain pays none for such a win"
	case types.WITHHELD_SECOND:
		return "a loser that wins by the second claim gets back its own and no more"
	case types.WITHHELD_NONE:
	}
	return ""
}
