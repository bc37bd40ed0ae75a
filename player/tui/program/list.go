package program

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
	"github.com/battleship-chain/battleship/player/tui/duel"
)

// listScreen shows a list of games or players beside the lobby.
type listScreen struct {
	list tui.List
	page tui.Page
	at   int
	// known reports whether the first page has come, and looking whether one is on its way.
	known, looking bool
	// back is the screen that has led here.
	back tui.Screen
}

// toList shows a list. Back leads from there to the screen before.
func toList(w *tui.World, list tui.List, back tui.Screen) (tui.Screen, tea.Cmd) {
	return listScreen{list: list, looking: true, back: back}, w.AskList(list)
}

// lists are the lists that a key of the lobby leads to.
var lists = []struct {
	key key.Binding
	of  tui.ListOf
}{
	{lobbyKeys.profile, tui.ListProfile},
	{lobbyKeys.ladder, tui.ListLadder},
	{lobbyKeys.history, tui.ListHistory},
	{lobbyKeys.watch, tui.ListRunning},
}

// Title implements tui.Screen.
func (s listScreen) Title(*tui.World) string { return s.page.Title }

// row is the chosen line.
func (s listScreen) row() (tui.PageRow, bool) {
	if s.at >= len(s.page.Rows) {
		return tui.PageRow{}, false
	}
	return s.page.Rows[s.at], true
}

// Hints implements tui.Screen.
func (s listScreen) Hints(*tui.World) []key.Binding {
	var hints []key.Binding
	if r, ok := s.row(); ok {
		enter := listKeys.enter
		switch {
		case r.Game > 0 && !r.Over:
			enter.SetHelp(enter.Help().Key, "watch")
		case r.Game > 0 && r.Kind == text.Duel:
			enter.SetHelp(enter.Help().Key, "replay")
		case r.Game > 0:
			enter.SetHelp(enter.Help().Key, "its end")
		default:
			enter.SetHelp(enter.Help().Key, "profile")
		}
		if hints = append(hints, enter); r.Game > 0 && r.Player != "" {
			hints = append(hints, listKeys.player)
		}
	}
	if s.page.Next != "" {
		hints = append(hints, listKeys.more)
	}
	return append(hints, listKeys.back)
}

// Keys implements tui.Screen.
func (s listScreen) Keys(*tui.World) []key.Binding {
	return []key.Binding{keyChoose, listKeys.enter, listKeys.player, listKeys.more, listKeys.back}
}

// Press implements tui.Screen.
func (s listScreen) Press(w *tui.World, k tea.KeyPressMsg) (tui.Screen, tea.Cmd) {
	r, ok := s.row()
	switch {
	case key.Matches(k, listKeys.back):
		w.Request++
		return s.back, nil
	case key.Matches(k, lobbyKeys.up):
		s.at = max(s.at-1, 0)
	case key.Matches(k, lobbyKeys.down):
		s.at = max(min(s.at+1, len(s.page.Rows)-1), 0)
	case key.Matches(k, listKeys.more) && s.page.Next != "" && !s.looking:
		s.looking = true
		next := s.list
		next.After = s.page.Next
		return s, w.AskList(next)
	case ok && key.Matches(k, listKeys.enter) && r.Game > 0:
		return s.toGame(w, r)
	case ok && key.Matches(k, listKeys.enter, listKeys.player) && r.Player != "":
		return toList(w, tui.List{Of: tui.ListProfile, Player: r.Player}, s)
	}
	return s, nil
}

// toGame shows a game of the list, from which the way leads back here. A duel that is over is replayed.
func (s listScreen) toGame(w *tui.World, r tui.PageRow) (tui.Screen, tea.Cmd) {
	w.Request++
	s.looking = false
	w.Back = s
	if r.Over && r.Kind == text.Duel {
		return duel.Replay(r.Game), w.Focus(r.Game)
	}
	return toGame(w, r.Game, r.Kind)
}

// Click implements tui.Screen.
func (s listScreen) Click(w *tui.World, r canvas.Region, _, y int, button tea.MouseButton) (tui.Screen, tea.Cmd) {
	from, top, lines := s.layout(r)
	at := from + y - top
	if y < top || y >= top+lines || at >= len(s.page.Rows) || button != tea.MouseLeft {
		return s, nil
	}
	if at == s.at {
		return s.Press(w, tea.KeyPressMsg{Code: tea.KeyEnter})
	}
	s.at = at
	return s, nil
}

// Hear implements tui.Screen.
func (s listScreen) Hear(w *tui.World, msg tea.Msg) (tui.Screen, tea.Cmd) {
	page, ok := msg.(tui.PageMsg)
	if !ok || page.Request != w.Request {
		return s, nil
	}
	s.looking = false
	switch {
	case page.Err != nil:
		w.Fail(page.Err)
	case s.known:
		s.page.Rows, s.page.Next = slices.Concat(s.page.Rows, page.Page.Rows), page.Page.Next
	default:
		s.page, s.known = page.Page, true
		for i, r := range s.page.Rows {
			if r.Own {
				s.at = i
			}
		}
	}
	return s, nil
}

// Status implements tui.Screen.
func (s listScreen) Status(*tui.World) (string, canvas.Paint) {
	if s.looking {
		return text.LookingUpList, canvas.Plain
	}
	return "", canvas.Plain
}

const (
	// factColumn is the width of the names of facts, and factsRight that of the right column of facts.
	factColumn, factsRight = 12, 30
)

// layout returns the first line that is shown, where the lines begin, and how many there is room for.
func (s listScreen) layout(r canvas.Region) (from, top, lines int) {
	top = 1
	if facts := len(s.page.Facts); facts > 0 {
		top += 1 + facts/2 + 1
	}
	lines = max(r.Height-top, 0)
	return max(min(s.at-lines/2, len(s.page.Rows)-lines), 0), top, lines
}

// drawFacts draws the first fact in a line of its own, and the others in two columns.
func (s listScreen) drawFacts(r canvas.Region) {
	half := len(s.page.Facts) / 2
	for i, fact := range s.page.Facts {
		x, y, width := 0, i, r.Width
		if i > 0 {
			width -= factsRight + 1
		}
		if i > half {
			x, y, width = r.Width-factsRight, i-half, factsRight
		}
		r.Put(x, y, fact[0], canvas.Faint)
		r.Put(x+factColumn, y, canvas.Shorten(fact[1], width-factColumn), canvas.Plain)
	}
}

// Draw implements tui.Screen.
func (s listScreen) Draw(w *tui.World, r canvas.Region) {
	if !s.known {
		return
	}
	s.drawFacts(r)
	from, top, lines := s.layout(r)
	if len(s.page.Rows) == 0 {
		r.Put(0, top-1, text.Sentence(text.ListEmpty), canvas.Faint)
		return
	}
	all := []row{{cells: s.page.Columns}}
	for _, line := range s.page.Rows {
		all = append(all, row{cells: line.Cells})
	}
	widths := columnWidths(all, r.Width-2)
	putCells(r, top-1, s.page.Columns, widths, canvas.Faint)
	for i, line := range s.page.Rows[from:min(from+lines, len(s.page.Rows))] {
		p := canvas.Plain
		if line.Own {
			p = canvas.Strong
		}
		if from+i == s.at {
			p = canvas.Cursor
			r.Put(0, top+i, string(w.Marks.Bullet), p)
		}
		putCells(r, top+i, line.Cells, widths, p)
	}
}
