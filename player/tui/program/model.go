package program

import (
	"context"
	"errors"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// Options are how the screens begin.
type Options struct {
	// ASCII draws with plain characters alone.
	ASCII bool
	// Enter begins with entering the game of a wish. It is nil for the lobby.
	Enter *tui.Wish
	// Game begins with the game of that id and kind. It is 0 for the lobby.
	Game uint64
	Kind text.Kind
	// Party shows the party of the snapshots in place of the lobby.
	Party bool
	// Quiet never calls the player by the bell or a notification of the terminal, nor fills boards or shows shots land.
	Quiet bool
	// Notice is shown at first, until a key is pressed. It is empty for none.
	Notice string
	// Passing reports whether all games end with the program.
	Passing bool
	// Wait is World.Wait.
	Wait func(context.Context, tui.Pause)
}

// Model is the screens as one Bubble Tea program. It is a value.
type Model struct {
	world  tui.World
	screen tui.Screen
	styles *canvas.Styles
	// helping reports whether the keys are shown instead of the screen, from the line helpTop on.
	helping bool
	helpTop int
	calling calling
	// plain reports whether boards have no backgrounds even on a terminal with colours.
	plain bool
	err   error
}

// New returns the screens of a backend. The context ends their calls.
func New(ctx context.Context, backend tui.Backend, o Options) Model {
	m := Model{
		world: tui.World{
			Ctx: ctx, Backend: backend, Marks: canvas.Unicode, Notice: o.Notice, Passing: o.Passing,
			Wait: o.Wait,
			Routes: tui.Routes{
				Lobby: func(chosen uint64) tui.Screen { return lobbyScreen{chosen: chosen} },
				Place: newPlace,
			},
		},
		styles:  canvas.NewStyles(),
		calling: calling{quiet: o.Quiet},
		plain:   o.Quiet || o.ASCII,
	}
	if o.Party {
		m.world.Routes.Lobby = func(uint64) tui.Screen { return partyScreen{} }
	}
	if o.ASCII {
		m.world.Marks = canvas.ASCII
	}
	switch {
	case o.Enter != nil:
		m.screen = opening{wish: *o.Enter}
	case o.Game > 0:
		m.screen = kinds[o.Kind].screen(o.Game, nil)
	default:
		m.screen = m.world.Routes.Lobby(0)
	}
	return m
}

// Err is why the screens have ended, nil if the player has left them.
func (m Model) Err() error { return m.err }

// Farewell lists the games of a player who has left that continue, except for some that have ended since. It is empty
// for none.
func (m Model) Farewell(ended ...uint64) string {
	if m.world.Passing {
		return ""
	}
	if p := m.world.Snap.Lobby.Party; p != nil {
		return partyFarewell(*p)
	}
	var running []uint64
	turns, offChain := 0, 0
	for _, g := range m.world.Snap.Lobby.Running {
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
	cmds := []tea.Cmd{m.world.Next()}
	switch s := m.screen.(type) {
	case opening:
		cmds = append(cmds, m.world.Quote(s.wish))
	case interface{ GameID() uint64 }:
		cmds = append(cmds, m.world.Focus(s.GameID()))
	}
	return tea.Batch(cmds...)
}

// Update implements tea.Model.
func (m Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.world.Width, m.world.Height = msg.Width, msg.Height
		return m, nil
	case tea.ColorProfileMsg:
		m.world.Vivid = !m.plain && msg.Profile >= colorprofile.ANSI
		return m, nil
	case tea.FocusMsg, tea.BlurMsg:
		_, m.calling.focused = msg.(tea.FocusMsg)
		return m, nil
	case tea.KeyPressMsg:
		return m.press(msg)
	case tea.MouseClickMsg:
		return m.click(msg)
	case tui.SnapshotMsg:
		return m.show(msg)
	case tui.QuoteMsg, tui.FleetMsg, tui.EnteredMsg, tui.DoneMsg, tui.BeatMsg, tui.FrameMsg, tui.PageMsg:
		return m.hear(msg)
	}
	return m, nil
}

func (m Model) press(k tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch {
	case key.Matches(k, tui.KeyExit):
		return m, tea.Quit
	case m.tooSmall(): // a key must not act on a screen that is not drawn
		return m, nil
	case m.helping:
		m.helpTop, m.helping = m.moreHelp()
		return m, nil
	}
	m.world.Notice, m.world.IsError = "", false
	m.readNews()
	if key.Matches(k, tui.KeyHelp) && !m.typing() {
		m.helping, m.helpTop = true, 0
		return m, nil
	}
	return m.to(m.screen.Press(&m.world, k))
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
	m.world.Notice, m.world.IsError = "", false
	m.readNews()
	_, body := m.frame(canvas.New(m.world.Width, m.world.Height))
	return m.to(m.screen.Click(&m.world, body, msg.X-body.X, msg.Y-body.Y, msg.Button))
}

func (m Model) show(msg tui.SnapshotMsg) (tea.Model, tea.Cmd) {
	if msg.Err != nil {
		if !errors.Is(msg.Err, context.Canceled) {
			m.err = msg.Err
		}
		return m, tea.Quit
	}
	if !m.world.IsError && moved(m.world.Snap, msg.Snap) {
		m.world.Notice = "" // it was about the game as it stood
	}
	call := m.calling.about(m.world.Snap, msg.Snap)
	if _, here := m.screen.(partyScreen); !here && partyCall(m.world.Snap, msg.Snap) != "" {
		m.world.Tell(partyCall(m.world.Snap, msg.Snap))
	}
	m.world.Snap, m.world.Seen = msg.Snap, true
	model, cmd := m.to(m.screen.Hear(&m.world, msg))
	return model, tea.Batch(call, cmd, m.world.Next())
}

// moved reports whether something has happened in the game between two snapshots.
func moved(before, after tui.Snapshot) bool {
	if before.Game == nil || after.Game == nil {
		return false
	}
	was, events := before.Game.Version()
	is, now := after.Game.Version()
	return was != is || events != now
}

func (m Model) hear(msg tea.Msg) (tea.Model, tea.Cmd) { return m.to(m.screen.Hear(&m.world, msg)) }

func (m Model) to(s tui.Screen, cmd tea.Cmd) (tea.Model, tea.Cmd) {
	m.screen = s
	return m, cmd
}

func (m Model) tooSmall() bool { return m.world.Width < tui.MinWidth || m.world.Height < tui.MinHeight }

// readNews records the lobby's news as read when the player presses a key. News of an entered game is read on any
// screen.
func (m *Model) readNews() {
	lobby, read := m.world.Snap.Lobby, &m.world.Read
	if _, here := m.screen.(lobbyScreen); here && m.world.News() == (tui.LobbyNews{Notice: lobby.Notice}) {
		read.Notice = lobby.Notice
	}
	if lobby.Sending.Stage == text.StageIncluded || lobby.Sending.Stage == text.StageFailed {
		read.Sending = lobby.Sending
	}
}

// toGame goes to a game.
func toGame(w *tui.World, id uint64, kind text.Kind) (tui.Screen, tea.Cmd) {
	return kinds[kind].screen(id, nil), w.Focus(id)
}
