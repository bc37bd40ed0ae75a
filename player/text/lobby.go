package text

import (
	"fmt"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Refusals of targets.
const (
	NoOpponent  = "this game has no opponent yet"
	PlayOver    = "play has ended in this game"
	OffBoard    = "this tile is not on the board"
	BoardNeeded = "you cannot aim: your board is missing"
)

// NotYourTurn writes why a player cannot choose a target now.
func (v Voice) NotYourTurn(n *types.QueryNextActionResponse) string {
	return kinds[kindOf(n)].notYours + ": " + v.Next(n)
}

// ForPlayer writes how an ended game has ended for one of its players, in a word or two. Decided reports whether it has
// a winner, won whether the player is one, and drawn whether there are several.
func ForPlayer(decided, won, drawn bool) string {
	switch {
	case !decided:
		return noWinner
	case !won:
		return "lost"
	case drawn:
		return "draw"
	}
	return "won"
}

// DuelEnded writes how a duel has ended for one of its players, in a list: "over: won".
func DuelEnded(s game.State, me game.Seat) string {
	if s.Phase == game.PhaseCancelled {
		return "over: " + reasons[game.ReasonCancelled]
	}
	winner, decided := s.Winner()
	return "over: " + ForPlayer(decided, winner == me, false)
}

// WithdrawRisk writes the outcome of cancelling an open game, or of leaving a table: whole sentences. Back is the
// amount that the player gets back at once, deposit the one at the beginning or the end of the table. Closes reports
// whether the game is cancelled, so that a pending join can still succeed.
func WithdrawRisk(back, deposit sdk.Coins, closes bool) string {
	var all []string
	if !back.IsZero() {
		all = append(all, fmt.Sprintf("You get back %s.", Coins(back)))
	}
	if closes {
		all = append(all, fmt.Sprintf("A pending join can still succeed for %d blocks.", game.WithdrawBlocks))
	} else if !deposit.IsZero() {
		all = append(all, fmt.Sprintf("Your deposit of %s comes back when the table begins or is gone.", Coins(deposit)))
	}
	return strings.Join(all, " ")
}

// MyAddress writes the player's own address, which was copied to the terminal's clipboard.
func MyAddress(address string) string { return address + " is your address (copied)." }
