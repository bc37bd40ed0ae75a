package tui

import (
	"context"
	"errors"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
)

// The smallest terminal for every screen, and the largest picture: wider ones are harder to read.
const (
	MinWidth  = 80
	MinHeight = 22
	maxWidth  = 128
	maxHeight = 40
)

// Options are how the screens begin.
type Options struct {
	// ASCII draws with plain characters alone.
	ASCII bool
	// Enter begins with entering the game of a wish. It is nil for the lobby.
	Enter *Wish
	// Game begins with a duel and Melee with a melee. Both are 0 for the lobby.
	Game, Melee uint64
	// Notice is shown at first, until a key is pressed. It is empty for none.
	Notice string
	// Passing reports whether all games end with the program.
	Passing bool
}

// Model is the screens as one Bubble Tea program. It is a value.
type Model struct {
	world  world
	screen screen
	styles *[paints]lipgloss.Style
	// helping reports whether the keys are shown instead of the screen.
	helping bool
	err     error
}

// world is what all screens see.
type world struct {
	//nolint:containedctx // Bubble Tea hands none to Update, and the commands need one
	ctx     context.Context
	backend Backend
	marks   marks
	snap    Snapshot
	// seen reports whether there was a snapshot.
	seen bool
	// width and height are the terminal's, 0 until they are known.
	width, height int
	// request is the number of the last question to the backend; replies to others come too late.
	request uint64
	// notice is the current notice, until the next key. isError reports whether it is an error.
	notice  string
	isError bool
	// read is the lobby's news that the player has read, by pressing a key since.
	read lobbyNews
	// passing reports whether all games end with the program.
	passing bool
}

// lobbyNews is news that the lobby shows once.
type lobbyNews struct {
	sending text.Transaction
	notice  string
}

// screen is one screen. Its functions change only their results, and the world's notice.
type screen interface {
	// title is the title of the screen.
	title(w *world) string
	// hints are the keys that matter most, for the last line.
	hints(w *world) []key.Binding
	// keys are all keys, for the help.
	keys(w *world) []key.Binding
	// press handles a key.
	press(w *world, k tea.KeyPressMsg) (screen, tea.Cmd)
	// click handles a click into the region that draw draws in.
	click(w *world, r region, x, y int, button tea.MouseButton) (screen, tea.Cmd)
	// hear handles a reply of the backend, or a new snapshot.
	hear(w *world, msg tea.Msg) (screen, tea.Cmd)
	// draw draws the screen.
	draw(w *world, r region)
	// status is the line above the keys, if the world has no notice.
	status(w *world) (string, paint)
}

// Replies of the backend.
type (
	snapshotMsg struct {
		snap Snapshot
		err  error
	}
	quoteMsg struct {
		request uint64
		wish    Wish
		quote   Quote
		err     error
	}
	fleetMsg struct {
		request uint64
		fleet   game.Fleet
		err     error
	}
	enteredMsg struct {
		request uint64
		id      uint64
		err     error
	}
	doneMsg struct {
		id  uint64
		act Act
		err error
	}
)

// New returns the screens of a backend. The context ends their calls.
func New(ctx context.Context, backend Backend, o Options) Model {
	m := Model{
		world:  world{ctx: ctx, backend: backend, marks: unicodeMarks, notice: o.Notice, passing: o.Passing},
		styles: newStyles(),
	}
	if o.ASCII {
		m.world.marks = asciiMarks
	}
	switch {
	case o.Enter != nil:
		m.screen = opening{wish: *o.Enter}
	case o.Game > 0:
		m.screen = newGameScreen(o.Game)
	case o.Melee > 0:
		m.screen = newMeleeScreen(o.Melee)
	default:
		m.screen = lobbyScreen{}
	}
	return m
}

// Err is why the screens have ended, nil if the player has left them.
func (m Model) Err() error { return m.err }

// Farewell lists the games of a player who has left that continue, except for some that have ended since. It is empty
// for none.
func (m Model) Farewell(ended ...uint64) string {
	if m.world.passing {
		return ""
	}
	var running []uint64
	turns, offChain := 0, 0
	for _, g := range m.world.snap.Lobby.Running {
		if g.Over || slices.Contains(ended, g.ID) {
			continue
		}
		if running = append(running, g.ID); g.Turn {
			turns++
		}
		if g.OffChain {
			offChain++
		}
	}
	return text.Sentence(text.Farewell(running, turns, offChain))
}

// Init implements tea.Model.
func (m Model) Init() tea.Cmd {
	cmds := []tea.Cmd{m.world.next()}
	switch s := m.screen.(type) {
	case opening:
		cmds = append(cmds, m.world.quote(s.wish))
	case gameScreen:
		cmds = append(cmds, m.world.focus(s.id))
	case meleeScreen:
		cmds = append(cmds, m.world.focus(s.id))
	}
	return tea.Batch(cmds...)
}

// Update implements tea.Model.
func (m Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.world.width, m.world.height = msg.Width, msg.Height
		return m, nil
	case tea.KeyPressMsg:
		return m.press(msg)
	case tea.MouseClickMsg:
		return m.click(msg)
	case snapshotMsg:
		return m.show(msg)
	case quoteMsg, fleetMsg, enteredMsg, doneMsg:
		return m.hear(msg)
	}
	return m, nil
}

func (m Model) press(k tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch {
	case key.Matches(k, keyExit):
		return m, tea.Quit
	case m.helping:
		m.helping = false
		return m, nil
	}
	m.world.notice, m.world.isError = "", false
	m.readNews()
	if key.Matches(k, keyHelp) && !m.typing() {
		m.helping = true
		return m, nil
	}
	return m.to(m.screen.press(&m.world, k))
}

