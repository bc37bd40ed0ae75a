package keeper

import (
	"context"
	"slices"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// SetDelegate lets another account act for the sender in one game from now on, or nobody. What it may do is said by
// types.RoleOf. The delegate of a game that waits for a match can be removed, but not replaced: a match passes over the
// games of those who have made its sender their delegate, so a creator that named one account after the other could let
// them all wait side by side, and their games would fill the index of those that wait.
func (k *Keeper) SetDelegate(ctx context.Context, msg *types.MsgSetDelegate) error {
	g, s, err := k.load(ctx, msg.GameId)
	if err != nil {
		return err
	}
	by, err := k.seatOf(g, msg, msg.Sender)
	if err != nil {
		return err
	}
	delegate, err := k.parseDelegate(g.Seats[by].Address, msg.Delegate)
	if err != nil {
		return err
	}
	if g.Offer != nil && g.Offer.Matching && delegate != "" {
		return errors.Wrapf(types.ErrInvalidDelegate,
			"game %d waits for a match: expected no new delegate, got %s", g.Id, delegate)
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
