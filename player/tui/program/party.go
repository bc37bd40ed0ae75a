package program

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// partyScreen shows a party between its games, in place of the lobby.
type partyScreen struct{}

// Title implements tui.Screen.
func (s partyScreen) Title(w *tui.World) string { return "Party " + s.party(w).Code }

// party is the party, once it is there.
func (partyScreen) party(w *tui.World) tui.Party {
	if p := w.Snap.Lobby.Party; p != nil {
		return *p
	}
	return tui.Party{}
}

// partyCall writes the reason to call the player of a party: its next game can be entered since the last snapshot. It
// is empty if there is none.
func partyCall(before, after tui.Snapshot) string {
	was, is := before.Lobby.Party, after.Lobby.Party
	if was == nil || was.Enter != nil || is == nil || is.Enter == nil {
		return ""
	}
	return is.Sentences[len(is.Sentences)-1]
}

// Hints implements tui.Screen.
func (s partyScreen) Hints(w *tui.World) []key.Binding {
	enter := lobbyKeys.enter
	switch p := s.party(w); {
	case p.Enter != nil:
		enter.SetHelp(enter.Help().Key, "place your ships")
	case p.Game > 0:
		enter.SetHelp(enter.Help().Key, "to the game")
	default:
		enter.SetEnabled(false)
	}
	return []key.Binding{enter, lobbyKeys.quit}
}

// Keys implements tui.Screen.
func (s partyScreen) Keys(w *tui.World) []key.Binding { return s.Hints(w) }

// Press implements tui.Screen.
func (s partyScreen) Press(w *tui.World, k tea.KeyPressMsg) (tui.Screen, tea.Cmd) {
	switch p := s.party(w); {
	case key.Matches(k, lobbyKeys.quit):
		return s, tea.Quit
	case !key.Matches(k, lobbyKeys.enter):
	case p.Enter != nil:
		return opening{*p.Enter}, w.AskQuote(*p.Enter)
	case p.Game > 0:
		return toGame(w, p.Game, text.Duel)
	}
	return s, nil
}

// Click implements tui.Screen.
func (s partyScreen) Click(*tui.World, canvas.Region, int, int, tea.MouseButton) (tui.Screen, tea.Cmd) {
	return s, nil
}

// Hear implements tui.Screen.
func (s partyScreen) Hear(w *tui.World, msg tea.Msg) (tui.Screen, tea.Cmd) {
	if entered, ok := msg.(tui.EnteredMsg); ok && entered.Err != nil { // the player has not waited for it
		w.Fail(entered.Err)
	}
	return s, nil
}

// Status implements tui.Screen.
func (s partyScreen) Status(w *tui.World) (string, canvas.Paint) {
	return tui.Progress(w.News().Sending)
}

// Draw implements tui.Screen.
func (s partyScreen) Draw(w *tui.World, r canvas.Region) {
	p, y := s.party(w), 1
	for _, line := range p.Sentences {
		y = r.PutWrapped(0, y, line, canvas.Strong)
	}
	y++
	for i, line := range p.Table {
		paint := canvas.Plain
		if i == 0 {
			paint = canvas.Faint
		}
		r.Put(0, y+i, line, paint)
	}
}

// partyFarewell writes the way back to a party. It is empty if that is over.
func partyFarewell(p tui.Party) string {
	switch {
	case p.Over:
		return ""
	case len(p.Table) == 0:
		return fmt.Sprintf(text.PartyLeft, p.Code)
	}
	return fmt.Sprintf(text.PartyContinues, p.Code)
}
