package text

import "github.com/battleship-chain/battleship/x/battleship/types"

// Kind is a kind of game.
type Kind uint8

// The kinds of games.
const (
	Duel Kind = iota
	Melee
)

// kinds have the words of each kind. Words that several kinds could have are looked for in the last kind first.
var kinds = [...]words{
	Duel:  duelWords("a duel and no melee"),
	Melee: meleeWords("a melee"),
}

// kindOf returns the kind of game that a next step is of.
func kindOf(n *types.QueryNextActionResponse) Kind {
	if n.Stage == types.STAGE_UNSPECIFIED {
		return Duel
	}
	return Melee
}

// otherKind is the problem of a message to a game of another kind than the message is for.
const otherKind = "this works in the other kind of game only: duels and melees differ"
