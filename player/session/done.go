package session

import (
	"fmt"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/prover"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Done is one act of a player that is in a block, or has gone out in a letter.
type Done struct {
	client.Receipt
	GameID uint64
	// Act is what was done.
	Act Act
	// Ruleset is what the game is played by.
	Ruleset *game.Ruleset
	// Seat is the player's.
	Seat game.Seat
	// AtSea tells that it went out in a letter, and is in no block.
	AtSea bool
	// Result is what came of it: an Entered, Moved, Claimed, Returned or Delegated; nil for an act of which there is
	// nothing more to tell.
	Result Result
}

// Result is what came of an act, by its kind.
type Result interface{ result() }

// Entered is the result of ActCreate, ActRematch, ActMatch and ActJoin.
type Entered struct {
	// Paid is what went into escrow.
	Paid sdk.Coins
	// Joined tells that the player met an opponent; otherwise the game waits for one.
	Joined bool
	// Opponent is who was met by joining, with its rating when it opened the game; empty if the node could not say.
	Opponent string
	Rating   uint32
	// Delegate is who may act for the player, if the game was entered with one.
	Delegate string
	// Dropped is the delegate that a match was asked for with, if it is on the other side already and so acts for nobody
	// else.
	Dropped string
	// Notice is what the player must know about its board's secret; empty if the wallet is all it needs.
	Notice string
	// Proof is the proof that the board is legal; nil where none is asked for.
	Proof *prover.Proof
}

// Moved is the result of ActMove.
type Moved struct {
	// First is who shoots first, if the move opened the toss.
	First *game.Seat
	// Answer is what the move answered, if it answered a shot, and Answered the tile that the shot was at.
	Answer   *game.Answer
	Answered game.Tile
	// Proof is the proof of the answer; nil if there was none, or where answers have none.
	Proof *prover.Proof
	// Shot is the target, if the move fired.
	Shot *game.Tile
	// NotFired is a target that was asked for, if it was not the player's turn once it had met its obligation.
	NotFired *game.Tile
}

// Claimed is the result of ActClaim.
type Claimed struct {
	// Reward and LoserReward are what was minted, Withheld why it was not.
	Reward, LoserReward sdk.Coin
	Withheld            types.Withheld
	// Back is what the player got out of escrow.
	Back sdk.Coins
	// Until is, if the proof has not ended the game, the last block in which the opponent can still prove its own board
	// and win.
	Until int64
	// Account is what the game has brought the player, if the proof has ended it.
	Account *Account
}

// Returned is the result of ActCancel and ActDecline.
type Returned struct {
	// Back is what the creator gets back, or has got.
	Back sdk.Coins
	// Creator is who opened a game that was declined; empty for a game of the player's own.
	Creator string
	// Until is the last block in which the game can still be joined; 0 if it is gone.
	Until int64
}

// Posted is the result of ActPost.
type Posted struct {
	// WasAtSea tells that it has brought the game ashore.
	WasAtSea bool
	// AsJoined tells that what was posted is the state that the join has left.
	AsJoined bool
	// Unheard tells that the log is lost and no letter has come, so the opponent may know a newer state.
	Unheard bool
}

// Delegated is the result of ActSetDelegate.
type Delegated struct {
	// Delegate is who may act for the player from now on; empty for nobody.
	Delegate string
}

func (Entered) result()   {}
func (Moved) result()     {}
func (Claimed) result()   {}
func (Returned) result()  {}
func (Posted) result()    {}
func (Delegated) result() {}

// Entered returns the result of entering a game; the zero value for another act.
func (d Done) Entered() Entered { return resultOf[Entered](d) }

// Moved returns the result of a move; the zero value for another act.
func (d Done) Moved() Moved { return resultOf[Moved](d) }

// Claimed returns the result of a proof; the zero value for another act.
func (d Done) Claimed() Claimed { return resultOf[Claimed](d) }

// Returned returns the result of taking a game back or declining it; the zero value for another act.
func (d Done) Returned() Returned { return resultOf[Returned](d) }

// Proof is the proof that was made for the act; nil if none was.
func (d Done) Proof() *prover.Proof {
	switch result := d.Result.(type) {
	case Entered:
		return result.Proof
	case Moved:
		return result.Proof
	}
	return nil
}

func resultOf[R Result](d Done) R {
	result, _ := d.Result.(R)
	return result
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
	ActPost        Act = "ashore"
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

// ProvenIn says in words what was proven for an act, and how long that took; nothing if nothing was.
func ProvenIn(d Done) string {
	p := d.Proof()
	if p == nil {
		return ""
	}
	what := "Your board was proven legal"
	if d.Act == ActMove {
		what = "The answer was proven"
	}
	if p.Ahead {
		what += " ahead of the shot"
	}
	return fmt.Sprintf("%s, in %.2f s", what, p.Took.Seconds())
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
