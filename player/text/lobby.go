package text

import (
	"fmt"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Refusals of targets.
const (
	NoOpponent  = "this game has no opponent yet"
	PlayOver    = "play has ended in this game"
	OffBoard    = "this tile is not on the board"
	BoardNeeded = "you cannot aim: your board is missing"
)

// NotYourTurn writes why a player cannot shoot, or aim in a melee, now.
func (v Voice) NotYourTurn(n *types.QueryNextActionResponse) string {
	if n.Stage != types.STAGE_UNSPECIFIED {
		return "no aim of yours is due now: " + v.Next(n)
	}
	return "it is not your turn: " + v.Next(n)
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

// MeleeEnded is DuelEnded for a melee.
func MeleeEnded(s melee.State, me melee.Seat) string {
	if s.Stage == melee.StageCancelled {
		return "over: " + reasons[game.ReasonCancelled]
	}
	winners := s.Winners()
	return "over: " + ForPlayer(winners != 0, winners.Has(me), winners.Len() > 1)
}

// MeleeTurn writes the next step of a running melee, in a list: "you aim by block 9 (1m)". Owes reports whether the
// player has to act.
func MeleeTurn(p types.Params, s melee.State, owes bool, height int64) string {
	n := s.Owes.Len()
	words := turns[s.Stage][min(n, 2)]
	if owes {
		words = turns[s.Stage][0]
	}
	return fill(words, "{n}", fmt.Sprint(n), "{deadline}",
		fmt.Sprintf("block %d (%s)", s.Deadline, duration(p, s.Deadline-height)))
}

// turns are the next steps: the player's own, that of one other player, and that of several.
var turns = map[melee.Stage][3]string{
	melee.StageOpen: {"waits until {deadline}", "waits until {deadline}", "waits until {deadline}"},
	melee.StageReady: {
		"you confirm by {deadline}", "one other confirms by {deadline}", "{n} others confirm by {deadline}",
	},
	melee.StageAim:  {"you aim by {deadline}", "one other aims by {deadline}", "{n} others aim by {deadline}"},
	melee.StageFire: {"you are firing by {deadline}", "one other fires by {deadline}", "{n} others fire by {deadline}"},
	melee.StageReport: {
		"you are reporting by {deadline}", "one other reports by {deadline}", "{n} others report by {deadline}",
	},
	melee.StageClaim:     proofTurn,
	melee.StageSecond:    proofTurn,
	melee.StageOver:      {},
	melee.StageCancelled: {},
}

var proofTurn = [3]string{
	"your board is shown by {deadline}", "one other shows its board by {deadline}",
	"{n} others show their boards by {deadline}",
}

// MeleeSeats writes how many seats of a melee are taken or afloat, in a list.
func MeleeSeats(s melee.State) string {
	state := "afloat"
	if s.Round == 0 {
		state = "there"
	}
	seats := len(s.Players) - s.Seats(melee.Closed).Len() - s.Seats(melee.Absent).Len()
	return fmt.Sprintf("%d of %d %s", s.Seats(melee.Afloat).Len(), seats, state)
}

// WithdrawRisk writes the outcome of cancelling an open duel, or of leaving a melee: whole sentences. Back is the
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

// ConfirmRisk writes the outcome of confirming in a melee.
func ConfirmRisk(stake *sdk.Coin) string {
	if stake == nil {
		return "A missed deadline eliminates you from then on."
	}
	return fmt.Sprintf("Your %s are played for, and a missed deadline eliminates you.", Coin(*stake))
}

// ClaimRisk is the outcome of proving a board in a melee.
const ClaimRisk = "Everyone sees where your ships are."

// MyAddress writes the player's own address, which was copied to the terminal's clipboard.
func MyAddress(address string) string { return address + " is your address (copied)." }
