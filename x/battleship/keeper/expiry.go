package keeper

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// expire does what is to be done about a game whose entry has come up: it moves the entry if the deadline has moved on
// since, and settles or puts aside a game whose deadline has passed. It reports whether the deadline has passed.
func (k *Keeper) expire(ctx sdk.Context, id uint64) (late bool, err error) {
	m, err := k.progress.Get(ctx, id)
	if err == nil && !game.Late(m.Deadline, ctx.BlockHeight()) {
		return false, k.postpone(ctx, id, m.Deadline)
	}
	if err := damage(err); err != nil && !types.FollowsFromState(err) {
		return false, errors.Wrapf(err, "progress of game %d", id)
	}
	cached, write := ctx.CacheContext()
	if err := k.settleLate(cached, id); err != nil {
		// What has failed outside of the rules has failed on this machine. To go on without it would be to part from the
		// others.
		if !types.FollowsFromState(err) {
			return true, errors.Wrapf(err, "settling game %d", id)
		}
		moduleLogger(ctx).Error("quarantined an expired game that cannot be settled", "game", id, "err", err)
		return true, k.quarantine(ctx, id, err)
	}
	write()
	return true, nil
}

// postpone moves the entry of a game to its deadline, out of quarantine if it is there.
func (k *Keeper) postpone(ctx context.Context, id uint64, deadline int64) error {
	released, err := k.queue.Release(ctx, id, deadline)
	if err != nil || !released {
		return err
	}
	return emit(ctx, gameReleased(id))
}

// settleLate does what follows from a deadline that has passed.
func (k *Keeper) settleLate(ctx sdk.Context, id uint64) error {
	g, before, err := k.load(ctx, id)
	if err != nil {
		return err
	}
	var after channel.Stand
	var events []game.Event
	if err := pure(func() error {
		if before.AtSea {
			after, err = leasePassed(ctx, g, before)
		} else {
			after, events, err = step(ctx, before, game.Expire{})
		}
		return err
	}); err != nil {
		return err
	}
	if before.AtSea {
		if err := emit(ctx, statePosted(g, "", nil, after)); err != nil {
			return err
		}
	}
	if err := k.apply(ctx, g, before, after, events); err != nil || after.State.Phase.Ended() {
		return err
	}
	return k.postpone(ctx, id, after.State.Deadline)
}

// pure computes something from values alone, and returns ErrPanic if that panics. It must touch no store: a panic of a
// store is one node's own, and that node must stop, whereas values are the same on all of them.
func pure(compute func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.Wrapf(types.ErrPanic, "%v", r)
		}
	}()
	return compute()
}

// quarantine puts a game aside whose expiry has failed, to be tried again after the wait of a claim. Of the error it
// keeps the kind alone: the rest of its text could differ from one machine to the next, and with it the state.
func (k *Keeper) quarantine(ctx context.Context, id uint64, cause error) error {
	params, err := k.params.Get(ctx)
	if err != nil {
		return err
	}
	aside := types.Quarantine{
		GameId:      id,
		Error:       types.Kind(cause),
		RetryHeight: sdk.UnwrapSDKContext(ctx).BlockHeight() + params.ClaimBlocks,
	}
	if err := k.queue.Quarantine(ctx, aside); err != nil {
		return err
	}
	return emit(ctx, gameQuarantined(aside))
}
