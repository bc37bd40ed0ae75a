package duel

import (
	"context"
	"slices"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// SetDelegate implements kind.Kind: it sets or removes the account that may act for the sender in one game. Its
// permissions are those of types.RoleOf. The delegate of an open game can be removed, but not replaced or set: a
// creator that sees a join in the mempool could otherwise make it fail, by naming the joiner's delegate.
func (k *Keeper) SetDelegate(ctx context.Context, msg *types.MsgSetDelegate) error {
	g, _, err := k.load(ctx, msg.GameId)
	if err != nil {
		return err
	}
	by, err := k.seatOf(g, msg, msg.Sender)
	if err != nil {
		return err
	}
	delegate, err := k.ParseDelegate(g.Participants[by].Address, msg.Delegate)
	if err != nil {
		return err
	}
	if g.Offer != nil && delegate != "" {
		return errors.Wrapf(types.ErrInvalidDelegate,
			"game %d is open, so %s cannot be named yet: name it once somebody has joined", g.Id, delegate)
	}
	g = withDelegate(g, by, delegate)
	if len(g.Participants) == types.PlayersPerGame {
		if err := g.CheckSeats(); err != nil {
			return err
		}
	}
	if err := k.games.Set(ctx, g.Id, g); err != nil {
		return err
	}
	return core.Emit(ctx, delegateSet(g, by))
}

// withDelegate returns a game with another delegate of a player.
func withDelegate(g types.Game, by game.Seat, delegate string) types.Game {
	g.Participants = slices.Clone(g.Participants)
	g.Participants[by].Delegate = delegate
	return g
}
