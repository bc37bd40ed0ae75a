package keeper

import (
	"context"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Concede gives a game up: the opponent may claim.
func (k *Keeper) Concede(ctx context.Context, msg *types.MsgConcede) error {
	return k.act(ctx, msg, msg.GameId, msg.Sender, func(by game.Seat) game.Action {
		return game.Concede{By: by}
	})
}
