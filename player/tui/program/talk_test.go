package program_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/tui"
)

// In an off-chain game a key lists the phrases, a digit says one, and the opponent's last one is shown unless muted.
func TestPlayersTalkByPhrases(t *testing.T) {
	s := classicGame(t)
	s.seesNot("y talk")
	s.press("y 1 esc")
	require.Empty(t, s.backend.acts, "on-chain there is no talk")
	s.show(func(snap *tui.Snapshot) { snap.Duel().OffChain = true })
	s.sees("off-chain, opponent away", "y talk")
	s.press("y")
	s.sees("1 Good luck!", "8 Another game?", "1 to 8 says it, m mutes or unmutes your opponent, esc closes.")
	s.press("9")
	s.seesNot("1 Good luck!")
	s.press("y esc")
	require.Empty(t, s.backend.acts)
	s.press("y 4")
	require.Equal(t, []tui.Act{tui.Say{Phrase: 4}}, s.backend.acts)
	s.sees("You: Nice shot!")
	s.press("down")
	s.show(func(snap *tui.Snapshot) { snap.Duel().Online, snap.Duel().Heard = true, 5 })
	s.sees("off-chain, opponent online", "Bob: Oops!")
	s.press("y m")
	require.Equal(t, tui.Mute{}, s.backend.acts[1])
	s.show(func(snap *tui.Snapshot) { snap.Duel().Muted, snap.Duel().Heard = true, 0 })
	s.sees("Your opponent is muted.")
	s.show(func(snap *tui.Snapshot) { snap.Duel().Muted, snap.Duel().Heard = false, 99 })
	s.seesNot("Bob:")
}
