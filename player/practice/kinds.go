package practice

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// kinds are the kinds of games that are practised.
var kinds = [...]struct {
	// begin begins the game of a wish with the player's fleet.
	begin func(o Options, id uint64, w tui.Wish, fleet game.Fleet) (table, error)
	// title names the game of a wish.
	title func(o Options, w tui.Wish) string
}{
	text.Duel: {
		begin: newDuel,
		title: func(o Options, _ tui.Wish) string { return fmt.Sprintf(text.PracticeTitle, o.Strategy) },
	},
	text.Melee: {
		begin: newMelee,
		title: func(_ Options, w tui.Wish) string { return text.PracticeMelee(w.Players - 1) },
	},
}
