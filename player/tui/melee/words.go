package melee

import (
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxNamed is how many players are named where many are meant.
const maxNamed = 3

// voice returns the voice for the player, or the spectator.
func voice(m tui.Melee) text.Voice {
	v := text.AtTable(m.Names, m.Me, m.Watching)
	v.Most = maxNamed
	for _, name := range m.Invited {
		v.Names[name] = name
	}
	return v
}

// name returns a player's name within a sentence.
func name(m tui.Melee, seat melee.Seat) string { return voice(m).Name(text.Player(seat)) }

// next returns the next step.
func next(m tui.Melee) *types.QueryNextActionResponse {
	return text.MeleeNext(m.State, m.Invited, tui.Pace(m.BlockMillis), m.Height)
}

// left returns the time left for the obligations.
func left(m tui.Melee, short bool) string {
	if m.State.Stage.Ended() || m.BlockMillis == 0 {
		return ""
	}
	return text.Voice{Short: short}.TimeLeft(tui.Pace(m.BlockMillis), m.State.Deadline-m.Height)
}

// continues returns a notice for a player who leaves the screen. It is empty if the melee does not continue, or has no
// player at these screens.
func continues(m tui.Melee) string {
	if m.Watching || m.State.Stage.Ended() || m.State.Withdrawn {
		return ""
	}
	n := next(m)
	if m.BlockMillis == 0 {
		n.Deadline = 0
	}
	return text.Sentence(voice(m).Continues(m.ID, n))
}

// headline describes the next step, or the end, with as many names as there is room for.
func headline(m tui.Melee, width int) string {
	var cause melee.CancelCause
	for _, entry := range m.Log {
		if c, ok := entry.Event.(melee.Cancelled); ok {
			cause = c.Cause
		}
	}
	v, words := voice(m), ""
	for v.Most = maxNamed; v.Most > 0; v.Most-- {
		if words = text.Sentence(v.Melee(m.State, next(m), cause)); canvas.TextWidth(words) <= width {
			break
		}
	}
	return canvas.Shorten(words, width)
}

// concern describes what the next step or the end means for the player.
func concern(m tui.Melee) string {
	var aimed *text.Aimed
	if m.HasTarget {
		_, own := ownShip(m, m.Target)
		aimed = &text.Aimed{Round: m.State.Round, Tile: m.Target, OwnShip: own}
	}
	return text.Sentence(voice(m).Concern(m.State, m.Me, aimed, m.Stakes != ""))
}

// statePaint returns the paint of a seat's standing.
func statePaint(m tui.Melee, seat melee.Seat) canvas.Paint {
	s, p := m.State, m.State.Players[seat]
	switch {
	case s.Owes.Has(seat):
		return canvas.Warn
	case p.Standing != melee.Afloat && s.Proven.Has(seat), s.Stage == melee.StageOpen && p.Standing == melee.Afloat:
		return canvas.Plain
	case p.Standing != melee.Afloat, s.Stage == melee.StageFire && !p.HasTarget:
		return canvas.Faint
	}
	return canvas.Good
}

// fits returns the first of some words that fits in a width, or the last.
func fits(words []string, width int) string {
	for _, one := range words {
		if canvas.TextWidth(one) <= width {
			return one
		}
	}
	return words[len(words)-1]
}

// place describes the place of a seat, in a width.
func place(m tui.Melee, seat melee.Seat, width int) string {
	words := text.Outcome(m.State, seat)
	return canvas.Shorten(fits(words[:2], width), width)
}
