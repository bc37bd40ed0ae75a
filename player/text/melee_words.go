package text

import (
	"fmt"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// meleeWords are the words for melees, given what one is beside games of other kinds.
func meleeWords(what string) words {
	return words{
		noun: "melee", what: what,
		play:      "join-melee, leave-melee, confirm-melee, aim, fire, report, concede and claim",
		own:       meleeCommands,
		results:   []string{"melee-result"},
		boardless: "leave or give up, but not report or prove it",
		target:    "an aim", message: "message", step: "step",
		notYours: "no aim of yours is due now",
		acts:     meleeActs,

		help: meleeHelp, problems: meleeProblems,
		next: Voice.nextInMelee, terms: StakeTerms, caution: meleeCaution,
		enter: Voice.enterMelee, payments: meleePayments, notes: meleeNotes, consequence: Voice.consequenceInMelee,
	}
}

// meleeCommands are the commands for melees alone.
var meleeCommands = []string{
	"join-melee", "leave-melee", "confirm-melee", "aim", "fire", "report", "melee", "melee-result",
}

const (
	// Strangers is the caution about melees.
	Strangers = "players who share what they see, or hold several seats, beat honest ones, and the chain cannot tell"
	// Collusion is the caution about melees with a stake.
	Collusion = Strangers + ": play for a stake only with people you trust"
)

func meleeCaution(i Intent) string {
	if i.Terms.Stake != nil {
		return Collusion
	}
	return Strangers
}

// enterMelee writes which melee is entered.
func (v Voice) enterMelee(i Intent) string {
	seats := "for " + Count(i.Seats, "player")
	if i.Act == ActJoinMelee {
		return fmt.Sprintf("join melee %d of %s, %s", i.GameID, v.List(i.Players), seats)
	}
	return "open a melee " + seats
}

// meleePayments writes the payments for entering a melee.
func meleePayments(i Intent) []Payment {
	var all payments
	if i.Terms.Stake != nil {
		all.add("stake", "held; the last fleet afloat gets the stakes"+house(i.Terms)+", a draw shares them; 1 % comes back "+
			"if you are sunk, all if the melee does not begin", *i.Terms.Stake)
	}
	all.add("deposit", "held until the first round; comes back when it begins or the table is gone", i.Deposit...)
	all.add("fees, at most", "for your steps; the rest stays yours", AtMost(i.Fees)...)
	return all
}

// meleeNotes writes the remarks on the entry of a melee.
func meleeNotes(i Intent, _ *types.QueryRewardsResponse) []string {
	return []string{
		fmt.Sprintf("Once the table is full all must confirm. A round has three steps of at most %s: all aim, fire, "+
			"report. You only aim; the rest is sent while this program runs. A missed deadline eliminates you, except for "+
			"the first aim. No reward, no rating.", TimeFor(i.Params, i.TurnBlocks)),
		Sentence(Collusion),
	}
}

// consequenceInMelee writes what giving up puts at stake in a melee.
func (v Voice) consequenceInMelee(i Intent) string {
	stake := ""
	if i.Terms.Stake != nil {
		stake = " and lose your stake of " + Coin(*i.Terms.Stake)
	}
	return fmt.Sprintf("you could not win any more%s; the others play on", stake)
}

// meleeActs are the words for acts in melees.
//
//exhaustive:ignore
var meleeActs = map[Act]actWords{
	ActCreateMelee:  {label: "open a game", question: entersGame},
	ActJoinMelee:    {label: "join", question: entersGame},
	ActLeaveMelee:   {label: "leave", question: "leave {about}{back}"},
	ActConfirmMelee: {label: "confirm", question: "confirm that you play {about}", done: "confirmed"},
}
