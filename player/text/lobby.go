package text

import (
	"cmp"
	"fmt"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Refusals of targets.
const (
	NoOpponent  = "nobody has joined this game yet"
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

// DuelEnded writes how a duel has ended for one of its players, in a list: "over: you won".
func DuelEnded(s game.State, me game.Seat) string {
	winner, won := s.Winner()
	switch {
	case s.Phase == game.PhaseCancelled:
		return "over: no opponent joined"
	case !won:
		return "over: no winner"
	case winner == me:
		return "over: you won"
	default:
		return "over: you lost"
	}
}

// MeleeEnded is DuelEnded for a melee.
func MeleeEnded(s melee.State, me melee.Seat) string {
	winners := s.Winners()
	switch {
	case s.Stage == melee.StageCancelled:
		return "over: it did not begin"
	case winners == 0:
		return "over: no winner"
	case !winners.Has(me):
		return "over: you lost"
	case winners.Len() == 1:
		return "over: you won"
	default:
		return fmt.Sprintf("over: a draw of %d", winners.Len())
	}
}

// MeleeTurn writes the next step of a running melee, in a list: "you aim by block 9 (1m)". Owes reports whether the
// player has to act.
func MeleeTurn(p types.Params, s melee.State, owes bool, height int64) string {
	deadline := fmt.Sprintf("block %d (%s)", s.Deadline, duration(p, s.Deadline-height))
	you, others, other := "", "", ""
	switch s.Stage {
	case melee.StageOpen:
		return "waits until " + deadline
	case melee.StageReady:
		you, others = "you confirm", "confirm"
	case melee.StageAim:
		you, others = "you aim", "aim"
	case melee.StageFire:
		you, others = "you are firing", "fire"
	case melee.StageReport:
		you, others = "you are reporting", "report"
	case melee.StageClaim, melee.StageSecond:
		you, others, other = "your board is shown", "show their boards", "shows its board"
	case melee.StageOver, melee.StageCancelled:
	}
	switch n := s.Owes.Len(); {
	case owes:
		return you + " by " + deadline
	case n == 1:
		return fmt.Sprintf("one other %s by %s", cmp.Or(other, others+"s"), deadline)
	default:
		return fmt.Sprintf("%d others %s by %s", n, others, deadline)
	}
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
