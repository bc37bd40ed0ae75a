package text

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// Aiming is the way in which a screen writes about a tile that is chosen. Later is what enter does before the turn.
type Aiming struct{ noun, verb, later string }

// The tile is shot at where an answer follows, and aimed at where all bombs of a round fall at once.
var (
	Shooting = Aiming{noun: "shot", verb: "fires", later: "%s: enter locks it"}
	Bombing  = Aiming{noun: "aim", verb: "aims", later: "%s, for the next round"}
)

// OnItsWay writes that a tile was sent.
func (a Aiming) OnItsWay(tile string) string {
	return fmt.Sprintf("your %s at %s is on its way", a.noun, tile)
}

// Typed writes what enter does with a tile that is typed. Now reports whether it can be sent now.
func (a Aiming) Typed(tile string, now bool) string {
	if !now {
		return fmt.Sprintf("aim at "+a.later+", esc clears", tile)
	}
	return fmt.Sprintf("aim at %s: enter %s, esc clears", tile, a.verb)
}

// Locked writes that a tile is fired at as soon as it is the player's turn.
func Locked(tile string) string {
	return tile + " is locked, and fired at as soon as it is your turn; esc unlocks it"
}

// RowMissing writes that the column of a tile is typed, and its row is not.
func RowMissing(column string) string {
	return fmt.Sprintf("aim at %s_: type the row, such as 7; esc clears", column)
}

// NoTile writes why what is typed is no tile of the board.
func NoTile(r *game.Ruleset, typed string) string {
	if first := typed[0]; first >= '0' && first <= '9' {
		return typed + " is no tile: type the column first, such as B7; esc clears"
	}
	return fmt.Sprintf("%s is not on the board, which goes from %s to %s; esc clears", typed, r.TileName(0),
		r.TileName(game.Tile(r.Tiles()-1)))
}

// Tried writes that a tile was shot at or bombed before.
func Tried(tile string) string { return tile + " was fired at before: choose another tile" }
