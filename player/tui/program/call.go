package program

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// calling is how a player in front of another window is called.
type calling struct {
	// quiet reports whether the player is never called, focused whether the terminal is known to be in front.
	quiet, focused bool
}

// about calls the player with the bell of the terminal, and a notification where the terminal has such, if there is a
// reason between two snapshots.
func (c calling) about(before, after tui.Snapshot) tea.Cmd {
	words := callFor(before, after)
	if c.quiet || c.focused || words == "" {
		return nil
	}
	const notification = "\x1b]9;%s\a\a" // OSC 9, and the bell
	return tea.Raw(fmt.Sprintf(notification, text.Clean(words)))
}

// callFor writes the reason to call the player: its turn, a joined opponent, the end of a game or an invitation. It is
// empty if there is none. Games against the player's own bot are none, and practice neither.
func callFor(before, after tui.Snapshot) string {
	if before.Version == 0 || after.Connection.Line == tui.LineNone {
		return ""
	}
	if words := partyCall(before, after); words != "" {
		return words
	}
	was := make(map[uint64]tui.RunningGame)
	for _, g := range before.Lobby.Running {
		was[g.ID] = g
	}
	for _, g := range after.Lobby.Running {
		old, known := was[g.ID]
		turn, over := g.Turn && !old.Turn, g.Over && !old.Over
		if !g.OwnBot && (turn || over || known && old.Open && !g.Open) {
			return g.Kind.Calls(g.ID, g.Next)
		}
	}
	invited := make(map[uint64]bool)
	for _, g := range before.Lobby.Invitations {
		invited[g.ID] = true
	}
	for _, g := range after.Lobby.Invitations {
		if !invited[g.ID] {
			return text.Voice{}.NotifyInvited(g.Kind, g.ID, g.Creator)
		}
	}
	return ""
}
