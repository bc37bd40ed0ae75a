package session

import (
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Finished is a game in a player's history.
type Finished struct {
	ID      uint64
	Kind    text.Kind
	Ruleset uint32
	// Result is the outcome for the player, and Reason the reason of the end, or of the player's end.
	Result, Reason string
	Account        text.Account
	Withheld       types.Withheld
	// Against are the addresses of the other players.
	Against []string
}
