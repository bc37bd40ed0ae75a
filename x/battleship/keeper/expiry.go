package keeper

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/kind"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// kindOf returns the kind of the game with an id, and the deadline of that game. An id without a deadline belongs to a
// damaged game of the first kind, and so does the returned error.
func (k *Keeper) kindOf(ctx context.Context, id uint64) (kind.Kind, int64, error) {
	var missing error
	for _, of := range k.core.Kinds {
		deadline, err := of.Deadline(ctx, id)
		if !stderrors.Is(err, collections.ErrNotFound) {
			return of, deadline, err
		}
		missing = err
	}
	return k.core.Kinds[0], 0, missing
}

// expire handles a game whose entry has come up: it moves the entry if the deadline has moved since, and settles or
// quarantines a game whose deadline has passed. It returns the number of settled seats.
func (k *Keeper) expire(ctx sdk.Context, id uint64) (seats int, err error) {
	of, deadline, err := k.kindOf(ctx, id)
	if err == nil && !game.Late(deadline, ctx.BlockHeight()) {
		return 0, k.postpone(ctx, id, deadline)
	}
	if err := core.AsCorrupt(err); err != nil && !types.FollowsFromState(err) {
		return 0, errors.Wrapf(err, "progress of game %d", id)
	}
	cached, write := ctx.CacheContext()
	settled, err := of.SettleLate(cached, id)
	if err == nil && !settled.Ended {
		err = k.postpone(cached, id, settled.Next)
	}
	if err != nil {
		// A failure outside of the rules is a failure of this machine. Continuing without it would diverge from the other
		// nodes.
		if !types.FollowsFromState(err) {
			return 0, errors.Wrapf(err, "settling game %d", id)
		}
		core.Logger(ctx).Error("quarantined an expired game that cannot be settled", "game", id, "err", err)
		return max(settled.Seats, types.PlayersPerGame), k.quarantine(ctx, id, err)
	}
	write()
	return settled.Seats, nil
}

// postpone moves the entry of a game to its deadline, out of quarantine if it is there.
func (k *Keeper) postpone(ctx context.Context, id uint64, deadline int64) error {
	released, err := k.core.Queue.Release(ctx, id, deadline)
	if err != nil || !released {
		return err
	}
	return core.Emit(ctx, core.GameReleased(id))
}

// quarantine defers a game whose expiry failed. It is retried after ClaimBlocks. Only the class of the error is stored:
// the rest of its text could differ between machines, and the state would differ with it.
func (k *Keeper) quarantine(ctx context.Context, id uint64, cause error) error {
	params, err := k.core.Params(ctx)
	if err != nil {
		return err
	}
	aside := types.Quarantine{
		GameId:      id,
		Error:       types.ErrorClass(cause),
		RetryHeight: sdk.UnwrapSDKContext(ctx).BlockHeight() + params.ClaimBlocks,
	}
	if err := k.core.Queue.Quarantine(ctx, aside); err != nil {
		return err
	}
	return core.Emit(ctx, core.GameQuarantined(aside))
}
