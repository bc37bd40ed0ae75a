package program

import (
	"strconv"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// newMeleeForm asks for a melee to open.
func newMeleeForm(w *tui.World) formScreen {
	var numbers []string
	r := melee.Ruleset()
	for n := r.MinPlayers; n <= r.MaxPlayers; n++ {
		numbers = append(numbers, strconv.Itoa(n))
	}
	s := formScreen{title: "New melee", intro: text.MeleeIntro, wished: tui.Wish{
		Kind: tui.WishCreate, Of: text.Melee, Ruleset: r,
	}, fields: []field{
		{name: text.SettingPlayers, choices: numbers, value: strconv.Itoa(melee.DefaultPlayers)},
	}}
	if len(w.Snap.Lobby.Stakes) > 0 {
		s.fields = append(s.fields, field{
			name: text.SettingInvited, choices: []string{text.Anybody}, free: true, value: text.Anybody,
		})
	}
	s.propose(text.SettingPot, w.Snap.Lobby.Stakes)
	s.propose(text.SettingStep, w.Snap.Lobby.Clocks)
	return s
}
