package text

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/battleship-chain/battleship/game"
)

// Line writes an event of a duel whose players are known by their seats as a line for spectators, or the opening if the
// event is nil. An answer has the number of its shot. Line returns "" for a shot, which its answer names.
func (v Voice) Line(r *game.Ruleset, e game.Event, shot int, height int64) string {
	var number, words string
	switch e := e.(type) {
	case nil:
		words = v.Name(Duelist(game.Creator)) + " opened the game"
	case game.ShotFired:
		return ""
	case game.ShotAnswered:
		number, words = strconv.Itoa(shot), v.Event(r, e)
	case game.ClaimOpened:
		why := v.EndOfPlay(e.Reason, Duelist(e.Claimant), Duelist(e.Claimant.Other()))
		words = fmt.Sprintf("%s: %s has to prove the board", why, v.Name(Duelist(e.Claimant)))
	case game.Over:
		words = v.ended(e.Reason, Duelist(e.Winner), Duelist(e.Winner.Other()))
	default:
		words = v.Event(r, e)
	}
	return fmt.Sprintf("%4s  %-48s block %d", number, words, height)
}

// Verified writes the checks that a record of a duel has passed. Shown reports which players have shown their boards,
// by seat, and granted is the number of messages that were sent through authz.
func Verified(txs int, proven bool, shown []bool, granted int) string {
	how := "every answer opens the board it was committed to"
	if proven {
		how = "every board and every answer is proven"
	}
	words := []string{fmt.Sprintf("Verified: %d transactions are in their blocks and signed, %s, and every move is legal.",
		txs, how)}
	var public, secret []string
	for seat, known := range shown {
		if name := Duelist(game.Seat(seat)); known {
			public = append(public, name)
		} else {
			secret = append(secret, name)
		}
	}
	if len(public) > 0 {
		words = append(words, fmt.Sprintf("The board of %s was shown and is what was committed to.", List(public)))
	}
	switch {
	case proven && len(public) == 0:
		words = append(words, "No board had to be shown.")
	case len(secret) > 0:
		words = append(words, fmt.Sprintf("The board of %s was not shown.", List(secret)))
	}
	if granted > 0 {
		words = append(words, fmt.Sprintf("%d messages were sent by leave (authz), which is not proven.", granted))
	}
	return strings.Join(words, " ")
}
