package duel

import (
	"context"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// CancelGame withdraws a game without a joiner: it is no longer offered, and ends a few blocks later unless a player
// joins by then. Only its creator may; a delegate may not.
func (k *Keeper) CancelGame(ctx context.Context, msg *types.MsgCancelGame) error {
	return k.act(ctx, msg, msg.GameId, msg.Sender, func(by game.Seat) game.Action {
		return game.Cancel{By: by}
	}, nil)
}

// Concede implements kind.Kind: it gives a game up, and the opponent may claim.
func (k *Keeper) Concede(ctx context.Context, msg *types.MsgConcede) error {
	return k.leave(ctx, msg, msg.GameId, msg.Sender, msg.BeforeFirstShot, func(by game.Seat) game.Action {
		return game.Concede{By: by}
	})
}

// Challenge ends play and demands the opponent's proof. A delegate may not: a challenge to an honest opponent loses the
// game.
func (k *Keeper) Challenge(ctx context.Context, msg *types.MsgChallenge) error {
	return k.leave(ctx, msg, msg.GameId, msg.Sender, msg.BeforeFirstShot, func(by game.Seat) game.Action {
		return game.Challenge{By: by}
	})
}
