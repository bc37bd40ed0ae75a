package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// meleeLine is a line of the log.
type meleeLine struct {
	text  string
	paint paint
}

// logIndent stands before what belongs to the line above.
const logIndent = "  "

// logLines are the log in lines of a width. What belongs to a round stands below it; the bombs of a round are one line.
func (m Melee) logLines(width int) []meleeLine {
	var lines []meleeLine
	add := func(text string, p paint) {
		for i, one := range wrap(text, width-len(logIndent)) {
			if i > 0 {
				one = logIndent + one
			}
			lines = append(lines, meleeLine{one, p})
		}
	}
	round := 0
	var bombs []melee.Fired
	fired := func() {
		if len(bombs) > 0 {
			add(fmt.Sprintf("%d: %s", round, m.bombs(bombs)), strong)
		}
		bombs = nil
	}
	for _, entry := range m.Log {
		switch e := entry.Event.(type) {
		case melee.Fired:
			bombs = append(bombs, e)
			continue
		case melee.StageBegan:
			if e.Stage == melee.StageReport {
				fired()
			}
			round = e.Round
		}
		text, p := m.logText(entry)
		if text == "" {
			continue
		}
		fired()
		add(text, p)
	}
	fired()
	return lines
}

// bombs says who has bombed what: "you and bob B5, carol C7".
func (m Melee) bombs(fired []melee.Fired) string {
	var texts []string
	for i, one := range fired {
		at := func(other melee.Fired) bool { return other.Tile == one.Tile }
		if slices.ContainsFunc(fired[:i], at) {
			continue // named with the first
		}
		var names []string
		for _, other := range fired[i:] {
			if at(other) {
				names = append(names, logName(m.name(other.By), maxLogName))
			}
		}
		texts = append(texts, listed(names, len(names))+" "+m.State.Ruleset.TileName(one.Tile))
	}
	return strings.Join(texts, ", ")
}

// logText is an entry of the log in a few words.
func (m Melee) logText(entry MeleeEntry) (string, paint) {
	lobby := func(seat melee.Seat, what string) (string, paint) {
		if m.you(seat) || entry.Player == "" {
			return m.name(seat) + " " + what, plain
		}
		return entry.Player + " " + what, plain
	}
	switch e := entry.Event.(type) {
	case melee.Joined:
		return lobby(e.By, "joined")
	case melee.Declined:
		if entry.Player == "" {
			return "somebody declined", plain
		}
		return entry.Player + " declined", plain
	case melee.Left:
		return lobby(e.By, "left")
	case melee.Withdrawn:
		return "nobody wants to sit here any more", warn
	case melee.Confirmed:
		return m.name(e.By) + " confirmed", plain
	case melee.Cancelled:
		return "it did not take place", warn
	case melee.StageExtended:
		return "most were late: another clock", warn
	case melee.Reported:
		return m.logHits(e.By, e.Hits)
	case melee.Strike:
		return m.name(e.By) + " missed an aim: a strike, and another is the end", warn
	case melee.Lost:
		return m.logLost(e)
	case melee.Forfeited:
		if m.Stakes == "" {
			return "", plain
		}
		return fmt.Sprintf("%s of the pot is left", e.Kept), warn
	case melee.PlayEnded:
		if e.Emptied {
			return "play has ended: all were silent", strong
		}
		return "play has ended", strong
	case melee.Proven:
		return m.name(e.By) + " proved " + either(m.you(e.By), "your", "its") + " board", plain
	case melee.Over:
		return m.logOver(e)
	}
	return "", plain // aims say nothing, and stages stand above
}

// logHits says what was hit on a board, if anything was.
func (m Melee) logHits(seat melee.Seat, hits game.Set) (string, paint) {
	switch {
	case hits.IsEmpty():
		return "", plain
	case m.you(seat):
		return "you are hit at " + m.tiles(hits), bad
	default:
		return m.name(seat) + " is hit at " + m.tiles(hits), m.logPaint(good)
	}
}

// logPaint is a paint that means something to a player, and nothing to who watches.
func (m Melee) logPaint(p paint) paint {
	if m.Watching {
		return plain
	}
	return p
}

func (m Melee) logLost(e melee.Lost) (string, paint) {
	name, are, p := m.name(e.By), "is", m.logPaint(good)
	if m.you(e.By) {
		are, p = "are", bad
	}
	switch e.How {
	case melee.Sunk:
		return fmt.Sprintf("%s %s sunk", name, are), p
	case melee.Scuttled:
		return fmt.Sprintf("%s fell silent and %s scuttled", name, are), p
	case melee.Conceded:
		return name + " gave up", p
	case melee.Unproven:
		return fmt.Sprintf("%s %s unproven: ships are missing", name, are), p
	case melee.Vacant, melee.Closed, melee.Afloat, melee.Absent:
	}
	return fmt.Sprintf("%s: %s", name, e.How), plain
}

func (m Melee) logOver(e melee.Over) (string, paint) {
	switch e.Winners.Len() {
	case 0:
		return "over: nobody won", strong
	case 1:
		return "over: " + m.list(e.Winners) + " won", strong
	default:
		return "over: a draw of " + m.list(e.Winners), strong
	}
}

// logRoom is how many lines of the log have room in so many, below its title if that has.
func logRoom(height int) int { return height - logTitle(height) }

func logTitle(height int) int {
	if height > 2 {
		return 1
	}
	return 0
}

// drawMeleeLog draws the end of the log, the last line lowest.
func drawMeleeLog(m Melee, r region) {
	if r.width < 1 || r.height < 1 {
		return
	}
	y := logTitle(r.height)
	if y > 0 {
		r.put(0, 0, "Log", strong)
	}
	lines := m.logLines(r.width)
	if m.LogNote != "" && len(lines) < r.height-1 {
		y = r.putWrapped(0, y, sentence(m.LogNote), faint)
	}
	if room := r.height - y; len(lines) > room {
		lines = lines[len(lines)-max(room, 0):]
		for len(lines) > 1 && strings.HasPrefix(lines[0].text, logIndent) {
			lines = lines[1:] // nobody can read the end of a line alone
		}
	}
	for i, one := range lines {
		r.put(0, y+i, one.text, one.paint)
	}
}
