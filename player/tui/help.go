package tui

import (
	"charm.land/bubbles/v2/key"

	"github.com/battleship-chain/battleship/player/text"
)

// drawHelp shows the keys of the screen and the meaning of the marks.
func (m Model) drawHelp(body region) {
	const column = 13
	half := body.width / 2
	y := 1
	body.put(0, y, "Keys", strong)
	y++
	bindings := append(append([]key.Binding{}, m.screen.keys(&m.world)...), keyHelp, keyExit)
	for _, binding := range bindings {
		if binding.Enabled() {
			body.put(2, y, binding.Help().Key, strong)
			body.put(2+column, y, binding.Help().Desc, plain)
			y++
		}
	}
	right := body.part(half, 0, body.width-half, body.height)
	y = 1
	right.put(0, y, "Marks", strong)
	legend := m.world.legend()
	if s, ok := m.screen.(interface{ legend(w *world) []legendLine }); ok {
		legend = s.legend(&m.world)
	}
	for _, mark := range legend {
		y++
		right.put(2, y, mark.mark, mark.paint)
		right.put(7, y, mark.means, plain)
	}
	y += 2
	texts := []string{
		text.DuelClicks,
		text.DuelSendsItself,
	}
	if s, ok := m.screen.(interface{ helps() []string }); ok {
		texts = s.helps()
	}
	for _, words := range texts {
		y = right.putWrapped(0, y, words, plain) + 1
	}
}

// legendLine is a mark with its meaning.
type legendLine struct {
	mark  string
	paint paint
	// means and short are its meaning, in the help and in the legend.
	means, short string
}

func (w *world) legend() []legendLine {
	m := w.marks
	return []legendLine{
		{string(m.water), water, text.MarkWater, "unknown"},
		{string(m.ship), ship, "ship", "ship"},
		{string(m.miss), miss, "miss", "miss"},
		{string(m.hit), hit, "hit", "hit"},
		{string(m.sunk), sunk, "sunk", "sunk"},
		{string(m.pending), warn, text.MarkPending, "on its way"},
		{"( )", strong, "the last shot", "last"},
		{"[ ]", cursor, "where you aim", "aim"},
	}
}
