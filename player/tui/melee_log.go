package tui

import (
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// meleeLine is a line of the log.
type meleeLine struct {
	text  string
	paint paint
	// rest marks a line that belongs to the one above.
	rest bool
}

const (
	// logIndent indents lines that belong to the line above.
	logIndent = "  "
	// maxMeleeName is the width of a name in the log at most.
	maxMeleeName = 12
)

// logLines are the log in lines of a width.
func (m Melee) logLines(width int) []meleeLine {
	var lines []meleeLine
	add := func(words string, p paint) {
		for i, one := range wrap(words, width-len(logIndent)) {
			if i > 0 {
				one = logIndent + one
			}
			lines = append(lines, meleeLine{one, p, i > 0})
		}
	}
	log := text.MeleeLog{Voice: m.voice(), Ruleset: m.State.Ruleset}
	log.Most = len(m.Names)
	for seat, name := range log.Names {
		log.Names[seat] = logName(name, maxMeleeName)
	}
	for _, entry := range m.Log {
		if _, pot := entry.Event.(melee.Forfeited); pot && m.Stakes == "" {
			continue
		}
		add(log.Line(entry.Event, logName(entry.Player, maxMeleeName)), m.logPaint(entry.Event))
	}
	add(log.Bombs(), strong)
	return lines
}

// logPaint is the paint of an event, by its player.
func (m Melee) logPaint(event melee.Event) paint {
	fate := func(seat melee.Seat) paint {
		switch {
		case m.Watching:
			return plain
		case m.you(seat):
			return bad
		}
		return good
	}
	switch e := event.(type) {
	case melee.StageBegan, melee.PlayEnded, melee.Over:
		return strong
	case melee.Withdrawn, melee.Cancelled, melee.StageExtended, melee.Strike, melee.Forfeited:
		return warn
	case melee.Reported:
		return fate(e.By)
	case melee.Lost:
		return fate(e.By)
	}
	return plain
}

// logRoom is the number of lines of the log in a height, below its title if there is room for that.
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
		y = r.putWrapped(0, y, text.Sentence(m.LogNote), faint)
	}
	if room := r.height - y; len(lines) > room {
		lines = lines[len(lines)-max(room, 0):]
		for len(lines) > 1 && lines[0].rest {
			lines = lines[1:] // nobody can read the end of a line alone
		}
	}
	for i, one := range lines {
		r.put(0, y+i, one.text, one.paint)
	}
}
