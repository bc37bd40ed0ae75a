package duel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// logLine is a line of the log.
type logLine struct {
	height int64 // 0 for an event in no block
	text   string
	paint  canvas.Paint
}

const (
	// maxLogName and minLogName are how wide the names in the log are at most, and at least where there is no room.
	maxLogName, minLogName = 7, 3
	// fairLogName is their least width before a sunk ship is shown by a mark.
	fairLogName = 5
)

// logLines are the log in short lines for a width. A shot has its answer in the same line. If there is little room the
// names are cut, and a mark replaces the word for a sunk ship.
func logLines(g tui.Game, width int, mark rune) []logLine {
	const word = "sunk"
	for _, try := range []struct {
		least int
		sunk  string
	}{{fairLogName, word}, {minLogName, string(mark)}} {
		for names := maxLogName; names >= try.least; names-- {
			lines := logWith(g, names, try.sunk)
			heights := logHeights(lines)
			tooWide := func(one logLine) bool {
				room := width
				if one.height > 0 {
					room -= heights + 1
				}
				return canvas.TextWidth(one.text) > room
			}
			if !slices.ContainsFunc(lines, tooWide) {
				return lines
			}
		}
	}
	return logWith(g, minLogName, string(mark))
}

// logWith is the log with names of at most a width, and the word or mark for a sunk ship.
func logWith(g tui.Game, names int, sunk string) []logLine {
	var lines []logLine
	for i, entry := range g.Log {
		if text, p := logText(g, entry.Event, i == len(g.Log)-1, names, sunk); text != "" {
			lines = append(lines, logLine{entry.Height, text, p})
		}
	}
	return lines
}

// logHeights is how wide the heights of the log are.
func logHeights(lines []logLine) int {
	width := 0
	for _, one := range lines {
		width = max(width, len(strconv.FormatInt(one.height, 10)))
	}
	return width
}

// within is the line in a width, with its height in a column. The event is never cut: the height is, from its left.
func (l logLine) within(heights, width int) string {
	const dots = ".."
	if l.height == 0 {
		return canvas.Shorten(l.text, width)
	}
	height := fmt.Sprintf("%*d", heights, l.height)
	if room := width - 1 - canvas.TextWidth(l.text); len(height) > room {
		if height = strings.TrimSpace(height); room <= len(dots) {
			return canvas.Shorten(l.text, width)
		}
		if len(height) > room {
			height = dots + height[len(height)-room+len(dots):]
		}
	}
	return height + " " + l.text
}

// logText returns an event in a few words. A shot is in columns, with its answer once there is one.
func logText(g tui.Game, event game.Event, last bool, width int, sunk string) (string, canvas.Paint) {
	v := voice(g)
	for seat := range game.Seat(2) {
		v.Names[text.Duelist(seat)] = tui.LogName(logName(g, seat), width)
	}
	name := func(seat game.Seat) string { return v.Name(text.Duelist(seat)) }
	names := max(canvas.TextWidth(name(g.Me)), canvas.TextWidth(name(g.Me.Other())))
	r := g.State.Ruleset
	tiles := canvas.TextWidth(r.TileName(game.Tile(r.Tiles() - 1)))
	shot := func(by game.Seat, t game.Tile, verdict string) string {
		padding := strings.Repeat(" ", names-canvas.TextWidth(name(by)))
		return fmt.Sprintf("%s%s %-*s %s", name(by), padding, tiles, r.TileName(t), verdict)
	}
	p := canvas.Plain
	switch e := event.(type) {
	case game.ShotFired:
		if !last {
			return "", canvas.Plain
		}
		return shot(e.By, e.Tile, "..."), canvas.Plain
	case game.ShotAnswered:
		verdict := text.ShortVerdict(r, game.Answer{Hit: e.Hit, Sunk: e.Sunk})
		if e.Sunk != nil {
			verdict = sunk + " " + r.Classes[e.Sunk.Class].Name
		}
		return shot(e.By.Other(), e.Tile, verdict), logPaint(g, e)
	case game.Conceded, game.Challenged, game.DeadlinePassed, game.Withdrawn, game.Cancelled:
		p = canvas.Warn
	case game.Over:
		p = canvas.Strong
	}
	return v.Event(r, event), p
}

// logName is a player's name where there is little room.
func logName(g tui.Game, seat game.Seat) string {
	if g.OwnBot && !you(g, seat) {
		return "bot"
	}
	return name(g, seat)
}

// logPaint is the colour of a hit, by its player.
func logPaint(g tui.Game, a game.ShotAnswered) canvas.Paint {
	switch {
	case !a.Hit:
		return canvas.Faint
	case g.Watching:
		return canvas.Strong
	case a.By == g.Me:
		return canvas.Bad
	default:
		return canvas.Good
	}
}

// drawLog draws the end of the log, the last line lowest.
func drawLog(w *tui.World, g tui.Game, r canvas.Region) {
	if r.Width < 1 || r.Height < 1 {
		return
	}
	r.Put(0, 0, "Log", canvas.Strong)
	lines := logLines(g, r.Width, w.Marks.Sunk)
	y := 1
	if g.LogNote != "" && len(lines) < r.Height-1 {
		y = r.PutWrapped(0, y, text.Sentence(g.LogNote), canvas.Faint)
	}
	if room := r.Height - y; len(lines) > room {
		lines = lines[len(lines)-max(room, 0):]
	}
	heights := logHeights(lines)
	for i, one := range lines {
		r.Put(0, y+i, one.within(heights, r.Width), one.paint)
	}
}
