package program_test

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// Whatever is pressed, clicked, resized and told, in whatever order: nothing panics, and every picture is exactly as
// wide and as high as its terminal.
func TestEveryPictureFits(t *testing.T) {
	told := map[string]tui.Snapshot{}
	for name, picture := range pictures {
		told[name] = picture.snap(t)
	}
	var names []string
	for name := range pictures {
		names = append(names, name)
	}
	keys := []string{
		"e", "t",
		"up", "down", "left", "right", "enter", "esc", "tab", "shift+tab", "space", "backspace", "?", "/", "a", "b", "c", "d",
		"h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "v",
		"w", "x", "y", "z", "0", "1", "7", "9", "É", "船",
	}
	rapid.Check(t, func(rt *rapid.T) {
		b := &backend{snap: told[rapid.SampledFrom(names).Draw(rt, "first")], quote: quote(), id: 12, pages: listed(t).pages}
		b.fleet, _ = game.Classic().ParseFleet(classicFleet)
		o := program.Options{ASCII: rapid.Bool().Draw(rt, "ascii")}
		switch rapid.IntRange(0, 2).Draw(rt, "begins with") {
		case 1:
			o.Game = 12
		case 2:
			o.Game, o.Kind = 30, text.Melee
		}
		s := newStage(t, b, 80, 24, o)
		rt.Repeat(map[string]func(*rapid.T){
			"press": func(rt *rapid.T) { s.press(rapid.SampledFrom(keys).Draw(rt, "key")) },
			"click": func(rt *rapid.T) {
				s.send(tea.MouseClickMsg{
					X: rapid.IntRange(-1, 150).Draw(rt, "x"), Y: rapid.IntRange(-1, 50).Draw(rt, "y"),
					Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseLeft, tea.MouseRight}).Draw(rt, "button"),
				})
			},
			"resize": func(rt *rapid.T) {
				s.send(tea.WindowSizeMsg{
					Width: rapid.IntRange(0, 180).Draw(rt, "width"), Height: rapid.IntRange(0, 60).Draw(rt, "height"),
				})
			},
			"tell": func(rt *rapid.T) {
				next := told[rapid.SampledFrom(names).Draw(rt, "next")]
				s.show(func(snap *tui.Snapshot) {
					version := snap.Version
					*snap = next
					snap.Version = version
				})
			},
			"fail": func(rt *rapid.T) {
				b.err = nil
				if rapid.Bool().Draw(rt, "fails") {
					b.err = errors.New(rapid.StringN(0, 300, -1).Draw(rt, "error"))
				}
			},
			"hold": func(*rapid.T) { s.hold = true },
			"late": func(*rapid.T) { s.release() },
			"": func(rt *rapid.T) {
				width, height := s.model.Cells()
				lines := strings.Split(s.model.View().Content, "\n")
				if height == 0 {
					return
				}
				if len(lines) != height {
					rt.Fatalf("expected %d lines, got %d", height, len(lines))
				}
				for i, line := range lines {
					if lipgloss.Width(line) != width {
						rt.Fatalf("line %d: expected %d columns, got %d: %q", i, width, lipgloss.Width(line), line)
					}
				}
			},
		})
	})
}
