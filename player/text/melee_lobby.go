package text

import (
	"cmp"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MeleeResult writes how a melee has ended: "alice won after 12 rounds, you are 3rd".
func (v Voice) MeleeResult(r types.MeleeResult) string {
	var winners []string
	place := ""
	for i, p := range r.Places {
		won := r.Winners>>i&1 == 1
		if won {
			winners = append(winners, p.Player)
		} else if v.you(p.Player) && p.Rank > 0 {
			place = ", you are " + ordinal(p.Rank)
		}
	}
	text := v.winners(winners) + " after " + Count(r.Rounds, "round")
	if len(winners) == 0 {
		return text + ": no board was proven"
	}
	return text + place
}

// winners writes the winners of a melee.
func (v Voice) winners(players []string) string {
	switch len(players) {
	case 0:
		return noWinner
	case 1:
		return v.won(players[0])
	}
	return "a draw of " + v.List(players)
}

// MeleeCancelled writes why a melee has ended before its first round.
func MeleeCancelled(c melee.CancelCause) string { return cmp.Or(meleeCancelled[c], "cancelled") }

var meleeCancelled = map[melee.CancelCause]string{
	melee.CancelWithdrawn: "the last player left",
	melee.CancelExpired:   "the table was not full in time",
	melee.CancelDeclined:  "too many declined",
	melee.CancelAbsent:    "too few confirmed",
}

// Lost writes how a player of a melee is out of play.
func (v Voice) Lost(player string, how melee.Standing, round int) string {
	return v.about(player, lost[how], "{round}", fmt.Sprint(round))
}

var lost = map[melee.Standing]string{
	melee.Afloat:   "{name} {are} afloat",
	melee.Sunk:     "{whose} fleet was sunk in round {round}",
	melee.Scuttled: "{name} missed a deadline in round {round} and {were} eliminated",
	melee.Conceded: gaveUp + " in round {round}",
	melee.Unproven: "{whose} board had ships missing in round {round}",
	melee.Absent:   "{name} left before the first round",
	melee.Vacant:   "the seat is free",
	melee.Closed:   "the place was declined",
}

// Standing writes the standing of a seat of a melee, in one or two words.
func Standing(s melee.Standing) string { return cmp.Or(standings[s], s.String()) }

var standings = map[melee.Standing]string{
	melee.Sunk:     "",
	melee.Unproven: "",
	melee.Afloat:   "",
	melee.Conceded: "gave up",
	melee.Scuttled: "eliminated",
	melee.Absent:   "not there",
	melee.Vacant:   "free",
	melee.Closed:   "declined",
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
		fmt.Sprintf("block %d (%s)", s.Deadline, TimeFor(p, s.Deadline-height)))
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

// ConfirmRisk writes the outcome of confirming in a melee.
func ConfirmRisk(stake *sdk.Coin) string {
	if stake == nil {
		return "A missed deadline eliminates you from then on."
	}
	return fmt.Sprintf("Your %s are played for, and a missed deadline eliminates you.", Coin(*stake))
}

// ClaimRisk is the outcome of proving a board in a melee.
const ClaimRisk = "Everyone sees where your ships are."

// joiners writes how many seats of a melee are free, and who may take them.
func (v Voice) joiners(n *types.QueryNextActionResponse) string {
	missing := Count(n.Vacant, "more player")
	if len(n.Invited) > 0 {
		missing += " (" + v.List(n.Invited) + ")"
	}
	return missing
}

// nextInMelee writes the next step of a melee.
func (v Voice) nextInMelee(n *types.QueryNextActionResponse) string {
	var owed []string
	for _, o := range n.Owed {
		owed = append(owed, o.Player)
	}
	due, _ := Duty(melee.Stage(n.Stage))
	text := fmt.Sprintf("waiting for %s to %s", v.List(owed), due)
	switch melee.Stage(n.Stage) {
	case melee.StageOpen:
		return v.open(n, v.joiners(n))
	case melee.StageReady:
		return text + v.by(n)
	case melee.StageAim, melee.StageFire:
		return fmt.Sprintf("round %d: %s%s", n.Round, text, v.by(n))
	case melee.StageReport:
		return fmt.Sprintf("round %d: %s %s%s", n.Round, text, Count(n.Volley, "tile"), v.by(n))
	case melee.StageClaim, melee.StageSecond:
		text += " a board" + v.by(n)
		if n.Proven {
			text += "; else the boards already proven win"
		}
		return text
	case melee.StageOver:
		return "the melee is over"
	case melee.StageCancelled:
		return "the melee was cancelled"
	}
	return "the melee continues"
}

// MeleeRound writes how far a running melee is, in a list: "round 5, 3 of 4 afloat".
func MeleeRound(m types.MeleeSummary) string {
	return fmt.Sprintf("round %d, %d of %d afloat", m.Round, m.Afloat, m.Places)
}
