package program

import (
	"charm.land/bubbles/v2/key"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// drawHelp shows the keys of the screen and the meaning of the marks.
func (m Model) drawHelp(body canvas.Region) {
	const column = 13
	half := body.Width / 2
	y := 1
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
	right := body.Part(half, 0, body.Width-half, body.Height)
	y = 1
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
}
