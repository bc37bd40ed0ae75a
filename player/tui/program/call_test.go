package program_test

import (
	"fmt"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// A player who looks at another window is called for what needs it, once, and not at the start.
func TestThePlayerIsCalled(t *testing.T) {
	const bell = "\x1b]9;%s\a\a"
	changes := map[string]struct {
		change func(*tui.Snapshot)
		says   string
	}{
		"turn": {
			func(s *tui.Snapshot) { s.Lobby.Running[1].Turn, s.Lobby.Running[1].Next = true, "you shoot" },
			"Game 14: you shoot",
		},
		"joined": {
			func(s *tui.Snapshot) { s.Lobby.Running[2].Open, s.Lobby.Running[2].Next = false, "it shoots" },
			"Game 17: it shoots",
		},
		"over": {
			func(s *tui.Snapshot) { s.Lobby.Running[1].Over, s.Lobby.Running[1].Next = true, "over: won" },
			"Game 14: over: won",
		},
		"invited": {
			func(s *tui.Snapshot) {
				s.Lobby.Invitations = append(s.Lobby.Invitations, tui.OpenGame{ID: 18, Creator: "dave\x1b", Ruleset: game.Xaya()})
			},
			"Dave\ufffd invites you to game 18.",
		},
		"nothing":      {func(s *tui.Snapshot) { s.Connection.Height++ }, ""},
		"its own turn": {func(s *tui.Snapshot) { s.Lobby.Running[0].Turn = false }, ""},
		"the own bot": {
			func(s *tui.Snapshot) { s.Lobby.Running[1].Turn, s.Lobby.Running[1].OwnBot = true, true }, "",
		},
	}
	for name, c := range changes {
		change := func(s *tui.Snapshot) { // of a copy, as from a backend
			s.Lobby.Running = slices.Clone(s.Lobby.Running)
			c.change(s)
		}
		t.Run(name, func(t *testing.T) {
			begin := func(o program.Options) *stage {
				s := newStage(t, &backend{snap: lobbyAlone(t)}, 80, 24, o)
				require.Empty(t, s.raw)
				return s
			}
			s := begin(program.Options{})
			s.show(change)
			s.show(func(*tui.Snapshot) {})
			if c.says == "" {
				require.Empty(t, s.raw)
				return
			}
			require.Equal(t, []string{fmt.Sprintf(bell, c.says)}, s.raw)

			s = begin(program.Options{Quiet: true})
			s.show(change)
			require.Empty(t, s.raw)
			require.False(t, s.model.View().ReportFocus)

			s = begin(program.Options{})
			require.True(t, s.model.View().ReportFocus)
			s.send(tea.FocusMsg{})
			s.show(change)
			require.Empty(t, s.raw, "the terminal is in front")

			s = begin(program.Options{})
			s.send(tea.FocusMsg{})
			s.send(tea.BlurMsg{})
			s.show(change)
			require.Len(t, s.raw, 1)
		})
	}
}
