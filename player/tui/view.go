package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/player/text"
)

// View implements tea.Model. Its result is always as wide and as high as the terminal.
func (m Model) View() tea.View {
	view := tea.NewView(m.picture().text(m.styles))
	view.AltScreen = true
	view.MouseMode = tea.MouseModeCellMotion
	view.WindowTitle = m.windowTitle()
	return view
}

func (m Model) picture() *canvas {
	c := newCanvas(max(m.world.width, 0), max(m.world.height, 0))
	if m.tooSmall() {
		c.all().putWrapped(0, 0, fmt.Sprintf(text.TooSmall, MinWidth, MinHeight, m.world.width, m.world.height), plain)
		return c
	}
	whole, body := m.frame(c)
	m.drawHead(whole)
	if m.helping {
		m.drawHelp(body)
		whole.put(0, whole.height-1, text.AnyKey, faint)
		return c
	}
	m.screen.draw(&m.world, body)
	m.drawFoot(whole)
	return c
}

// frame is the middle of the terminal, and the part of it that a screen draws in: below the head and the line about the
// connection, above the status and the keys.
func (m Model) frame(c *canvas) (whole, body region) {
	width, height := min(c.width, maxWidth), min(c.height, maxHeight)
	whole = c.all().part((c.width-width)/2+1, (c.height-height)/2, width-margins, height)
	head := m.world.headLines()
	return whole, whole.part(0, head, whole.width, height-head-footLines)
}

const (
	// margins are the columns that stay free on either side.
	margins = 2
	// footLines is the number of lines below a screen.
	footLines = 2
	// lowHeight is the height of a terminal that has a line of its own for the connection.
	lowHeight = 24
)

// headLines returns the number of lines above a screen: a low terminal has no line for the connection.
func (w *world) headLines() int {
	if w.height < lowHeight {
		return 1
	}
	return 2
}

// body has the size of a screen's region; nothing can be drawn in it.
func (w *world) body() region {
	return region{
		width:  max(min(w.width, maxWidth)-margins, 0),
		height: max(min(w.height, maxHeight)-w.headLines()-footLines, 0),
	}
}

func (m Model) drawHead(whole region) {
	const gap = 2
	conn := m.world.snap.Connection
	if m.world.headLines() == 1 && (conn.Line == LineDown || conn.Line == LineSlow) {
		m.drawRule(whole.part(0, 0, whole.width, 1)) // a fault is worth more than the title
		return
	}
	x := whole.put(0, 0, "BATTLESHIP", strong) + gap
	what := m.screen.title(&m.world)
	// The name of the player is always there, and so are the coins: the title is cut first, down to the number of its
	// game and the ruleset, then the name, and last the coins from their end.
	const least, mostName, someName, leastName = 14, 32, 20, 8
	room := whole.width - x - gap - min(textWidth(what), least)
	right := ""
	for _, width := range []int{mostName, someName, leastName} {
		player := shorten(conn.Player, width)
		if width == leastName {
			player = logName(conn.Player, width)
		}
		right = strings.Join(nonEmpty([]string{player, conn.Balance}), m.world.separator())
		if textWidth(right) <= room {
			break
		}
	}
	right = shorten(right, room)
	whole.put(x, 0, shorten(what, whole.width-x-gap-textWidth(right)), plain)
	whole.putRight(0, right, faint)
	if m.world.headLines() > 1 {
		m.drawRule(whole.part(0, 1, whole.width, 1))
	}
}

// drawRule draws the line below the head: a fault of the line to the chain, if there is one, else the terms; and to the
// right the block.
func (m Model) drawRule(r region) {
	const border = 2
	conn := m.world.snap.Connection
	switch conn.Line {
	case LineDown:
		r.put(0, 0, text.NodeDown, bad)
		return
	case LineSlow:
		r.put(0, 0, text.NodeBehind, warn)
		return
	case LineNone, LineUp:
	}
	r.put(0, 0, strings.Repeat(string(m.world.marks.rule), r.width), faint)
	block := ""
	if conn.Height > 0 {
		block = text.Place(conn.Height)
	}
	invited := ""
	if n := len(m.world.snap.Lobby.Invitations); n > 0 {
		invited = text.Count(n, "invitation")
	}
	right := strings.Join(nonEmpty([]string{invited, block, conn.Chain}), m.world.separator())
	caption := ""
	if s, ok := m.screen.(interface{ caption(w *world) string }); ok {
		caption = s.caption(&m.world)
	}
	width := func(words string) int { return textWidth(words) + border + 2 }
	if width(caption)+width(right) > r.width {
		right = strings.Join(nonEmpty([]string{invited, block}), m.world.separator())
	}
	if right != "" {
		x := r.width - width(right) + 1
		r.put(x, 0, " "+right+" ", faint)
		r.put(x+1, 0, invited, strong)
	}
	if caption != "" {
		r.put(border-1, 0, " "+shorten(caption, r.width-width(right)-border-2)+" ", plain)
	}
}

// windowTitle is the terminal's own title, which is seen while another window is in front.
func (m Model) windowTitle() string {
	const name = "Battleship"
	if s, ok := m.screen.(interface{ terminalTitle(w *world) string }); ok {
		if what := s.terminalTitle(&m.world); what != "" {
			return name + ": " + text.Clean(what)
		}
	}
	return name
}

// separator separates two items in a line.
func (w *world) separator() string { return " " + string(w.marks.sep) + " " }

func (m Model) drawFoot(whole region) {
	line, p := m.screen.status(&m.world)
	if trouble := m.world.snap.Connection.Why; trouble != "" && (line == "" || p == faint) {
		line, p = text.Sentence(trouble), warn
	}
	if m.world.notice != "" {
		line, p = m.world.notice, warn
		if m.world.isError {
			p = bad
		}
	}
	lines := wrap(line, whole.width)
	if len(lines) > 1 {
		// The overflow covers the last line of the screen: the player must be able to read all of it.
		lines = lines[:min(len(lines), 4)]
		for i := range lines {
			whole.put(0, whole.height-1-len(lines)+i, strings.Repeat(" ", whole.width), plain)
		}
	}
	for i, one := range lines {
		whole.put(0, whole.height-1-len(lines)+i, one, p)
	}
	drawHints(whole, m.screen.hints(&m.world))
}

// drawHints writes as many keys as there is room for into the last line, and how to see the others.
func drawHints(whole region, hints []key.Binding) {
	const gap = "  "
	help := keyHelp.Help().Key + " " + keyHelp.Help().Desc
	room := whole.width - textWidth(help)
	x, y := 0, whole.height-1
	for _, hint := range hints {
		if !hint.Enabled() {
			continue
		}
		h := hint.Help()
		if x+textWidth(h.Key)+1+textWidth(h.Desc)+len(gap) > room {
			continue
		}
		x = whole.put(x, y, h.Key, strong)
		x = whole.put(x+1, y, h.Desc, faint) + len(gap)
	}
	x = whole.put(x, y, keyHelp.Help().Key, strong)
	whole.put(x+1, y, keyHelp.Help().Desc, faint)
}
