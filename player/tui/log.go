package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/battleship-chain/battleship/game"
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
	// fairLogName is how wide they are at least before a ship that was sunk is told with a mark.
	fairLogName = 5
)

// logLines are the log in short lines for a width. Shots stand there with their answers, and alone only while they wait
// for one. Where there is little room the names are cut, and a mark stands for the word that a ship was sunk.
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

// logWith is the log with names of at most a width, and with what says that a ship was sunk.
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

// within is the line in a width, with its height in a column. What has happened is never cut: the height gives way to
// it, from its left.
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

func (g Game) logText(event game.Event, last bool, width int, sunk string) (string, paint) {
	const you = "you"
	short := func(seat game.Seat) string {
		switch {
		case g.you(seat):
			return you
		case g.OwnBot:
			return "bot"
		}
		return logName(g.name(seat), width)
	}
	names := max(textWidth(short(g.Me)), textWidth(short(g.Me.Other())))
	r := g.State.Ruleset
	tiles := textWidth(r.TileName(game.Tile(r.Tiles() - 1)))
	shot := func(by game.Seat, t game.Tile, what string) string {
		padding := strings.Repeat(" ", names-textWidth(short(by)))
		return fmt.Sprintf("%s%s %-*s %s", short(by), padding, tiles, r.TileName(t), what)
	}
	switch e := event.(type) {
	case game.Joined:
		return short(game.Joiner) + " joined", plain
	case game.TossOpened:
		if g.you(e.First) {
			return "you begin", plain
		}
		return short(e.First) + " begins", plain
	case game.ShotFired:
		if !last {
			return "", plain
		}
		return shot(e.By, e.Tile, "..."), plain
	case game.ShotAnswered:
		return shot(e.By.Other(), e.Tile, logVerdict(r, e, sunk)), g.logPaint(e)
	case game.Conceded:
		return short(e.By) + " gave up", warn
	case game.Challenged:
		return short(e.By) + " challenged", warn
	case game.DeadlinePassed:
		if g.you(e.By) {
			return "you were late", warn
		}
		return short(e.By) + " was late", warn
	case game.ClaimOpened:
		return short(e.Claimant) + " may prove", plain
	case game.ClaimProven:
		return short(e.By) + " proved", plain
	case game.Withdrawn:
		return "taken back", warn
	case game.Over:
		if !e.HasWinner {
			return "over: nobody won", strong
		}
		return "over: " + short(e.Winner) + " won", strong
	case game.Cancelled:
		return e.Cause.String(), warn
	}
	return "", plain
}

// logVerdict is a verdict in few letters, with what says that a ship was sunk.
func logVerdict(r *game.Ruleset, a game.ShotAnswered, sunk string) string {
	switch {
	case !a.Hit:
		return "miss"
	case a.Sunk != nil:
		class, _ := r.ShipString(*a.Sunk)
		return sunk + " " + class
	default:
		return "hit"
	}
}

// logPaint tells at a glance whose hit it was.
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
		y = r.putWrapped(0, y, sentence(g.LogNote), faint)
	}
	if room := r.height - y; len(lines) > room {
		lines = lines[len(lines)-max(room, 0):]
	}
	heights := logHeights(lines)
	for i, one := range lines {
		r.put(0, y+i, one.within(heights, r.width), one.paint)
	}
}
