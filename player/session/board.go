package session

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// OwnBoard is what only the player knows of its board, recovered and checked.
type OwnBoard struct {
	Binding commitment.Binding
	Fleet   game.Fleet
	Secret  []byte
	// scheme is the player's commitment scheme, committed the public commitment.
	Scheme    scheme
	Committed types.BoardCommitment
	// delegate is the private key of the delegate that the player may name for this game, bot that of the bot which its
	// own program may let play against it, channel that of the key that signs the game's states off-chain.
	delegate, Bot, Channel []byte
}

// FleetOf recovers the player's own fleet from its entry, such as after the end of a game, when the chain no longer has
// its board. The error is ErrNoWallet if only the player's address is known.
func (k *Base) FleetOf(r *game.Ruleset, entry types.Entry) (game.Fleet, error) {
	if k.Own == nil {
		if _, err := k.Unseal(r, entry.Board, entry.Recovery); err != nil {
			return nil, err
		}
	}
	return k.Own.Fleet, nil
}
