package tui

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// pace has the time between blocks, in milliseconds.
func pace(blockMillis int64) types.Params {
	return types.Params{BlockMillis: uint32(blockMillis)}
}

// you reports whether a seat is the player's own. A spectator has none.
func (g Game) you(seat game.Seat) bool { return seat == g.Me && !g.Watching }

// voice returns the voice for the player, or the spectator.
func (g Game) voice() text.Voice { return text.AtDuel(g.Names, g.Me, g.Watching, g.OwnBot) }

// name returns a player's name within a sentence.
func (g Game) name(seat game.Seat) string { return g.voice().Name(text.Duelist(seat)) }

// next returns the next step.
func (g Game) next() *types.QueryNextActionResponse {
	return text.Next(g.State, g.OffChain, g.Invited, pace(g.BlockMillis), g.Height)
}

// left returns the time left for the obligation.
func (g Game) left(short bool) string {
	switch {
	case g.OffChain:
		return text.Place(0)
	case g.State.Phase.Ended() || g.BlockMillis == 0:
		return ""
	}
	return text.Voice{Short: short}.TimeLeft(pace(g.BlockMillis), g.State.Deadline-g.Height)
}

// continues returns a notice for a player who leaves the screen. It is empty if the game does not continue, or has no
// player at these screens.
func (g Game) continues() string {
	if g.Watching || g.State.Phase.Ended() || g.State.Withdrawn() {
		return ""
	}
	n := g.next()
	if g.BlockMillis == 0 || g.OffChain {
		n.Deadline = 0
	}
	v := g.voice()
	v.Automatic = false
	return text.Sentence(v.Continues(g.ID, n))
}

// headline describes the next step, or the end.
func (g Game) headline() string {
	var cause game.CancelCause
	for _, entry := range g.Log {
		if c, ok := entry.Event.(game.Cancelled); ok {
			cause = c.Cause
		}
	}
	return text.Sentence(g.voice().Duel(g.State, g.next(), cause))
}

// answered is an answer to a shot, as a sentence.
type answered struct {
	text string
	hit  bool
}

// lastAnswers returns the last answer to a shot of the player's, and to one of its opponent's. They are zero if there
// is none.
func (g Game) lastAnswers() (own, opponents answered) {
	for _, entry := range g.Log {
		a, ok := entry.Event.(game.ShotAnswered)
		if !ok {
			continue
		}
		last := answered{text.Sentence(g.voice().Event(g.State.Ruleset, a)), a.Hit}
		if a.By == g.Me {
			opponents = last
		} else {
			own = last
		}
	}
	return own, opponents
}

// progress returns the progress of a transaction, in words and a paint.
func progress(t text.Transaction) (string, paint) {
	switch t.Stage {
	case text.StageBidding, text.StageRetrying:
		return text.Sentence(t.String()), warn
	case text.StageIncluded:
		return text.Sentence(t.String()), faint
	case text.StageFailed:
		return text.Sentence(t.String()), bad
	case text.StageNone, text.StageSigning, text.StageSent:
	}
	return text.Sentence(t.String()), plain
}
