package tui

import "charm.land/bubbles/v2/key"

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
		"A click on a tile of the other board fires. While you place your fleet, a click takes a ship or moves it, and a " +
			"right click turns it.",
		"Answers and proofs that you owe are sent by themselves while this is open. You only decide where to shoot.",
	}
	if s, ok := m.screen.(interface{ helps() []string }); ok {
		texts = s.helps()
	}
	for _, text := range texts {
		y = right.putWrapped(0, y, text, plain) + 1
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
		{string(m.water), water, "nobody has shot here", "unknown"},
		{string(m.ship), ship, "ship", "ship"},
		{string(m.miss), miss, "miss", "miss"},
		{string(m.hit), hit, "hit", "hit"},
		{string(m.sunk), sunk, "sunk", "sunk"},
		{string(m.pending), warn, "shot, not answered yet", "on its way"},
		{"( )", strong, "the last shot", "last"},
		{"[ ]", cursor, "where you aim", "aim"},
	}
}
