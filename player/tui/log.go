package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
)

// logLine is a line of the log.
type logLine struct {
	height int64
	text   string
	paint  paint
}

const (
	// maxLogName and minLogName are how wide the names in the log are at most, and at least where there is no room.
	maxLogName, minLogName = 7, 3
	// fairLogName is their least width before a sunk ship is shown by a mark.
	fairLogName = 5
)

// logLines are the log in short lines for a width. A shot has its answer in the same line. If there is little room the
// names are cut, and a mark replaces the word for a sunk ship.
func (g Game) logLines(width int, mark rune) []logLine {
	const word = "sunk"
	for _, try := range []struct {
		least int
		sunk  string
	}{{fairLogName, word}, {minLogName, string(mark)}} {
		for names := maxLogName; names >= try.least; names-- {
			lines := g.logWith(names, try.sunk)
			heights := logHeights(lines)
			tooWide := func(one logLine) bool { return heights+1+textWidth(one.text) > width }
			if !slices.ContainsFunc(lines, tooWide) {
				return lines
			}
		}
	}
	return g.logWith(minLogName, string(mark))
}

// logWith is the log with names of at most a width, and the word or mark for a sunk ship.
func (g Game) logWith(names int, sunk string) []logLine {
	var lines []logLine
	for i, entry := range g.Log {
		if text, p := g.logText(entry.Event, i == len(g.Log)-1, names, sunk); text != "" {
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
	height := fmt.Sprintf("%*d", heights, l.height)
	if room := width - 1 - textWidth(l.text); len(height) > room {
		if height = strings.TrimSpace(height); room <= len(dots) {
			return shorten(l.text, width)
		}
		if len(height) > room {
			height = dots + height[len(height)-room+len(dots):]
		}
	}
	return height + " " + l.text
}

// logName is a name in few letters. Of an address that is the end, for all begin alike.
func logName(name string, width int) string {
	const whole = 6 // with two dots before
	chars := []rune(name)
	switch {
	case !strings.HasPrefix(name, "ship1") || len(chars) <= width:
	case width < whole:
		return string(chars[len(chars)-width:])
	default:
		return ".." + string(chars[len(chars)-whole+2:])
	}
	if width < whole { // where dots would leave nothing
		return string(chars[:min(len(chars), width)])
	}
	return shorten(name, width)
}

// logText returns an event in a few words. A shot is in columns, with its answer once there is one.
func (g Game) logText(event game.Event, last bool, width int, sunk string) (string, paint) {
	v := g.voice()
	for seat := range game.Seat(2) {
		short := logName(g.name(seat), width)
		if g.OwnBot && !g.you(seat) {
			short = "bot"
		}
		v.Names[text.Duelist(seat)] = short
	}
	name := func(seat game.Seat) string { return v.Name(text.Duelist(seat)) }
	names := max(textWidth(name(g.Me)), textWidth(name(g.Me.Other())))
	r := g.State.Ruleset
	tiles := textWidth(r.TileName(game.Tile(r.Tiles() - 1)))
	shot := func(by game.Seat, t game.Tile, verdict string) string {
		padding := strings.Repeat(" ", names-textWidth(name(by)))
		return fmt.Sprintf("%s%s %-*s %s", name(by), padding, tiles, r.TileName(t), verdict)
	}
	p := plain
	switch e := event.(type) {
	case game.ShotFired:
		if !last {
			return "", plain
		}
		return shot(e.By, e.Tile, "..."), plain
	case game.ShotAnswered:
		verdict := text.ShortVerdict(r, game.Answer{Hit: e.Hit, Sunk: e.Sunk})
		if e.Sunk != nil {
			verdict = sunk + " " + r.Classes[e.Sunk.Class].Name
		}
		return shot(e.By.Other(), e.Tile, verdict), g.logPaint(e)
	case game.Conceded, game.Challenged, game.DeadlinePassed, game.Withdrawn, game.Cancelled:
		p = warn
	case game.Over:
		p = strong
	}
	return v.Event(r, event), p
}

// logPaint is the colour of a hit, by its player.
func (g Game) logPaint(a game.ShotAnswered) paint {
	switch {
	case !a.Hit:
		return faint
	case g.Watching:
		return strong
	case a.By == g.Me:
		return bad
	default:
		return good
	}
}

// drawLog draws the end of the log, the last line lowest.
func drawLog(w *world, g Game, r region) {
	if r.width < 1 || r.height < 1 {
		return
	}
	r.put(0, 0, "Log", strong)
	lines := g.logLines(r.width, w.marks.sunk)
	y := 1
	if g.LogNote != "" && len(lines) < r.height-1 {
		y = r.putWrapped(0, y, text.Sentence(g.LogNote), faint)
	}
	if room := r.height - y; len(lines) > room {
		lines = lines[len(lines)-max(room, 0):]
	}
	heights := logHeights(lines)
	for i, one := range lines {
		r.put(0, y+i, one.within(heights, r.width), one.paint)
	}
}
