package text

import (
	"fmt"
)

// duelWords are the words for duels, given what one is beside games of other kinds.
func duelWords(what string) words {
	return words{
		noun: "game", what: what, play: "join, shoot, answer, concede and claim",
		results:   []string{"result"},
		boardless: "give up, cancel or wait, but not answer or prove it",
		target:    "a shot", message: "move", step: "move",
		notYours: "it is not your turn",
		acts:     duelActs,

		help: duelHelp, problems: duelProblems,
		next: Voice.nextInDuel, terms: Terms, caution: func(Intent) string { return "" },
		enter: Voice.enterDuel, payments: duelPayments, notes: duelNotes, consequence: Voice.consequenceInDuel,
	}
}

// enterDuel writes which duel is entered.
func (v Voice) enterDuel(i Intent) string {
	switch i.Act {
	case ActRematch:
		return fmt.Sprintf("offer a rematch of game %d (%s)", i.RematchOf, i.Ruleset.Name)
	case ActMatch:
		return fmt.Sprintf("find an opponent for a %s game", i.Ruleset.Name)
	case ActJoin:
		return fmt.Sprintf("join game %d (%s) against %s", i.GameID, i.Ruleset.Name, v.List(i.Players))
	default:
		return fmt.Sprintf("create a %s game", i.Ruleset.Name)
	}
}

// duelActs are the words for acts in duels.
//
//exhaustive:ignore
var duelActs = map[Act]actWords{
	ActCreate:    {label: "open a game", question: entersGame},
	ActRematch:   {label: "offer a rematch", question: entersGame},
	ActMatch:     {label: "find an opponent", question: entersGame},
	ActJoin:      {label: "join", question: entersGame},
	ActConcede:   {label: "give up", done: "gave up"},
	ActChallenge: {label: "accuse of cheating", done: "accused your opponent of cheating"},
	ActClaim: {
		label: "prove your board", question: "prove your board in {about}, and show your fleet to everyone",
	},
	ActCancel:   {question: "cancel {about}"},
	ActDecline:  {question: "decline {about} of {players}"},
	ActSubmit:   {label: "submit the newest state", question: "submit the newest state of {about}"},
	ActWithdraw: {question: "{label}"},
	ActSetName:  {question: "{label}"},
	ActAllowBot: {done: "allowed your bot more fees"},
}
