package program

import (
	"charm.land/bubbles/v2/key"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// helpPage returns the part of the terminal for the keys and marks: all but the head and the last line.
func (m Model) helpPage(whole canvas.Region) canvas.Region {
	head := m.world.HeadLines()
	return whole.Part(0, head, whole.Width, whole.Height-head-1)
}

// moreHelp reports whether there is more after the page that is shown, and returns its first line.
func (m Model) moreHelp() (int, bool) {
	whole, _ := m.frame(canvas.New(m.world.Width, m.world.Height))
	page := m.helpPage(whole)
	next := m.helpTop + page.Height
	return next, m.drawHelp(page) > next
}

// drawHelp shows the keys of the screen and the meaning of the marks, from the line helpTop on. It returns the number
// of all lines.
func (m Model) drawHelp(body canvas.Region) int {
	const column = 13
	half := body.Width / 2
	y := 1 - m.helpTop
	body.Put(0, y, "Keys", canvas.Strong)
	y++
	bindings := append(append([]key.Binding{}, m.screen.Keys(&m.world)...), tui.KeyHelp, tui.KeyExit)
	for _, binding := range bindings {
		if binding.Enabled() {
			body.Put(2, y, binding.Help().Key, canvas.Strong)
			body.Put(2+column, y, binding.Help().Desc, canvas.Plain)
			y++
		}
	}
	end := y
	right := body.Part(half, 0, body.Width-half, body.Height)
	y = 1 - m.helpTop
	right.Put(0, y, "Marks", canvas.Strong)
	legend := m.world.Legend()
	if s, ok := m.screen.(tui.Explained); ok {
		legend = s.Legend(&m.world)
	}
	for _, mark := range legend {
		y++
		right.Put(2, y, mark.Mark, mark.Paint)
		right.Put(7, y, mark.Means, canvas.Plain)
	}
	y += 2
	texts := []string{
		text.DuelClicks,
		text.DuelSendsItself,
	}
	if s, ok := m.screen.(tui.Helping); ok {
		texts = s.Helps()
	}
	for _, words := range texts {
		y = right.PutWrapped(0, y, words, canvas.Plain) + 1
	}
	return max(end, y-1) + m.helpTop
}
