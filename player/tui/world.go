package tui

import (
	"context"
	"errors"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// The smallest terminal for every screen, and the largest picture: wider ones are harder to read.
const (
	MinWidth  = 80
	MinHeight = 22
	MaxWidth  = 128
	MaxHeight = 40
)

// World is what all screens see.
type World struct {
	//nolint:containedctx // Bubble Tea hands none to Update, and the commands need one
	Ctx     context.Context
	Backend Backend
	Routes  Routes
	Marks   canvas.Marks
	Snap    Snapshot
	// Seen reports whether there was a snapshot.
	Seen bool
	// Width and Height are the terminal's, 0 until they are known.
	Width, Height int
	// Request is the number of the last question to the backend; replies to others come too late.
	Request uint64
	// Notice is the current notice, until the next key. IsError reports whether it is an error.
	Notice  string
	IsError bool
	// Read is the lobby's news that the player has read, by pressing a key since.
	Read LobbyNews
	// Details reports whether the progress and the cost of each transaction are shown in games.
	Details bool
	// Back is the screen to which the way leads back from a game. It is nil for the lobby.
	Back Screen
	// Passing reports whether all games end with the program.
	Passing bool
	// Wait waits for a pause, or until the context ends. It is nil if no screen changes by itself.
	Wait func(context.Context, Pause)
	// Vivid reports whether boards have backgrounds, and shots are seen to land.
	Vivid bool
}

// Pause is a pause between two pictures of a screen that changes by itself.
type Pause uint8

const (
	// PauseReplay is between two shots of a replay.
	PauseReplay Pause = iota
	// PauseFrame is between two pictures of a shot that lands.
	PauseFrame
	// PauseBanner is how long a banner stays after them.
	PauseBanner
)

// LobbyNews is news that the lobby shows once.
type LobbyNews struct {
	Sending text.Transaction
	Notice  string
}

// Routes lead to screens that all games share.
type Routes struct {
	// Lobby returns the lobby with a chosen game, or 0.
	Lobby func(chosen uint64) Screen
	// Place places a fleet for the game of a wish.
	Place func(w *World, wish Wish, quote Quote) (Screen, tea.Cmd)
}

// Captioned is the screen of a game.
type Captioned interface {
	// TerminalTitle is the title of the terminal. It is empty for the program's own.
	TerminalTitle(w *World) string
	// Caption describes the terms.
	Caption(w *World) string
}

// Explained is a screen with marks of its own.
type Explained interface {
	// Legend has the meanings of the marks.
	Legend(w *World) []LegendLine
}

// Helping is a screen with help of its own.
type Helping interface {
	// Helps are the sentences below the marks.
	Helps() []string
}

// Screen is one screen. Its functions change only their results, and the world's notice.
type Screen interface {
	// Title is the title of the screen.
	Title(w *World) string
	// Hints are the keys that matter most, for the last line.
	Hints(w *World) []key.Binding
	// Keys are all keys, for the help.
	Keys(w *World) []key.Binding
	// Press handles a key.
	Press(w *World, k tea.KeyPressMsg) (Screen, tea.Cmd)
	// Click handles a click into the region that draw draws in.
	Click(w *World, r canvas.Region, x, y int, button tea.MouseButton) (Screen, tea.Cmd)
	// Hear handles a reply of the backend, or a new snapshot.
	Hear(w *World, msg tea.Msg) (Screen, tea.Cmd)
	// Draw draws the screen.
	Draw(w *World, r canvas.Region)
	// Status is the line above the keys, if the world has no notice.
	Status(w *World) (string, canvas.Paint)
}

// Replies of the backend.
type (
	// SnapshotMsg is a new snapshot, or the reason why the screens end.
	SnapshotMsg struct {
		Snap Snapshot
		Err  error
	}
	// QuoteMsg is the cost of a wish.
	QuoteMsg struct {
		Request uint64
		Wish    Wish
		Quote   Quote
		Err     error
	}
	// FleetMsg is a random fleet.
	FleetMsg struct {
		Request uint64
		Fleet   game.Fleet
		Err     error
	}
	// EnteredMsg is the end of entering a game.
	EnteredMsg struct {
		Request uint64
		ID      uint64
		Err     error
	}
	// BeatMsg is the time for the next shot of a replay.
	BeatMsg struct{ Request uint64 }
	// FrameMsg is the time for the next picture of a shot that lands on the board of a seat. Number is that of the
	// impact.
	FrameMsg struct {
		ID     uint64
		Seat   game.Seat
		Number int
	}
	// DoneMsg is the end of an act.
	DoneMsg struct {
		id  uint64
		act Act
		Err error
	}
)

// News is the unread news of the lobby.
func (w *World) News() LobbyNews {
	news := LobbyNews{Sending: w.Snap.Lobby.Sending, Notice: w.Snap.Lobby.Notice}
	if news.Sending == w.Read.Sending {
		news.Sending = text.Transaction{}
	}
	if news.Notice == w.Read.Notice {
		news.Notice = ""
	}
	return news
}

// Tell shows a notice until the next key.
func (w *World) Tell(what string) { w.Notice, w.IsError = what, false }

// Fail shows an error.
func (w *World) Fail(err error) {
	if !errors.Is(err, context.Canceled) {
		w.Notice, w.IsError = text.Sentence(err.Error()), true
	}
}

// Next waits for the next snapshot.
func (w *World) Next() tea.Cmd {
	ctx, backend, seen := w.Ctx, w.Backend, w.Snap.Version
	return func() tea.Msg {
		snap, err := backend.Next(ctx, seen)
		return SnapshotMsg{snap, err}
	}
}

// Focus brings a game into focus, or none for 0.
func (w *World) Focus(id uint64) tea.Cmd {
	backend := w.Backend
	return func() tea.Msg {
		backend.Focus(id)
		return nil
	}
}

// AskQuote asks for the cost of a wish.
func (w *World) AskQuote(wish Wish) tea.Cmd {
	w.Request++
	return w.Quote(wish)
}

// Quote asks under the number of the last question.
func (w *World) Quote(wish Wish) tea.Cmd {
	ctx, backend, request := w.Ctx, w.Backend, w.Request
	return func() tea.Msg {
		quote, err := backend.Quote(ctx, wish)
		if quote.Instead != nil {
			return QuoteMsg{request, *quote.Instead, quote, err}
		}
		return QuoteMsg{request, wish, quote, err}
	}
}

// AskFleet asks for a random fleet.
func (w *World) AskFleet(r *game.Ruleset) tea.Cmd {
	w.Request++
	backend, request := w.Backend, w.Request
	return func() tea.Msg {
		fleet, err := backend.RandomFleet(r)
		return FleetMsg{request, fleet, err}
	}
}

// NextBeat waits for the next shot of a replay.
func (w *World) NextBeat() tea.Cmd {
	w.Request++
	return w.after(PauseReplay, BeatMsg{w.Request})
}

// NextFrame waits for the next picture of a shot that lands.
func (w *World) NextFrame(next FrameMsg, p Pause) tea.Cmd { return w.after(p, next) }

// after sends a message after a pause.
func (w *World) after(p Pause, msg tea.Msg) tea.Cmd {
	ctx, wait := w.Ctx, w.Wait
	return func() tea.Msg {
		wait(ctx, p)
		return msg
	}
}

// Enter enters the game of a wish.
func (w *World) Enter(wish Wish, fleet game.Fleet) tea.Cmd {
	w.Request++
	ctx, backend, request := w.Ctx, w.Backend, w.Request
	return func() tea.Msg {
		id, err := backend.Enter(ctx, wish, fleet)
		return EnteredMsg{request, id, err}
	}
}

// Do performs an act in a game.
func (w *World) Do(id uint64, act Act) tea.Cmd {
	ctx, backend := w.Ctx, w.Backend
	return func() tea.Msg { return DoneMsg{id, act, backend.Do(ctx, id, act)} }
}

// ToLobby goes to the lobby, or back to the list that has led here.
func (w *World) ToLobby() (Screen, tea.Cmd) {
	w.Request++ // whatever was asked is not waited for
	back := w.Back
	if w.Back = nil; back == nil {
		back = w.Routes.Lobby(0)
	}
	return back, w.Focus(0)
}

const (
	// Margins are the columns that stay free on either side.
	Margins = 2
	// FootLines is the number of lines below a screen.
	FootLines = 2
	// lowHeight is the height of a terminal that has a line of its own for the connection.
	lowHeight = 24
)

// HeadLines returns the number of lines above a screen: a low terminal has no line for the connection.
func (w *World) HeadLines() int {
	if w.Height < lowHeight {
		return 1
	}
	return 2
}

// Body has the size of a screen's region; nothing can be drawn in it.
func (w *World) Body() canvas.Region {
	return canvas.Region{
		Width:  max(min(w.Width, MaxWidth)-Margins, 0),
		Height: max(min(w.Height, MaxHeight)-w.HeadLines()-FootLines, 0),
	}
}

// Separator separates two items in a line.
func (w *World) Separator() string { return " " + string(w.Marks.Sep) + " " }

// Quoted continues with the fleet for a game whose terms were looked up, or stays on a screen and shows why not.
func (w *World) Quoted(s Screen, msg QuoteMsg) (Screen, tea.Cmd) {
	if msg.Err != nil {
		w.Fail(msg.Err)
		return s, nil
	}
	return w.Routes.Place(w, msg.Wish, msg.Quote)
}

// PressAbsent takes a key while a game is being looked up.
func (w *World) PressAbsent(s Screen, k tea.KeyPressMsg) (Screen, tea.Cmd) {
	if key.Matches(k, GameKeys.Back) {
		return w.ToLobby()
	}
	return s, nil
}

// DrawAbsent draws that a game is being looked up, or the reason why it is missing.
func (w *World) DrawAbsent(what string, r canvas.Region) {
	if w.Snap.NoGame == "" {
		r.Put(0, 0, "Looking up the "+what+".", canvas.Faint)
	}
}
