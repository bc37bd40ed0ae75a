package tui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
)

// confirmScreen shows what entering a game means, and enters it.
type confirmScreen struct {
	place placeScreen
	// sending reports whether the game is being entered.
	sending bool
}

func (s confirmScreen) title(*world) string { return "Enter the game?" }

func (s confirmScreen) hints(*world) []key.Binding {
	if s.sending {
		back := confirmKeys.back
		back.SetHelp("esc", text.ContinuesByItself)
		return []key.Binding{back}
	}
	return []key.Binding{confirmKeys.yes, confirmKeys.back}
}

func (s confirmScreen) keys(w *world) []key.Binding { return s.hints(w) }

func (s confirmScreen) press(w *world, k tea.KeyPressMsg) (screen, tea.Cmd) {
	switch {
	case s.sending && key.Matches(k, confirmKeys.back):
		return w.toLobby()
	case s.sending:
	case key.Matches(k, confirmKeys.back):
		return s.place, nil
	case key.Matches(k, confirmKeys.yes):
		return s.sent(w)
	}
	return s, nil
}

// sent enters the game.
func (s confirmScreen) sent(w *world) (screen, tea.Cmd) {
	s.sending = true
	return s, w.enter(s.place.wish, game.Fleet(s.place.fleet.ships))
}

func (s confirmScreen) click(*world, region, int, int, tea.MouseButton) (screen, tea.Cmd) {
	return s, nil
}

func (s confirmScreen) hear(w *world, msg tea.Msg) (screen, tea.Cmd) {
	entered, ok := msg.(enteredMsg)
	switch {
	case !ok || entered.request != w.request:
		return s, nil
	case entered.err != nil:
		w.fail(entered.err)
		s.sending = false
		return s, nil
	}
	return w.toGame(entered.id, s.place.wish.Kind.Melee())
}

func (s confirmScreen) status(w *world) (string, paint) {
	if s.sending {
		if words, p := progress(w.snap.Lobby.Sending); words != "" {
			return words, p
		}
		return text.EnteringGame, plain
	}
	return text.EnterWithFleet, strong
}

func (s confirmScreen) draw(w *world, r region) {
	b := s.place.board(r)
	side := r.part(b.width()+4, b.y, r.width, r.height)
	terms := s.terms(side.width)
	if len(terms) > side.height {
		// The terms must be read whole, and the fleet was seen on the screen before.
		if terms = s.terms(r.width); len(terms) > r.height {
			terms = slices.DeleteFunc(terms, func(one termLine) bool { return one.text == "" })
		}
		drawTerms(r, terms)
		return
	}
	drawTerms(side, terms)
	r.put(b.x+labels+1, b.y, "Your board", strong)
	fleet, err := s.place.wish.Ruleset.FleetTiles(s.place.fleet.ships)
	b.draw(r, func(t game.Tile) look {
		if err == nil && fleet.Has(t) {
			return look{mark: w.marks.ship, paint: ship}
		}
		return look{mark: w.marks.water, paint: water}
	}, unmarked)
}

// termLine is a line of the terms, of two parts.
type termLine struct {
	what, text string
	column     int
	paint      paint
}

// terms are what entering means, in lines of a width.
func (s confirmScreen) terms(width int) []termLine {
	var lines []termLine
	add := func(column int, text string, p paint) {
		for _, one := range wrap(text, width-column) {
			lines = append(lines, termLine{column: column, text: one, paint: p})
		}
	}
	quote := s.place.quote
	add(0, quote.Title, strong)
	lines = append(lines, termLine{})
	column := 0
	for _, payment := range quote.Payments {
		column = min(max(column, textWidth(payment.What)+2), width/2)
	}
	for _, payment := range quote.Payments {
		at := len(lines)
		add(column, payment.Amount, strong)
		add(column, payment.Fate, plain)
		if at < len(lines) {
			lines[at].what = shorten(payment.What, column-1)
		}
		lines = append(lines, termLine{})
	}
	if len(quote.Payments) == 0 {
		nothing := text.NothingButFee
		if quote.Free {
			nothing = text.NothingToPay
		}
		add(0, nothing, plain)
		lines = append(lines, termLine{})
	}
	for _, note := range quote.Notes {
		add(0, text.Sentence(note), plain)
	}
	return lines
}

func drawTerms(r region, lines []termLine) {
	for y, one := range lines {
		r.put(0, y, one.what, plain)
		r.put(one.column, y, one.text, one.paint)
	}
}