// typing reports whether a question mark is text.
func (m Model) typing() bool {
	s, ok := m.screen.(interface{ typing() bool })
	return ok && s.typing()
}

func (m Model) click(msg tea.MouseClickMsg) (tea.Model, tea.Cmd) {
	if m.helping || m.tooSmall() {
		m.helping = false
		return m, nil
	}
	m.world.notice, m.world.isError = "", false
	m.readNews()
	_, body := m.frame(newCanvas(m.world.width, m.world.height))
	return m.to(m.screen.click(&m.world, body, msg.X-body.x, msg.Y-body.y, msg.Button))
}

func (m Model) show(msg snapshotMsg) (tea.Model, tea.Cmd) {
	if msg.err != nil {
		if !errors.Is(msg.err, context.Canceled) {
			m.err = msg.err
		}
		return m, tea.Quit
	}
	if !m.world.isError && moved(m.world.snap, msg.snap) {
		m.world.notice = "" // it was about the game as it stood
	}
	m.world.snap, m.world.seen = msg.snap, true
	model, cmd := m.to(m.screen.hear(&m.world, msg))
	return model, tea.Batch(cmd, m.world.next())
}

// moved reports whether something has happened in the game between two snapshots.
func moved(before, after Snapshot) bool {
	if b, a := before.Melee, after.Melee; b != nil && a != nil {
		return b.ID != a.ID || len(b.Log) != len(a.Log)
	}
	b, a := before.Game, after.Game
	return b != nil && a != nil && (b.ID != a.ID || len(b.Log) != len(a.Log))
}

func (m Model) hear(msg tea.Msg) (tea.Model, tea.Cmd) { return m.to(m.screen.hear(&m.world, msg)) }

func (m Model) to(s screen, cmd tea.Cmd) (tea.Model, tea.Cmd) {
	m.screen = s
	return m, cmd
}

func (m Model) tooSmall() bool { return m.world.width < MinWidth || m.world.height < MinHeight }

// readNews records the lobby's news as read when the player presses a key. News of an entered game is read on any
// screen.
func (m *Model) readNews() {
	lobby, read := m.world.snap.Lobby, &m.world.read
	if _, here := m.screen.(lobbyScreen); here && m.world.news() == (lobbyNews{notice: lobby.Notice}) {
		read.notice = lobby.Notice
	}
	if lobby.Sending.Stage == text.StageIncluded || lobby.Sending.Stage == text.StageFailed {
		read.sending = lobby.Sending
	}
}

// news is the unread news of the lobby.
func (w *world) news() lobbyNews {
	news := lobbyNews{sending: w.snap.Lobby.Sending, notice: w.snap.Lobby.Notice}
	if news.sending == w.read.sending {
		news.sending = text.Transaction{}
	}
	if news.notice == w.read.notice {
		news.notice = ""
	}
	return news
}

// tell shows a notice until the next key.
func (w *world) tell(what string) { w.notice, w.isError = what, false }

// fail shows an error.
func (w *world) fail(err error) {
	if !errors.Is(err, context.Canceled) {
		w.notice, w.isError = text.Sentence(err.Error()), true
	}
}

func (w *world) next() tea.Cmd {
	ctx, backend, seen := w.ctx, w.backend, w.snap.Version
	return func() tea.Msg {
		snap, err := backend.Next(ctx, seen)
		return snapshotMsg{snap, err}
	}
}

func (w *world) focus(id uint64) tea.Cmd {
	backend := w.backend
	return func() tea.Msg {
		backend.Focus(id)
		return nil
	}
}

func (w *world) askQuote(wish Wish) tea.Cmd {
	w.request++
	return w.quote(wish)
}

// quote asks under the number of the last question.
func (w *world) quote(wish Wish) tea.Cmd {
	ctx, backend, request := w.ctx, w.backend, w.request
	return func() tea.Msg {
		quote, err := backend.Quote(ctx, wish)
		if quote.Instead != nil {
			return quoteMsg{request, *quote.Instead, quote, err}
		}
		return quoteMsg{request, wish, quote, err}
	}
}

func (w *world) askFleet(r *game.Ruleset) tea.Cmd {
	w.request++
	backend, request := w.backend, w.request
	return func() tea.Msg {
		fleet, err := backend.RandomFleet(r)
		return fleetMsg{request, fleet, err}
	}
}

func (w *world) enter(wish Wish, fleet game.Fleet) tea.Cmd {
	w.request++
	ctx, backend, request := w.ctx, w.backend, w.request
	return func() tea.Msg {
		id, err := backend.Enter(ctx, wish, fleet)
		return enteredMsg{request, id, err}
	}
}

func (w *world) do(id uint64, act Act) tea.Cmd {
	ctx, backend := w.ctx, w.backend
	return func() tea.Msg { return doneMsg{id, act, backend.Do(ctx, id, act)} }
}

// toGame goes to a duel or to a melee.
func (w *world) toGame(id uint64, isMelee bool) (screen, tea.Cmd) {
	if isMelee {
		return newMeleeScreen(id), w.focus(id)
	}
	return newGameScreen(id), w.focus(id)
}

// toLobby goes to the lobby.
func (w *world) toLobby() (screen, tea.Cmd) {
	w.request++ // whatever was asked is not waited for
	return lobbyScreen{}, w.focus(0)
}
