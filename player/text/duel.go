package text

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Duel writes the next step of a duel whose players are known by their seats, or how it has ended. The deadline is
// written beside, and the cause is that of a cancelled game.
func (v Voice) Duel(s game.State, n *types.QueryNextActionResponse, cause game.CancelCause) string {
	switch s.Phase {
	case game.PhaseCancelled:
		return Cancelled(cause)
	case game.PhaseOver:
		return v.ended(s.Reason, Duelist(s.Actor), Duelist(s.Actor.Other()))
	default:
	}
	soon := *n
	soon.Deadline = 0
	text := v.Next(&soon)
	if first, ok := s.Claimant(); ok {
		text = v.EndOfPlay(s.Reason, Duelist(first), Duelist(first.Other())) + "; " + text
	}
	return text
}

// ended writes the winner of a duel and the reason.
func (v Voice) ended(reason game.Reason, winner, loser string) string {
	why := v.EndOfPlay(reason, winner, loser)
	switch {
	case reason == game.ReasonVoid:
		return noWinner + ": " + why
	case v.you(loser):
		return "you lost: " + why
	}
	return v.won(winner) + ": " + why
}

const noWinner = "no winner"

func (v Voice) won(player string) string { return v.Name(player) + " won" }

// Event writes an event of a duel whose players are known by their seats.
func (v Voice) Event(r *game.Ruleset, e game.Event) string {
	switch e := e.(type) {
	case game.Joined:
		return v.about(Duelist(game.Joiner), joinedIn)
	case game.TossOpened:
		return v.about(Duelist(e.First), "{name} {shoot} first", "{shoot}", v.verb(Duelist(e.First), "shoot", "shoots"))
	case game.ShotFired:
		return v.shot(r, e.By, e.Tile)
	case game.ShotAnswered:
		return v.shot(r, e.By.Other(), e.Tile) + ": " + v.verdict(r, game.Answer{Hit: e.Hit, Sunk: e.Sunk})
	case game.Conceded:
		return v.about(Duelist(e.By), gaveUp)
	case game.Challenged:
		return fmt.Sprintf("%s accused %s", v.Name(Duelist(e.By)), v.Name(Duelist(e.By.Other())))
	case game.DeadlinePassed:
		return v.about(Duelist(e.By), late)
	case game.ClaimOpened:
		return checksBoard
	case game.ClaimProven:
		return v.about(Duelist(e.By), provenBy)
	case game.Withdrawn:
		return Cancelled(0)
	case game.Over:
		if !e.HasWinner {
			return noWinner
		}
		return v.won(Duelist(e.Winner))
	case game.Cancelled:
		return Cancelled(e.Cause)
	}
	return ""
}

func (v Voice) shot(r *game.Ruleset, by game.Seat, t game.Tile) string {
	return fmt.Sprintf("%s fired at %s", v.Name(Duelist(by)), r.TileName(t))
}

func (v Voice) verdict(r *game.Ruleset, a game.Answer) string {
	if v.Short {
		return ShortVerdict(r, a)
	}
	return Verdict(r, a)
}

// Events of a player.
const (
	joinedIn = "{name} joined"
	gaveUp   = "{name} gave up"
	late     = "{name} ran out of time"
	provenBy = "{name} proved the board"

	checksBoard = "checking the board"
)

// DuelTitle writes the players of a duel, for the title of a screen that shows the board of a seat first.
func (v Voice) DuelTitle(s game.State, first game.Seat, joined bool) string {
	title, name, other := s.Ruleset.Name, v.Name(Duelist(first)), v.Name(Duelist(first.Other()))
	switch {
	case v.You != "" && joined:
		title += " against " + other
	case v.You == "" && joined:
		title += ": " + name + " against " + other
	case v.You == "":
		title += " of " + name
	}
	return title
}

// Boards writes which boards of an ended duel were proven, and which are shown all the same.
func (v Voice) Boards(proven, shown [2]bool) string {
	switch board := func(seat game.Seat) string { return v.Board(Duelist(seat)) + " is checked" }; {
	case proven[0] && proven[1]:
		return "both boards are checked"
	case proven[game.Creator]:
		return board(game.Creator)
	case proven[game.Joiner]:
		return board(game.Joiner)
	case shown[0] && shown[1]:
		return "both boards are shown"
	}
	return "no board is checked"
}
