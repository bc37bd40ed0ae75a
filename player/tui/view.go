package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// View implements tea.Model. What it draws is always as wide and as high as the terminal.
func (m Model) View() tea.View {
	view := tea.NewView(m.picture().text(m.styles))
	view.AltScreen = true
	view.MouseMode = tea.MouseModeCellMotion
	view.WindowTitle = "Battleship"
	return view
}

func (m Model) picture() *canvas {
	c := newCanvas(max(m.world.width, 0), max(m.world.height, 0))
	if m.tooSmall() {
		c.all().putWrapped(0, 0, fmt.Sprintf("Battleship needs a terminal of %d x %d characters and this one has %d x %d: "+
			"make it larger, or its letters smaller.", MinWidth, MinHeight, m.world.width, m.world.height), plain)
		return c
	}
	whole, body := m.frame(c)
	m.drawHead(whole)
	if m.helping {
		m.drawHelp(body)
		whole.put(0, whole.height-1, "any key goes back", faint)
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
	// One column stays free on either side.
	whole = c.all().part((c.width-width)/2+1, (c.height-height)/2, width-2, height)
	return whole, whole.part(0, 2, whole.width, height-4)
}

func (m Model) drawHead(whole region) {
	conn := m.world.snap.Connection
	block := ""
	if conn.Height > 0 {
		block = fmt.Sprintf("block %d", conn.Height)
	}
	// What matters least comes last, and is left out first.
	parts := nonEmpty([]string{conn.Player, block, conn.Balance, conn.Chain})
	title := "BATTLESHIP"
	x := whole.put(0, 0, title, strong)
	if what := m.screen.title(&m.world); what != "" {
		x = whole.put(x+2, 0, what, plain)
	}
	right := strings.Join(parts, m.world.separator())
	for len(parts) > 1 && x+2+textWidth(right) > whole.width {
		parts = parts[:len(parts)-1]
		right = strings.Join(parts, m.world.separator())
	}
	if x+2+textWidth(right) <= whole.width {
		whole.putRight(0, right, faint)
	}
	switch conn.Line {
	case LineDown:
		whole.put(0, 1, "Not in touch with the node: what you see may be old.", bad)
	case LineSlow:
		whole.put(0, 1, "The node is behind: what you see may be old.", warn)
	case LineNone, LineUp:
		whole.put(0, 1, strings.Repeat(string(m.world.marks.rule), whole.width), faint)
	}
}

// separator stands between two things in a line.
func (w *world) separator() string { return " " + string(w.marks.sep) + " " }

func (m Model) drawFoot(whole region) {
	text, p := m.screen.status(&m.world)
	if trouble := m.world.snap.Connection.words(); trouble != "" && (text == "" || p == faint) {
		text, p = sentence(trouble), warn
	}
	if m.world.notice != "" {
		text, p = m.world.notice, warn
		if m.world.isError {
			p = bad
		}
	}
	lines := wrap(text, whole.width)
	if len(lines) > 1 {
		// What does not fit goes over the last line of the screen: the player must be able to read all of it.
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
			break
		}
		x = whole.put(x, y, h.Key, strong)
		x = whole.put(x+1, y, h.Desc, faint) + len(gap)
	}
	x = whole.put(x, y, keyHelp.Help().Key, strong)
	whole.put(x+1, y, keyHelp.Help().Desc, faint)
}

// sentence makes a sentence of words that begin in lower case and end without a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	if first := text[0]; first >= 'a' && first <= 'z' && !strings.HasPrefix(text, "ship1") {
		text = string(first-'a'+'A') + text[1:]
	}
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}
