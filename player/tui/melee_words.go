package tui

import (
	"fmt"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// name is what a player is called within a sentence.
func (m Melee) name(seat melee.Seat) string {
	switch {
	case m.you(seat):
		return "you"
	case m.Names[seat] != "":
		return m.Names[seat]
	default:
		return fmt.Sprintf("seat %d", seat)
	}
}

// who is what a player is called at the beginning of a sentence. A name is written as it is.
func (m Melee) who(seat melee.Seat) string {
	if name := m.name(seat); m.you(seat) || name != m.Names[seat] {
		return strings.ToUpper(name[:1]) + name[1:]
	}
	return m.Names[seat]
}

// maxNamed is how many players are named where many are meant.
const maxNamed = 3

// list names the players of seats, oneself first, within a sentence.
func (m Melee) list(seats melee.Seats) string { return m.listOf(seats, maxNamed) }

// listOf is list with no more than so many names.
func (m Melee) listOf(seats melee.Seats, most int) string {
	var names []string
	if !m.Watching && seats.Has(m.Me) {
		names = append(names, m.name(m.Me))
	}
	for seat := range seats.All() {
		if !m.you(seat) && int(seat) < len(m.Names) {
			names = append(names, m.name(seat))
		}
	}
	return listed(names, most)
}

// listed joins names, of which it leaves out what are more than so many.
func listed(names []string, most int) string {
	if len(names) > most+1 {
		names = append(names[:most:most], count(int64(len(names)-most), "other"))
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// left says how long those who owe something have.
func (m Melee) left() string {
	if m.State.Stage.Ended() || m.BlockMillis == 0 {
		return ""
	}
	return timeLeft(m.State.Deadline-m.Height, m.BlockMillis)
}

// headline says what the player is to do, or what is waited for, with as many names as there is room for.
func (m Melee) headline(width int) string {
	return fitting(width, m.headlineOf)
}

// fitting is a text in a width with as many names as there is room for.
func fitting(width int, of func(named int) string) string {
	for named := maxNamed; named > 0; named-- {
		if text := of(named); textWidth(text) <= width {
			return text
		}
	}
	return shorten(of(0), width)
}

func (m Melee) headlineOf(named int) string {
	s := m.State
	switch s.Stage {
	case melee.StageOpen:
		return m.opening(named)
	case melee.StageReady:
		switch {
		case m.mayConfirm():
			return "The table is full: confirm with y that you are there, or you are out."
		case m.Watching:
			return "The table is full."
		case m.State.Players[m.Me].Standing == melee.Absent:
			return haveLeft
		}
		return "You have confirmed. The first round begins when all have."
	case melee.StageAim, melee.StageFire, melee.StageReport:
		return m.playing()
	case melee.StageClaim, melee.StageSecond:
		return m.claiming()
	case melee.StageOver, melee.StageCancelled:
		return m.ending(named)
	}
	return ""
}

// haveLeft is what a player is told who has left a full table, where its seat stays empty.
const haveLeft = "You have left this table. The others play without you."

func (m Melee) opening(named int) string {
	switch free := m.State.Seats(melee.Vacant).Len(); {
	case m.State.Withdrawn:
		return "All have left: the table is gone soon, unless somebody has just joined."
	case len(m.Invited) > 0:
		return fmt.Sprintf("Waiting for %s.", listed(m.Invited, named))
	default:
		return fmt.Sprintf("Waiting for %s.", count(int64(free), "more player"))
	}
}

// playing says what the player is to do in a round.
func (m Melee) playing() string {
	s, me := m.State, m.State.Players[m.Me]
	tile := s.Ruleset.TileName(m.Target)
	switch {
	case m.Watching:
		return fmt.Sprintf("%d of %d are afloat.", s.Seats(melee.Afloat).Len(), len(m.seated()))
	case me.Standing == melee.Sunk:
		return fmt.Sprintf("You were sunk in round %d. The others play on.", me.Round)
	case me.Standing == melee.Scuttled:
		return fmt.Sprintf("You were silent in round %d: your fleet is scuttled. The others play on.", me.Round)
	case me.Standing == melee.Conceded:
		return fmt.Sprintf("You gave up in round %d. The others play on.", me.Round)
	case me.Standing == melee.Absent:
		return haveLeft
	case me.Standing != melee.Afloat:
		return "You are out. The others play on."
	case m.mayAim() && m.struck(m.Me):
		return "Choose a target in time: you have a strike, and a second one is the end."
	case m.mayAim():
		return "Choose a target: the bomb falls on every board, also on yours."
	case s.Stage == melee.StageAim && m.HasTarget:
		return "You aim at " + tile + ". Nobody sees that before all have aimed."
	case s.Stage == melee.StageAim:
		return "You have aimed. Nobody sees where before all have."
	case s.Stage == melee.StageFire && s.Owes.Has(m.Me):
		return "All have aimed. Your bomb is fired by itself."
	case s.Stage == melee.StageFire && me.HasTarget:
		return "Your bomb at " + s.Ruleset.TileName(me.Target) + " falls when all have fired."
	case s.Stage == melee.StageFire:
		return "You missed an aim: a strike, and no bomb of yours falls. Another is the end."
	case s.Owes.Has(m.Me):
		return "The bombs have fallen. What they hit on your board is reported by itself."
	default:
		return "You have reported. The next round begins when all have."
	}
}

// claiming says who must show its board.
func (m Melee) claiming() string {
	const ended = "Play has ended. "
	switch s := m.State; {
	case m.mayClaim():
		return ended + "Your board is shown by itself."
	case !m.Watching && s.Proven.Has(m.Me):
		return ended + "Your board is shown."
	default:
		return ended + "Boards are shown now."
	}
}

// ending says who won.
func (m Melee) ending(named int) string {
	s := m.State
	if s.Stage == melee.StageCancelled {
		return m.cancelled()
	}
	winners := s.Winners()
	if winners == 0 {
		return "Nobody won: nobody has shown an honest board in time."
	}
	text := fmt.Sprintf("A draw of %d: %s.", winners.Len(), m.listOf(winners, named))
	if winners.Len() == 1 {
		for seat := range winners.All() {
			text = m.who(seat) + " won" + either(m.you(seat), "!", ".")
		}
	}
	if m.Watching || winners.Has(m.Me) {
		return text
	}
	switch p := s.Players[m.Me]; p.Standing {
	case melee.Sunk:
		return fmt.Sprintf("%s You were sunk in round %d.", text, p.Round)
	case melee.Scuttled:
		return fmt.Sprintf("%s You were scuttled in round %d.", text, p.Round)
	case melee.Conceded:
		return fmt.Sprintf("%s You gave up in round %d.", text, p.Round)
	case melee.Unproven, melee.Afloat, melee.Absent, melee.Vacant, melee.Closed:
	}
	return text
}

func (m Melee) cancelled() string {
	for _, entry := range m.Log {
		if c, ok := entry.Event.(melee.Cancelled); ok {
			switch c.Cause {
			case melee.CancelWithdrawn:
				return "The last player left this table before it was full."
			case melee.CancelExpired:
				return "This table was not full in time."
			case melee.CancelDeclined:
				return "Too many have declined."
			case melee.CancelAbsent:
				return "Too few have confirmed."
			}
		}
	}
	return "This melee has ended before its first round."
}

// standing says how far the round is, and for whom it waits, with as many names as there is room for.
func (m Melee) standing(width int) string { return fitting(width, m.standingOf) }

func (m Melee) standingOf(named int) string {
	s := m.State
	waits := ""
	if s.Owes != 0 {
		waits = ": waiting for " + m.listOf(s.Owes, named)
	}
	text := ""
	switch s.Stage {
	case melee.StageOpen:
		text = fmt.Sprintf("At the table: %d of %d", s.Seats(melee.Afloat).Len(), s.Seats(melee.Afloat).Len()+
			s.Seats(melee.Vacant).Len())
	case melee.StageReady:
		text = "Confirming" + waits
	case melee.StageAim:
		text = fmt.Sprintf("Round %d, aiming%s", s.Round, waits)
	case melee.StageFire:
		text = fmt.Sprintf("Round %d, firing%s", s.Round, waits)
	case melee.StageReport:
		text = fmt.Sprintf("Round %d, reporting%s", s.Round, waits)
	case melee.StageClaim:
		text = "First those who rank first" + waits
	case melee.StageSecond:
		text = "Now anybody who ranks" + waits
	case melee.StageOver:
		return m.ended()
	case melee.StageCancelled:
		return "Stakes and the deposit are back."
	}
	if text = sentence(text); s.Extended {
		text += " Most were late: this is the last clock."
	}
	return text + m.lostPot()
}

// ended says what a melee that is over was.
func (m Melee) ended() string {
	text := fmt.Sprintf("Over after %s.", count(int64(m.State.Round), "round"))
	if m.State.Emptied {
		text += " All who were afloat fell silent."
	}
	return text + m.lostPot()
}

// lostPot says how much of the pot went with those who were silent together; empty if nothing, or for no stake.
func (m Melee) lostPot() string {
	if kept := m.State.Kept; m.Stakes != "" && kept.Num != kept.Den {
		return fmt.Sprintf(" %s of the pot is left: the rest went with the silent.", kept)
	}
	return ""
}

// seatState is what became of a seat, or whether it has done what is due: in a word or two, and in fewer letters.
type seatState struct {
	long, short string
	paint       paint
}

// in is the state where names have room beside the long words, or else beside the short ones.
func (s seatState) in(room bool) string { return either(room, s.long, s.short) }

// beside is the state of a seat that is out in what a name of that length leaves of a width.
func (s seatState) beside(name, width int) string {
	room := width - 1 - min(name, fairName)
	switch {
	case textWidth(s.long) <= room:
		return s.long
	case textWidth(s.short) <= room:
		return s.short
	default:
		return "out"
	}
}

// state is how a seat stands just now.
func (m Melee) state(seat melee.Seat) seatState {
	s, p := m.State, m.State.Players[seat]
	same := func(word string, p paint) seatState { return seatState{word, word, p} }
	switch p.Standing {
	case melee.Vacant:
		return same("free", faint)
	case melee.Closed:
		return same("declined", faint)
	case melee.Absent:
		return same("not there", faint)
	case melee.Sunk, melee.Scuttled, melee.Conceded, melee.Unproven:
		if s.Proven.Has(seat) {
			return same("proven", plain)
		}
		return seatState{fmt.Sprintf("%s %d", became(p.Standing), p.Round), became(p.Standing), faint}
	case melee.Afloat:
	}
	word := func(due, done string) seatState {
		if s.Owes.Has(seat) {
			return seatState{due, "due", warn}
		}
		return seatState{done, "done", good}
	}
	switch s.Stage {
	case melee.StageOpen:
		return same("here", plain)
	case melee.StageReady:
		return word("to confirm", "confirmed")
	case melee.StageAim:
		return word("to aim", "aimed")
	case melee.StageFire:
		if !s.Owes.Has(seat) && !p.HasTarget {
			return same("no bomb", faint)
		}
		return word("to fire", "fired")
	case melee.StageReport:
		return word("to report", "reported")
	case melee.StageClaim, melee.StageSecond, melee.StageOver, melee.StageCancelled:
		switch {
		case s.Proven.Has(seat):
			return same("proven", good)
		case s.Owes.Has(seat):
			return seatState{"to prove", "due", warn}
		}
		return same("afloat", good)
	}
	return seatState{}
}

// became says in a word how a seat was lost.
func became(how melee.Standing) string {
	if how == melee.Conceded {
		return "gave up"
	}
	return how.String()
}

// place says how a seat has ended, in a width.
func (m Melee) place(seat melee.Seat, width int) string {
	text := m.placeOf(seat)
	if textWidth(text) > width {
		text = strings.Replace(text, " in round", "", 1)
	}
	return shorten(text, width)
}

func (m Melee) placeOf(seat melee.Seat) string {
	s, p := m.State, m.State.Players[seat]
	switch {
	case s.Winners().Has(seat):
		return either(s.Winners().Len() == 1, "won", "draw")
	case p.Standing == melee.Afloat:
		return "afloat, board not shown"
	case p.Round > 0:
		return fmt.Sprintf("%s in round %d", became(p.Standing), p.Round)
	}
	return became(p.Standing)
}

// tiles names the tiles of a set.
func (m Melee) tiles(s game.Set) string {
	var names []string
	for t := range s.All() {
		names = append(names, m.State.Ruleset.TileName(t))
	}
	return strings.Join(names, " ")
}

// goesOn says to a player who looks away that the melee goes on; empty if it does not, or is of others.
func (m Melee) goesOn() string {
	const comes = "enter comes back"
	switch {
	case m.Watching || m.State.Stage.Ended() || m.State.Withdrawn:
		return ""
	case m.State.Stage == melee.StageOpen:
		return fmt.Sprintf("Melee %d still waits for players: %s.", m.ID, comes)
	case m.mayAim(), m.mayConfirm():
		return fmt.Sprintf("Melee %d goes on and your clock runs (%s): %s.", m.ID,
			duration(max(m.State.Deadline-m.Height, 0)*m.BlockMillis), comes)
	default:
		return fmt.Sprintf("Melee %d goes on and its clock runs: %s.", m.ID, comes)
	}
}
