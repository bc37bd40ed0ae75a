package program

import (
	"charm.land/bubbles/v2/key"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/duel"
	"github.com/battleship-chain/battleship/player/tui/melee"
)

// kind is a kind of game on the screens.
type kind struct {
	// screen returns the screen of a game. About is an act that the player is asked about at once, or nil.
	screen func(id uint64, about tui.Act) tui.Screen
	// takeBack takes an open game back.
	takeBack tui.Act
	// open is the key in the lobby that opens a game by the form, for a kind beside the duel.
	open key.Binding
	form func(w *tui.World) formScreen
}

// kinds are the kinds of games.
var kinds = [...]kind{
	text.Duel: {
		screen:   func(id uint64, about tui.Act) tui.Screen { return duel.New(id, about) },
		takeBack: tui.Cancel{},
	},
	text.Melee: {
		screen:   func(id uint64, about tui.Act) tui.Screen { return melee.New(id, about) },
		takeBack: tui.Leave{}, open: tui.Bind("e", "melee", "e"), form: newMeleeForm,
	},
}
