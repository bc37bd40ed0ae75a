package tui

import (
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxNamed is how many players are named where many are meant.
const maxNamed = 3

// voice returns the voice for the player, or the spectator.
func (m Melee) voice() text.Voice {
	v := text.AtTable(m.Names, m.Me, m.Watching)
	v.Most = maxNamed
	for _, name := range m.Invited {
		v.Names[name] = name
	}
	return v
}

// name returns a player's name within a sentence.
func (m Melee) name(seat melee.Seat) string { return m.voice().Name(text.Player(seat)) }

// next returns the next step.
func (m Melee) next() *types.QueryNextActionResponse {
	return text.MeleeNext(m.State, m.Invited, pace(m.BlockMillis), m.Height)
}

// left returns the time left for the obligations.
func (m Melee) left(short bool) string {
	if m.State.Stage.Ended() || m.BlockMillis == 0 {
		return ""
	}
	return text.Voice{Short: short}.TimeLeft(pace(m.BlockMillis), m.State.Deadline-m.Height)
}

// continues returns a notice for a player who leaves the screen. It is empty if the melee does not continue, or has no
// player at these screens.
func (m Melee) continues() string {
	if m.Watching || m.State.Stage.Ended() || m.State.Withdrawn {
		return ""
	}
	return text.Sentence(m.voice().Continues(m.ID, m.next()))
}

// headline describes the next step, or the end, with as many names as there is room for.
func (m Melee) headline(width int) string {
	var cause melee.CancelCause
	for _, entry := range m.Log {
		if c, ok := entry.Event.(melee.Cancelled); ok {
			cause = c.Cause
		}
	}
	v, words := m.voice(), ""
	for v.Most = maxNamed; v.Most > 0; v.Most-- {
		if words = text.Sentence(v.Melee(m.State, m.next(), cause)); textWidth(words) <= width {
			break
		}
	}
	return shorten(words, width)
}

// concern describes what the next step or the end means for the player.
func (m Melee) concern() string {
	var aimed *text.Aimed
	if m.HasTarget {
		_, own := m.ownShip(m.Target)
		aimed = &text.Aimed{Round: m.State.Round, Tile: m.Target, OwnShip: own}
	}
	return text.Sentence(m.voice().Concern(m.State, m.Me, aimed, m.Stakes != ""))
}

// statePaint returns the paint of a seat's standing.
func (m Melee) statePaint(seat melee.Seat) paint {
	s, p := m.State, m.State.Players[seat]
	switch {
	case s.Owes.Has(seat):
		return warn
	case p.Standing != melee.Afloat && s.Proven.Has(seat), s.Stage == melee.StageOpen && p.Standing == melee.Afloat:
		return plain
	case p.Standing != melee.Afloat, s.Stage == melee.StageFire && !p.HasTarget:
		return faint
	}
	return good
}

// fits returns the first of some words that fits in a width, or the last.
func fits(words []string, width int) string {
	for _, one := range words {
		if textWidth(one) <= width {
			return one
		}
	}
	return words[len(words)-1]
}

// place describes the place of a seat, in a width.
func (m Melee) place(seat melee.Seat, width int) string {
	words := text.Outcome(m.State, seat)
	return shorten(fits(words[:2], width), width)
}
