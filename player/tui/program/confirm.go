package program

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// confirmScreen shows what entering a game means, and enters it.
type confirmScreen struct {
	place placeScreen
	// sending reports whether the game is being entered.
	sending bool
}

// Title implements tui.Screen.
func (s confirmScreen) Title(*tui.World) string { return "Enter the game?" }

// Hints implements tui.Screen.
func (s confirmScreen) Hints(*tui.World) []key.Binding {
	if s.sending {
		back := confirmKeys.back
		back.SetHelp("esc", text.ContinuesByItself)
		return []key.Binding{back}
	}
	return []key.Binding{confirmKeys.yes, confirmKeys.back}
}

// Keys implements tui.Screen.
func (s confirmScreen) Keys(w *tui.World) []key.Binding { return s.Hints(w) }

// Press implements tui.Screen.
func (s confirmScreen) Press(w *tui.World, k tea.KeyPressMsg) (tui.Screen, tea.Cmd) {
	switch {
	case s.sending && key.Matches(k, confirmKeys.back):
		return w.ToLobby()
	case s.sending:
	case key.Matches(k, confirmKeys.back):
		return s.place, nil
	case key.Matches(k, confirmKeys.yes):
		return s.sent(w)
	}
	return s, nil
}

// sent enters the game.
func (s confirmScreen) sent(w *tui.World) (tui.Screen, tea.Cmd) {
	s.sending = true
	return s, w.Enter(s.place.wish, game.Fleet(s.place.fleet.ships))
}

// Click implements tui.Screen.
func (s confirmScreen) Click(*tui.World, canvas.Region, int, int, tea.MouseButton) (tui.Screen, tea.Cmd) {
	return s, nil
}

// Hear implements tui.Screen.
func (s confirmScreen) Hear(w *tui.World, msg tea.Msg) (tui.Screen, tea.Cmd) {
	entered, ok := msg.(tui.EnteredMsg)
	switch {
	case !ok || entered.Request != w.Request:
		return s, nil
	case entered.Err != nil:
		w.Fail(entered.Err)
		s.sending = false
		return s, nil
	}
	return toGame(w, entered.ID, s.place.wish.Of)
}

// Status implements tui.Screen.
func (s confirmScreen) Status(w *tui.World) (string, canvas.Paint) {
	if s.sending {
		if words, p := tui.Progress(w.Snap.Lobby.Sending); words != "" {
			return words, p
		}
		return text.EnteringGame, canvas.Plain
	}
	return text.EnterWithFleet, canvas.Strong
}

// Draw implements tui.Screen.
func (s confirmScreen) Draw(w *tui.World, r canvas.Region) {
	b := s.place.board(r)
	side := r.Part(b.Width()+4, b.Y, r.Width, r.Height)
	terms := s.terms(side.Width)
	if len(terms) > side.Height {
		// The terms must be read whole, and the fleet was seen on the screen before.
		if terms = s.terms(r.Width); len(terms) > r.Height {
			terms = slices.DeleteFunc(terms, func(one termLine) bool { return one.text == "" })
		}
		drawTerms(r, terms)
		return
	}
	drawTerms(side, terms)
	r.Put(b.X+canvas.Labels+1, b.Y, "Your board", canvas.Strong)
	ships := tui.ShipsAt(s.place.wish.Ruleset, s.place.fleet.ships)
	b.Draw(r, func(t game.Tile) canvas.Look {
		if ships[t] > 0 {
			return canvas.Look{Mark: w.Marks.Ship, Paint: canvas.Ship, Ship: ships[t]}
		}
		return canvas.Look{Mark: w.Marks.Water, Paint: canvas.Water}
	}, canvas.Unmarked)
}

// termLine is a line of the terms, of two parts.
type termLine struct {
	what, text string
	column     int
	paint      canvas.Paint
}

// terms are what entering means, in lines of a width.
func (s confirmScreen) terms(width int) []termLine {
	var lines []termLine
	add := func(column int, text string, p canvas.Paint) {
		for _, one := range canvas.Wrap(text, width-column) {
			lines = append(lines, termLine{column: column, text: one, paint: p})
		}
	}
	quote := s.place.quote
	add(0, quote.Title, canvas.Strong)
	lines = append(lines, termLine{})
	column := 0
	for _, payment := range quote.Payments {
		column = min(max(column, canvas.TextWidth(payment.What)+2), width/2)
	}
	for _, payment := range quote.Payments {
		at := len(lines)
		add(column, payment.Amount, canvas.Strong)
		add(column, payment.Fate, canvas.Plain)
		if at < len(lines) {
			lines[at].what = canvas.Shorten(payment.What, column-1)
		}
		lines = append(lines, termLine{})
	}
	if len(quote.Payments) == 0 {
		nothing := text.NothingButFee
		if quote.Free {
			nothing = text.NothingToPay
		}
		add(0, nothing, canvas.Plain)
		lines = append(lines, termLine{})
	}
	for _, note := range quote.Notes {
		add(0, text.Sentence(note), canvas.Plain)
	}
	return lines
}

func drawTerms(r canvas.Region, lines []termLine) {
	for y, one := range lines {
		r.Put(0, y, one.what, canvas.Plain)
		r.Put(one.column, y, one.text, one.paint)
	}
}
