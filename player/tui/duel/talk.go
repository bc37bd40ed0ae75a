package duel

import (
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// keyMute mutes the opponent while the phrases are shown.
var keyMute = tui.Bind("m", "mute", "m", "M")

// talk takes a key while the phrases are shown: a digit says one, and any other key closes them.
func (s Screen) talk(w *tui.World, k tea.KeyPressMsg) (tui.Screen, tea.Cmd) {
	s.talking = false
	if s.Waits(w) {
		return s, nil
	}
	var cmd tea.Cmd
	number, err := strconv.Atoi(k.Key().Text)
	switch {
	case key.Matches(k, keyMute):
		s.Controls, cmd = s.Do(w, tui.Mute{})
	case err == nil && number >= 1 && number <= len(text.Phrases):
		w.Tell(text.Said("you", number))
		s.Controls, cmd = s.Do(w, tui.Say{Phrase: number})
	}
	return s, cmd
}

// heard writes the opponent's last phrase, or that it is muted. It is empty if there is none.
func heard(g tui.Game) string {
	switch {
	case g.Muted:
		return text.Sentence(text.TalkMuted)
	default:
		return text.Said(name(g, g.Me.Other()), g.Heard)
	}
}

// drawPhrases draws the phrases in two columns.
func drawPhrases(r canvas.Region) {
	const rows, width = len(text.Phrases) / 2, 28
	for i, words := range text.Phrases {
		r.Put(canvas.Labels+1+i/rows*width, i%rows, strconv.Itoa(i+1)+" "+words, canvas.Plain)
	}
}
