package keeper

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// dueExpiries returns the first entries of the expiry queue whose height has passed, at most as many as the params
// allow. It reads no params in a block in which nothing is due.
func (k *Keeper) dueExpiries(ctx sdk.Context) ([]collections.Pair[int64, uint64], error) {
	passed := collections.NewPrefixUntilPairRange[int64, uint64](ctx.BlockHeight() - 1)
	queue, err := k.Expiries.Iterate(ctx, passed)
	if err != nil {
		return nil, err
	}
	due, err := k.takeExpiries(ctx, queue)
	if err != nil {
		return nil, stderrors.Join(err, queue.Close())
	}
	return due, queue.Close()
}

func (k *Keeper) takeExpiries(
	ctx sdk.Context, queue collections.KeySetIterator[collections.Pair[int64, uint64]],
) ([]collections.Pair[int64, uint64], error) {
	if !queue.Valid() {
		return nil, nil
	}
	params, err := k.Params.Get(ctx)
	if err != nil {
		return nil, err
	}
	var due []collections.Pair[int64, uint64]
	for ; queue.Valid() && len(due) < int(params.MaxExpiriesPerBlock); queue.Next() {
		entry, err := queue.Key()
		if err != nil {
			return nil, err
		}
		due = append(due, entry)
	}
	return due, nil
}

// expire settles one game, or puts it aside. What a failed settlement has written and told is dropped.
func (k *Keeper) expire(ctx sdk.Context, id uint64) error {
	cached, write := ctx.CacheContext()
	// The block's own work is not charged to anybody, and must not run out of gas.
	cached = cached.WithGasMeter(storetypes.NewInfiniteGasMeter())
	if err := k.tryToExpire(cached, id); err != nil {
		ctx.Logger().Error("cannot settle an expired game", "game", id, "err", err)
		return k.quarantine(ctx, id, err)
	}
	write()
	return nil
}

// tryToExpire does what is to be done about a game whose entry was met: nothing if it has ended, another entry if its
// deadline has moved on since, and an expiry if it has passed.
func (k *Keeper) tryToExpire(ctx sdk.Context, id uint64) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.Wrapf(types.ErrPanic, "%v", r)
		}
	}()
	g, before, err := k.load(ctx, id)
	if stderrors.Is(err, types.ErrGameEnded) || stderrors.Is(err, types.ErrGameNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if !game.Late(before.Deadline, ctx.BlockHeight()) {
		if err := k.Expiries.Set(ctx, collections.Join(before.Deadline, id)); err != nil {
			return err
		}
		return k.release(ctx, id)
	}
	after, events, err := step(ctx, before, game.Expire{})
	if err != nil {
		return err
	}
	if err := k.apply(ctx, g, before, after, events); err != nil {
		return err
	}
	return k.release(ctx, id)
}

// quarantine puts a game aside whose expiry has failed, to be tried again after the wait of a claim. Of the error it
// keeps the kind alone: the rest of its text could differ from one machine to the next, and with it the state.
func (k *Keeper) quarantine(ctx context.Context, id uint64, cause error) error {
	params, err := k.Params.Get(ctx)
	if err != nil {
		return err
	}
	q := types.Quarantine{
		GameId:      id,
		Error:       types.Kind(cause),
		RetryHeight: sdk.UnwrapSDKContext(ctx).BlockHeight() + params.ClaimBlocks,
	}
	if err := k.Quarantined.Set(ctx, id, q); err != nil {
		return err
	}
	if err := k.Expiries.Set(ctx, collections.Join(q.RetryHeight, id)); err != nil {
		return err
	}
	return emit(ctx, gameQuarantined(q))
}

// release takes a game out of quarantine, if it is there.
func (k *Keeper) release(ctx context.Context, id uint64) error {
	quarantined, err := k.Quarantined.Has(ctx, id)
	if err != nil || !quarantined {
		return err
	}
	if err := k.Quarantined.Remove(ctx, id); err != nil {
		return err
	}
	return emit(ctx, gameReleased(id))
}
