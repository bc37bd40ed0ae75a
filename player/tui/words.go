package tui

import (
	"fmt"
	"strings"

	"github.com/battleship-chain/battleship/game"
)

// you reports whether a seat is the player's own; none is in a game that is watched.
func (g Game) you(seat game.Seat) bool { return seat == g.Me && !g.Watching }

// name is what somebody else is called within a sentence.
func (g Game) name(seat game.Seat) string {
	switch name := g.Names[seat]; {
	case g.OwnBot && !g.you(seat):
		return "your bot"
	case name != "":
		return name
	case g.Watching:
		return "the " + seat.String()
	default:
		return "your opponent"
	}
}

// opponent is what the player's opponent is called within a sentence.
func (g Game) opponent() string { return g.name(g.Me.Other()) }

// who is what a player is called at the beginning of a sentence. A name is written as it is.
func (g Game) who(seat game.Seat) string {
	if g.you(seat) {
		return "You"
	}
	name := g.name(seat)
	if name == g.Names[seat] && !g.OwnBot {
		return name
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// whose is what a player is called before what it has, at the beginning of a sentence.
func (g Game) whose(seat game.Seat) string {
	if g.you(seat) {
		return "Your"
	}
	return g.who(seat) + "'s"
}

// left says how long the one who is to act has.
func (g Game) left() string {
	if g.AtSea {
		return "at sea"
	}
	if g.State.Phase.Ended() || g.BlockMillis == 0 {
		return ""
	}
	return timeLeft(g.State.Deadline-g.Height, g.BlockMillis)
}

// timeLeft says how long so many blocks are.
func timeLeft(blocks, millis int64) string {
	if blocks < 0 {
		return "time is up"
	}
	return fmt.Sprintf("%s left, about %s", count(blocks, "block"), duration(blocks*millis))
}

// goesOn says to a player who looks away that the game goes on; empty if it does not, or is of others.
func (g Game) goesOn(passing bool) string {
	comes := "battleshipd play comes back"
	if passing {
		comes = "enter comes back"
	}
	clock := g.BlockMillis > 0 && g.State.Phase != game.PhaseOpen
	switch {
	case g.AtSea:
		return fmt.Sprintf("Game %d goes on at sea: %s.", g.ID, comes)
	case g.Watching || g.State.Phase.Ended() || g.State.Withdrawn():
		return ""
	case g.State.Phase == game.PhaseOpen:
		return fmt.Sprintf("Game %d still waits for an opponent: %s.", g.ID, comes)
	case clock && mayShoot(g) && !g.State.HasPending:
		left := duration(max(g.State.Deadline-g.Height, 0) * g.BlockMillis)
		return fmt.Sprintf("Game %d goes on and your clock runs (%s): %s.", g.ID, left, comes)
	case clock:
		return fmt.Sprintf("Game %d goes on and its clock runs: %s.", g.ID, comes)
	default:
		return fmt.Sprintf("Game %d waits for you: %s.", g.ID, comes)
	}
}

// count is a number with its noun.
func count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// headline says where the game stands and who is to do what.
func (g Game) headline() string {
	s := g.State
	switch s.Phase {
	case game.PhaseOpen:
		return g.waiting()
	case game.PhaseToss:
		if g.you(s.Actor) {
			return "Your opponent is here. The coin toss is opened by itself."
		}
		return g.who(s.Actor) + " opens the coin toss."
	case game.PhasePlay:
		return g.playing()
	case game.PhaseClaim:
		if g.Watching {
			return g.claimWatched()
		}
		return g.claiming()
	case game.PhaseOver, game.PhaseCancelled:
		return g.ending()
	}
	return ""
}

// waiting says for whom an open game waits.
func (g Game) waiting() string {
	opponent := "an opponent"
	if g.Invited != "" {
		opponent = g.Invited
	}
	switch {
	case g.State.Withdrawn():
		return "Taken back: it is gone soon, unless somebody has just joined it."
	case g.Watching:
		return fmt.Sprintf("%s waits for %s to join.", g.who(g.Me), opponent)
	default:
		return fmt.Sprintf("Waiting for %s to join.", opponent)
	}
}

func (g Game) playing() string {
	s := g.State
	tile := s.Ruleset.TileName(s.Pending)
	switch {
	case s.HasPending && g.you(s.Actor):
		return fmt.Sprintf("%s shot at %s. The answer is sent by itself.", g.who(s.Actor.Other()), tile)
	case s.HasPending:
		return fmt.Sprintf("%s shot at %s. Waiting for the answer of %s.", g.who(s.Actor.Other()), tile, g.name(s.Actor))
	case g.you(s.Actor):
		return "Your turn: choose where to shoot."
	default:
		return g.who(s.Actor) + " chooses where to shoot."
	}
}

// claimWatched says to somebody who watches who must show its board, and why.
func (g Game) claimWatched() string {
	s := g.State
	actor, other := s.Actor, s.Actor.Other()
	switch s.Second {
	case game.SecondOpen:
		return fmt.Sprintf("%s has not shown its board in time. %s wins by showing its own.", g.who(other), g.who(actor))
	case game.SecondProven:
		return fmt.Sprintf("%s has shown its board, and wins unless %s shows its own in time.", g.who(other), g.name(actor))
	default:
		return g.whyLeft() + " Waiting for " + g.name(actor) + " to show its board."
	}
}

// claiming says who must show its board, and why.
func (g Game) claiming() string {
	why := g.whyLeft()
	switch s := g.State; {
	case s.Second == game.SecondOpen && s.Actor == g.Me:
		return fmt.Sprintf("%s has not shown its board in time. Yours is shown by itself, and wins if that stays so.",
			g.who(g.Me.Other()))
	case s.Second == game.SecondOpen:
		return "Your board was not shown in time. It still wins if it is shown now."
	case s.Second == game.SecondProven && s.Actor == g.Me:
		return fmt.Sprintf("%s has shown its board. You win if yours is shown in time.", g.who(g.Me.Other()))
	case s.Second == game.SecondProven:
		return fmt.Sprintf("Your board is shown. You win unless %s shows its own in time.", g.opponent())
	case s.Actor == g.Me:
		return why + " Your board is shown by itself, and you win."
	default:
		return why + " Waiting for " + g.opponent() + " to show its board."
	}
}

// whyLeft says why play has ended, in a sentence.
func (g Game) whyLeft() string {
	s := g.State
	switch s.Reason {
	case game.ReasonSunk:
		switch loser := g.sunkFleet(); {
		case g.you(loser):
			return "Your whole fleet is sunk."
		case g.Watching:
			return "The whole fleet of " + g.name(loser) + " is sunk."
		}
		return "You have sunk the whole fleet of " + g.opponent() + "."
	case game.ReasonConceded:
		if by, ok := g.by(func(e game.Event) (game.Seat, bool) { c, ok := e.(game.Conceded); return c.By, ok }); ok {
			return g.who(by) + " gave up."
		}
		return "The game was given up."
	case game.ReasonChallenged:
		if by, ok := g.by(func(e game.Event) (game.Seat, bool) { c, ok := e.(game.Challenged); return c.By, ok }); ok {
			whose := "your"
			if !g.you(by.Other()) {
				whose = g.name(by.Other()) + "'s"
			}
			return fmt.Sprintf("%s demanded a proof of %s board.", g.who(by), whose)
		}
		return "A proof was demanded."
	case game.ReasonTimeout:
		if by, ok := g.by(func(e game.Event) (game.Seat, bool) { d, ok := e.(game.DeadlinePassed); return d.By, ok }); ok {
			return g.whose(by) + " time ran out."
		}
		return "The time ran out."
	case game.ReasonUnproven:
		return "No honest board was shown in time."
	case game.ReasonVoid:
		return "Nobody has shown an honest board in time."
	case game.ReasonCancelled:
		return "Nobody has joined it."
	case game.ReasonNone:
	}
	return ""
}

// sunkFleet is whose fleet was sunk.
func (g Game) sunkFleet() game.Seat {
	if g.State.Sides[g.Me].Hits.Len() == g.State.Ruleset.ShipTiles() {
		return g.Me
	}
	return g.Me.Other()
}

// by finds the first event in the log that tells of somebody.
func (g Game) by(of func(game.Event) (game.Seat, bool)) (game.Seat, bool) {
	for _, entry := range g.Log {
		if seat, ok := of(entry.Event); ok {
			return seat, true
		}
	}
	return 0, false
}

// ending says who won, and why.
func (g Game) ending() string {
	if g.State.Phase == game.PhaseCancelled {
		return g.cancelled()
	}
	winner, won := g.State.Winner()
	switch {
	case !won:
		return "Nobody won. " + g.whyLeft()
	case g.Watching:
		return g.who(winner) + " won. " + g.whyLeft()
	case winner == g.Me:
		return "You won! " + g.whyLeft()
	default:
		return "You lost. " + g.whyLeft()
	}
}

func (g Game) cancelled() string {
	for _, entry := range g.Log {
		if c, ok := entry.Event.(game.Cancelled); ok {
			switch c.Cause {
			case game.CancelWithdrawn:
				return "This game was taken back before anybody joined."
			case game.CancelExpired:
				return "Nobody has joined this game in time."
			case game.CancelDeclined:
				return "The invitation was declined."
			}
		}
	}
	return "This game has ended before anybody joined."
}

// lastAnswers are the last answer to a shot of the player's, and to one of its opponent's, as sentences; empty if there
// is none.
func (g Game) lastAnswers() (own, opponents string) {
	for _, entry := range g.Log {
		a, ok := entry.Event.(game.ShotAnswered)
		if !ok {
			continue
		}
		tile, verdict := g.State.Ruleset.TileName(a.Tile), g.verdict(a)
		if told := fmt.Sprintf("%s shot at %s: %s.", g.whose(a.By.Other()), tile, verdict); a.By == g.Me {
			opponents = told
		} else {
			own = told
		}
	}
	return own, opponents
}

// verdict says what an answer tells: miss, hit, or which ship was sunk.
func (g Game) verdict(a game.ShotAnswered) string {
	switch {
	case !a.Hit:
		return "miss"
	case a.Sunk != nil:
		class, _ := g.State.Ruleset.ShipString(*a.Sunk)
		return "hit, " + class + " sunk"
	default:
		return "hit"
	}
}

// words say how far a transaction has come; empty if there was none.
func (t Transaction) words() (string, paint) {
	switch t.Stage {
	case StageNone:
		return "", plain
	case StageSigning:
		return t.What + ": signing", plain
	case StageSent:
		return t.What + ": sent, waiting for a block", plain
	case StageBidding:
		return fmt.Sprintf("%s: no block has taken it yet, sent again for a higher fee (%s)", t.What,
			count(int64(t.Bids), "bid")), warn
	case StageRetrying:
		return t.What + ": not sent yet, and tried again by itself: " + t.Why, warn
	case StageIncluded:
		text := fmt.Sprintf("%s: in block %d", t.What, t.Height)
		if t.Proof != "" {
			text += ", " + t.Proof
		}
		if t.Fee != "" {
			text += ", fee " + t.Fee
		}
		return text, faint
	case StageFailed:
		return t.What + ": failed: " + t.Why, bad
	}
	return "", plain
}

// words say why the line to the chain is not as it should be; empty if it is.
func (c Connection) words() string {
	return c.Why
}
