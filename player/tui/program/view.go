package program

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// View implements tea.Model. Its result is always as wide and as high as the terminal.
func (m Model) View() tea.View {
	view := tea.NewView(m.picture().Text(m.styles))
	view.AltScreen = true
	view.MouseMode = tea.MouseModeCellMotion
	view.WindowTitle = m.windowTitle()
	view.ReportFocus = !m.calling.quiet
	return view
}

func (m Model) picture() *canvas.Canvas {
	c := canvas.New(max(m.world.Width, 0), max(m.world.Height, 0))
	c.Filled = m.world.Vivid
	if m.tooSmall() {
		small := fmt.Sprintf(text.TooSmall, tui.MinWidth, tui.MinHeight, m.world.Width, m.world.Height)
		c.All().PutWrapped(0, 0, small, canvas.Plain)
		return c
	}
	whole, body := m.frame(c)
	m.drawHead(whole)
	if m.helping {
		m.drawHelp(m.helpPage(whole))
		hint := text.AnyKey
		if _, more := m.moreHelp(); more {
			hint = text.AnyKeyMore
		}
		whole.Put(0, whole.Height-1, hint, canvas.Faint)
		return c
	}
	m.screen.Draw(&m.world, body)
	m.drawFoot(whole)
	return c
}

// frame is the middle of the terminal, and the part of it that a screen draws in: below the head and the line about the
// connection, above the status and the keys.
func (m Model) frame(c *canvas.Canvas) (whole, body canvas.Region) {
	width, height := min(c.Width, tui.MaxWidth), min(c.Height, tui.MaxHeight)
	whole = c.All().Part((c.Width-width)/2+1, (c.Height-height)/2, width-tui.Margins, height)
	head := m.world.HeadLines()
	return whole, whole.Part(0, head, whole.Width, height-head-tui.FootLines)
}

func (m Model) drawHead(whole canvas.Region) {
	const gap = 2
	conn := m.world.Snap.Connection
	if m.world.HeadLines() == 1 && (conn.Line == tui.LineDown || conn.Line == tui.LineSlow) {
		m.drawRule(whole.Part(0, 0, whole.Width, 1)) // a fault is worth more than the title
		return
	}
	x := whole.Put(0, 0, "BATTLESHIP", canvas.Strong) + gap
	what := m.screen.Title(&m.world)
	// The name of the player is always there, and so are the coins: the title is cut first, down to the number of its
	// game and the ruleset, then the name, and last the coins from their end.
	const least, mostName, someName, leastName = 14, 32, 20, 8
	room := whole.Width - x - gap - min(canvas.TextWidth(what), least)
	right := ""
	for _, width := range []int{mostName, someName, leastName} {
		player := canvas.Shorten(conn.Player, width)
		if width == leastName {
			player = tui.LogName(conn.Player, width)
		}
		right = strings.Join(nonEmpty([]string{player, conn.Balance}), m.world.Separator())
		if canvas.TextWidth(right) <= room {
			break
		}
	}
	right = canvas.Shorten(right, room)
	whole.Put(x, 0, canvas.Shorten(what, whole.Width-x-gap-canvas.TextWidth(right)), canvas.Plain)
	whole.PutRight(0, right, canvas.Faint)
	if m.world.HeadLines() > 1 {
		m.drawRule(whole.Part(0, 1, whole.Width, 1))
	}
}

// drawRule draws the line below the head: a fault of the line to the chain, if there is one, else the terms; and to the
// right the block.
func (m Model) drawRule(r canvas.Region) {
	const border = 2
	conn := m.world.Snap.Connection
	switch conn.Line {
	case tui.LineDown:
		r.Put(0, 0, text.NodeDown, canvas.Bad)
		return
	case tui.LineSlow:
		r.Put(0, 0, text.NodeBehind, canvas.Warn)
		return
	case tui.LineNone, tui.LineUp:
	}
	r.Put(0, 0, strings.Repeat(string(m.world.Marks.Rule), r.Width), canvas.Faint)
	block := ""
	if conn.Height > 0 {
		block = text.Place(conn.Height)
	}
	invited := ""
	if n := len(m.world.Snap.Lobby.Invitations); n > 0 {
		invited = text.Count(n, "invitation")
	}
	right := strings.Join(nonEmpty([]string{invited, block, conn.Chain}), m.world.Separator())
	caption := ""
	if s, ok := m.screen.(tui.Captioned); ok {
		caption = s.Caption(&m.world)
	}
	width := func(words string) int { return canvas.TextWidth(words) + border + 2 }
	if width(caption)+width(right) > r.Width {
		right = strings.Join(nonEmpty([]string{invited, block}), m.world.Separator())
	}
	if right != "" {
		x := r.Width - width(right) + 1
		r.Put(x, 0, " "+right+" ", canvas.Faint)
		r.Put(x+1, 0, invited, canvas.Strong)
	}
	if caption != "" {
		r.Put(border-1, 0, " "+canvas.Shorten(caption, r.Width-width(right)-border-2)+" ", canvas.Plain)
	}
}

// windowTitle is the terminal's own title, which is seen while another window is in front.
func (m Model) windowTitle() string {
	const name = "Battleship"
	if s, ok := m.screen.(tui.Captioned); ok {
		if what := s.TerminalTitle(&m.world); what != "" {
			return name + ": " + text.Clean(what)
		}
	}
	return name
}

func (m Model) drawFoot(whole canvas.Region) {
	line, p := m.screen.Status(&m.world)
	if trouble := m.world.Snap.Connection.Why; trouble != "" && (line == "" || p == canvas.Faint) {
		line, p = text.Sentence(trouble), canvas.Warn
	}
	if m.world.Notice != "" {
		line, p = m.world.Notice, canvas.Warn
		if m.world.IsError {
			p = canvas.Bad
		}
	}
	lines := canvas.Wrap(line, whole.Width)
	if len(lines) > 1 {
		// The overflow covers the last line of the screen: the player must be able to read all of it.
		lines = lines[:min(len(lines), 4)]
		for i := range lines {
			whole.Put(0, whole.Height-1-len(lines)+i, strings.Repeat(" ", whole.Width), canvas.Plain)
		}
	}
	for i, one := range lines {
		whole.Put(0, whole.Height-1-len(lines)+i, one, p)
	}
	drawHints(whole, m.screen.Hints(&m.world))
}

// drawHints writes as many keys as there is room for into the last line, and how to see the others.
func drawHints(whole canvas.Region, hints []key.Binding) {
	const gap = "  "
	help := tui.KeyHelp.Help().Key + " " + tui.KeyHelp.Help().Desc
	room := whole.Width - canvas.TextWidth(help)
	x, y := 0, whole.Height-1
	for _, hint := range hints {
		if !hint.Enabled() {
			continue
		}
		h := hint.Help()
		if x+canvas.TextWidth(h.Key)+1+canvas.TextWidth(h.Desc)+len(gap) > room {
			continue
		}
		x = whole.Put(x, y, h.Key, canvas.Strong)
		x = whole.Put(x+1, y, h.Desc, canvas.Faint) + len(gap)
	}
	x = whole.Put(x, y, tui.KeyHelp.Help().Key, canvas.Strong)
	whole.Put(x+1, y, tui.KeyHelp.Help().Desc, canvas.Faint)
}
