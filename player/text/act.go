package text

import (
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Act is a kind of act, by the name of its command.
type Act string

// The acts. A move is an answer, a toss reveal, a shot, or two of them.
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
	ActSubmit      Act = "submit-state"
	ActWithdraw    Act = "withdraw"
	ActAllowBot    Act = "allow-bot"
	ActSetName     Act = "set-name"
	ActTalk        Act = "talk"
)

// Result is the result of an act. An act without a result of its own has nil.
type Result interface {
	// done writes the act as done by the player of a seat.
	done(v Voice, act Act, r *game.Ruleset, seat game.Seat) string
}

// Entered is the result of ActCreate, ActRematch, ActMatch and ActJoin.
type Entered struct {
	// Paid is what went into escrow.
	Paid sdk.Coins
	// Joined reports whether the player has met an opponent; otherwise the game waits for one.
	Joined bool
	// Opponent is the address of the opponent that was met by joining, Rating its rating when it opened the game. Both
	// are zero if the node could not say.
	Opponent string
	Rating   uint32
	// Delegate may act for the player, if the game was entered with one.
	Delegate string
	// Dropped is the delegate that a match was asked for with, if it is on the other side already.
	Dropped string
	// Notice is the notice about the secret of the player's board. It is empty if the wallet is enough to recover it.
	Notice string
}

// Moved is the result of ActMove.
type Moved struct {
	// First is the seat that shoots first, if the move opened the toss.
	First *game.Seat
	// Answer is the move's answer, if it answered a shot, and Answered the tile of that shot.
	Answer   *game.Answer
	Answered game.Tile
	// Shot is the target, if the move fired.
	Shot *game.Tile
	// NotFired is a target that was asked for, if it was not the player's turn once it had met its obligation.
	NotFired *game.Tile
}

// Claimed is the result of ActClaim.
type Claimed struct {
	// Reward and LoserReward are the minted rewards, Withheld the reason if there was none.
	Reward, LoserReward sdk.Coin
	Withheld            types.Withheld
	// Back is the amount that the player got out of escrow.
	Back sdk.Coins
	// Until is, if the proof has not ended the game, the last block in which the opponent can still prove its own board
	// and win.
	Until int64
	// Account is the outcome for the player, if the proof has ended the game.
	Account *Account
}

// Returned is the result of ActCancel and ActDecline.
type Returned struct {
	// Back is the amount that the creator gets back, or has got.
	Back sdk.Coins
	// Creator is the address that opened a declined game. It is empty for the player's own game.
	Creator string
	// Until is the last block in which the game can still be joined, or 0 if it is gone.
	Until int64
}

// Submitted is the result of ActSubmit.
type Submitted struct {
	// WasOffChain reports whether it has brought the game on-chain.
	WasOffChain bool
	// AsJoined reports whether the submitted state is the one that the join has left.
	AsJoined bool
	// NoResponse reports whether the log is lost and the opponent has sent nothing, so that it may know a newer state.
	NoResponse bool
}

// Delegated is the result of ActSetDelegate.
type Delegated struct {
	// Delegate may act for the player from now on. It is empty if there is none.
	Delegate string
}
