package duel

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// you reports whether a seat is the player's own. A spectator has none.
func you(g tui.Game, seat game.Seat) bool { return seat == g.Me && !g.Watching }

// voice returns the voice for the player, or the spectator.
func voice(g tui.Game) text.Voice { return text.AtDuel(g.Names, g.Me, g.Watching, g.OwnBot) }

// name returns a player's name within a sentence.
func name(g tui.Game, seat game.Seat) string { return voice(g).Name(text.Duelist(seat)) }

// next returns the next step.
func next(g tui.Game) *types.QueryNextActionResponse {
	return text.Next(g.State, g.OffChain, g.Invited, tui.Pace(g.BlockMillis), g.Height)
}

// left returns the time left for the obligation.
func left(g tui.Game, short bool) string {
	switch {
	case g.OffChain && !g.Watching:
		return text.OffChainWith(g.Online)
	case g.OffChain:
		return text.Place(0)
	case g.State.Phase.Ended() || g.BlockMillis == 0:
		return ""
	}
	return text.Voice{Short: short}.TimeLeft(tui.Pace(g.BlockMillis), g.State.Deadline-g.Height)
}

// continues returns a notice for a player who leaves the screen. It is empty if the game does not continue, or has no
// player at these screens.
func continues(g tui.Game) string {
	if g.Watching || g.State.Phase.Ended() || g.State.Withdrawn() {
		return ""
	}
	n := next(g)
	if g.BlockMillis == 0 || g.OffChain {
		n.Deadline = 0
	}
	v := voice(g)
	v.Automatic = false
	return text.Sentence(v.Continues(g.ID, n))
}

// headline describes the next step, or the end.
func headline(g tui.Game) string {
	var cause game.CancelCause
	for _, entry := range g.Log {
		if c, ok := entry.Event.(game.Cancelled); ok {
			cause = c.Cause
		}
	}
	if g.LogLost {
		return text.Sentence(text.LogLostHere(tui.GameKeys.Recover.Help().Key))
	}
	return text.Sentence(voice(g).Duel(g.State, next(g), cause))
}

// answered is an answer to a shot, as a sentence.
type answered struct {
	text string
	hit  bool
}

// lastAnswers returns the last answer to a shot of the player's, and to one of its opponent's. They are zero if there
// is none.
func lastAnswers(g tui.Game) (own, opponents answered) {
	for _, entry := range g.Log {
		a, ok := entry.Event.(game.ShotAnswered)
		if !ok {
			continue
		}
		last := answered{text.Sentence(voice(g).Event(g.State.Ruleset, a)), a.Hit}
		if a.By == g.Me {
			opponents = last
		} else {
			own = last
		}
	}
	return own, opponents
}
