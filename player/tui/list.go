package tui

import (
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/player/text"
)

// ListOf is the content of a list.
type ListOf uint8

// The lists.
const (
	// ListProfile has the record of a player and its finished games, the last one first.
	ListProfile ListOf = iota
	// ListHistory has the finished games alone.
	ListHistory
	// ListLadder has the rated players, the best first.
	ListLadder
	// ListRunning has the running games of others.
	ListRunning
)

// List is a page of a list to load.
type List struct {
	Of ListOf
	// Player is the address of the player whose record or games are listed. It is empty for the player at the screens.
	Player string
	// After is Page.Next of the page before. It is empty for the first one.
	After string
}

// Page is one page of a list.
type Page struct {
	// Title names the list, such as "Ladder".
	Title string
	// Facts are names and values above the list, on the first page.
	Facts [][2]string
	// Columns are the titles of the columns.
	Columns []string
	Rows    []PageRow
	// Next continues the list after this page. It is empty after the last one.
	Next string
}

// PageRow is one line of a list. It leads to a game or to a player.
type PageRow struct {
	Cells []string
	// Own marks the player at the screens.
	Own bool
	// Game is the game of the line, of a kind, or 0. Over reports whether it has ended.
	Game uint64
	Kind text.Kind
	Over bool
	// Player is the address of the player of the line, such as the opponent. It is empty if there is not one.
	Player string
}

// PageMsg is a page of a list.
type PageMsg struct {
	Request uint64
	Page    Page
	Err     error
}

// AskList asks for a page of a list.
func (w *World) AskList(l List) tea.Cmd {
	w.Request++
	ctx, backend, request := w.Ctx, w.Backend, w.Request
	return func() tea.Msg {
		page, err := backend.List(ctx, l)
		return PageMsg{request, page, err}
	}
}
