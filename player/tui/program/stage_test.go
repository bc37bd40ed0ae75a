package program_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// backend is a tui.Backend that shows what a test says and remembers what it was asked for.
type backend struct {
	snap tui.Snapshot
	// quote, fleet and id are what it replies, unless err is.
	quote tui.Quote
	fleet game.Fleet
	id    uint64
	err   error

	// pages are the pages of lists by the list, and listed those that were asked for.
	pages  map[tui.List]tui.Page
	listed []tui.List

	focus  uint64
	wishes []tui.Wish
	// entered are the wishes that were entered.
	entered []tui.Wish
	fleets  []game.Fleet
	acts    []tui.Act
}

// errNoNews stands for a call of Next that waits.
var errNoNews = errors.New("no news")

func (b *backend) Next(_ context.Context, seen uint64) (tui.Snapshot, error) {
	if b.snap.Version <= seen {
		return tui.Snapshot{}, errNoNews
	}
	return b.snap, nil
}

func (b *backend) Focus(id uint64) { b.focus = id }

func (b *backend) Quote(_ context.Context, w tui.Wish) (tui.Quote, error) {
	b.wishes = append(b.wishes, w)
	return b.quote, b.err
}

func (b *backend) List(_ context.Context, l tui.List) (tui.Page, error) {
	b.listed = append(b.listed, l)
	return b.pages[l], b.err
}

func (b *backend) RandomFleet(*game.Ruleset) (game.Fleet, error) { return b.fleet, b.err }

func (b *backend) Enter(_ context.Context, w tui.Wish, fleet game.Fleet) (uint64, error) {
	b.entered = append(b.entered, w)
	b.fleets = append(b.fleets, fleet)
	return b.id, b.err
}

func (b *backend) Do(_ context.Context, _ uint64, act tui.Act) error {
	b.acts = append(b.acts, act)
	return b.err
}

// stage holds a program and runs its commands one after the other.
type stage struct {
	t       testing.TB
	backend *backend
	model   program.Model
	quit    bool
	// held are the commands that hold keeps back.
	held []tea.Cmd
	hold bool
	// raw is what was written to the terminal beside the picture.
	raw []string
}

// newStage begins a program on a terminal of a size, with all that the snapshot of its backend shows.
func newStage(t testing.TB, b *backend, width, height int, o program.Options) *stage {
	s := &stage{t: t, backend: b, model: program.New(t.Context(), b, o)}
	b.snap.Version = max(b.snap.Version, 1)
	s.send(tea.WindowSizeMsg{Width: width, Height: height})
	s.run(s.model.Init())
	return s
}

// show lets the backend show something new.
func (s *stage) show(change func(*tui.Snapshot)) {
	change(&s.backend.snap)
	s.backend.snap.Version++
	snap, err := s.backend.Next(s.t.Context(), s.backend.snap.Version-1)
	s.send(program.Snapshotted(snap, err))
}

func (s *stage) send(msg tea.Msg) {
	model, cmd := s.model.Update(msg)
	next, ok := model.(program.Model)
	if !ok {
		s.t.Fatalf("expected the screens, got %T", model)
	}
	s.model = next
	s.run(cmd)
}

// run runs a command and what follows from it. What waits for news is dropped: show brings them.
func (s *stage) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if s.hold {
		s.held = append(s.held, cmd)
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, one := range msg {
			s.run(one)
		}
	case tea.QuitMsg:
		s.quit = true
	case tea.RawMsg:
		s.raw = append(s.raw, fmt.Sprint(msg.Msg))
	default:
		if !program.Failed(msg, errNoNews) {
			s.send(msg)
		}
	}
}

// release runs what was kept back.
func (s *stage) release() {
	held := s.held
	s.held, s.hold = nil, false
	for _, cmd := range held {
		s.run(cmd)
	}
}

// names are the keys that are not their own text.
var names = map[string]rune{
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "enter": tea.KeyEnter,
	"esc": tea.KeyEscape, "tab": tea.KeyTab, "backspace": tea.KeyBackspace,
}

// keyOf is the message of a key by the name that bindings have for it.
func keyOf(name string) tea.KeyPressMsg {
	switch {
	case name == "space":
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	case name == "shift+tab":
		return tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift}
	case strings.HasPrefix(name, "ctrl+"):
		return tea.KeyPressMsg{Code: []rune(name)[len("ctrl+")], Mod: tea.ModCtrl}
	case names[name] != 0:
		return tea.KeyPressMsg{Code: names[name]}
	default:
		return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
	}
}

// press presses keys, by their names with spaces between.
func (s *stage) press(keys string) {
	for _, name := range strings.Fields(keys) {
		s.send(keyOf(name))
	}
}

// write types a text.
func (s *stage) write(text string) {
	for _, char := range text {
		s.send(keyOf(string(char)))
	}
}

func (s *stage) click(t game.Tile, button tea.MouseButton) {
	x, y := s.model.TileAt(t)
	s.send(tea.MouseClickMsg{X: x, Y: y, Button: button})
}

// sees fails unless the picture has each text.
func (s *stage) sees(texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		if !strings.Contains(s.model.Plain(), text) {
			s.t.Fatalf("expected to see %q, got\n%s", text, s.model.Plain())
		}
	}
}

// seesNot fails if the picture has one of the texts.
func (s *stage) seesNot(texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		if strings.Contains(s.model.Plain(), text) {
			s.t.Fatalf("expected not to see %q, got\n%s", text, s.model.Plain())
		}
	}
}
