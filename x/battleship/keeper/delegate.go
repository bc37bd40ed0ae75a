package keeper

import (
	"context"
	"slices"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// SetDelegate lets another account act for the sender in one game from now on, or nobody. What it may do is said by
// types.RoleOf.
func (k *Keeper) SetDelegate(ctx context.Context, msg *types.MsgSetDelegate) error {
	g, s, err := k.load(ctx, msg.GameId)
	if err != nil {
		return err
	}
	by, err := k.seatOf(g, msg, msg.Sender)
	if err != nil {
		return err
	}
	player, err := k.parseAccount(msg.Sender)
	if err != nil {
		return err
	}
	delegate, err := k.parseDelegate(player, msg.Delegate)
	if err != nil {
		return err
	}
	g.Seats = slices.Clone(g.Seats)
	g.Seats[by].Delegate = delegate
	if len(g.Seats) == types.PlayersPerGame {
		if err := g.CheckSeats(); err != nil {
			return err
		}
	}
	if err := g.CheckOffer(); err != nil {
		return err
	}
	if err := k.Games.Set(ctx, g.Id, g); err != nil {
		return err
	}
	if g.Offer != nil {
		if err := k.list(ctx, g, s.Deadline); err != nil {
			return err
		}
	}
	return emit(ctx, delegateSet(g, by))
}
