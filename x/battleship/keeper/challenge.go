package keeper

import (
	"context"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Challenge ends play and demands the opponent's proof. A delegate may not: whoever challenges an honest opponent has
// lost.
func (k *Keeper) Challenge(ctx context.Context, msg *types.MsgChallenge) error {
	return k.act(ctx, msg, msg.GameId, msg.Sender, func(by game.Seat) game.Action {
		return game.Challenge{By: by}
	})
}
