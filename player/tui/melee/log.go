package melee

import (
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// logLine is a line of the log.
type logLine struct {
	text  string
	paint canvas.Paint
	// rest marks a line that belongs to the one above.
	rest bool
}

const (
	// logIndent indents lines that belong to the line above.
	logIndent = "  "
	// maxName is the width of a name in the log at most.
	maxName = 12
)

// logLines are the log in lines of a width.
func logLines(m tui.Melee, width int) []logLine {
	var lines []logLine
	add := func(words string, p canvas.Paint) {
		for i, one := range canvas.Wrap(words, width-len(logIndent)) {
			if i > 0 {
				one = logIndent + one
			}
			lines = append(lines, logLine{one, p, i > 0})
		}
	}
	log := text.MeleeLog{Voice: voice(m), Ruleset: m.State.Ruleset}
	log.Most = len(m.Names)
	for seat, name := range log.Names {
		log.Names[seat] = tui.LogName(name, maxName)
	}
	for _, entry := range m.Log {
		if _, pot := entry.Event.(melee.Forfeited); pot && m.Stakes == "" {
			continue
		}
		add(log.Line(entry.Event, tui.LogName(entry.Player, maxName)), logPaint(m, entry.Event))
	}
	add(log.Bombs(), canvas.Strong)
	return lines
}

// logPaint is the paint of an event, by its player.
func logPaint(m tui.Melee, event melee.Event) canvas.Paint {
	fate := func(seat melee.Seat) canvas.Paint {
		switch {
		case m.Watching:
			return canvas.Plain
		case you(m, seat):
			return canvas.Bad
		}
		return canvas.Good
	}
	switch e := event.(type) {
	case melee.StageBegan, melee.PlayEnded, melee.Over:
		return canvas.Strong
	case melee.Withdrawn, melee.Cancelled, melee.StageExtended, melee.Strike, melee.Forfeited:
		return canvas.Warn
	case melee.Reported:
		return fate(e.By)
	case melee.Lost:
		return fate(e.By)
	}
	return canvas.Plain
}

// logRoom is the number of lines of the log in a height, below its title if there is room for that.
func logRoom(height int) int { return height - logTitle(height) }

func logTitle(height int) int {
	if height > 2 {
		return 1
	}
	return 0
}

// drawLog draws the end of the log, the last line lowest.
func drawLog(m tui.Melee, r canvas.Region) {
	if r.Width < 1 || r.Height < 1 {
		return
	}
	y := logTitle(r.Height)
	if y > 0 {
		r.Put(0, 0, "Log", canvas.Strong)
	}
	lines := logLines(m, r.Width)
	if m.LogNote != "" && len(lines) < r.Height-1 {
		y = r.PutWrapped(0, y, text.Sentence(m.LogNote), canvas.Faint)
	}
	if room := r.Height - y; len(lines) > room {
		lines = lines[len(lines)-max(room, 0):]
		for len(lines) > 1 && lines[0].rest {
			lines = lines[1:] // nobody can read the end of a line alone
		}
	}
	for i, one := range lines {
		r.Put(0, y+i, one.text, one.paint)
	}
}
