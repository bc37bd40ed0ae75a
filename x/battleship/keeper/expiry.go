package keeper

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// expiring is the expiry queue's view of a kind of game. Ids are unique across kinds.
type expiring interface {
	// deadline returns the last height for the obligation of an unfinished game, or collections.ErrNotFound if no game of
	// this kind has that id.
	deadline(ctx context.Context, id uint64) (int64, error)
	// settleLate settles a deadline that has passed.
	settleLate(ctx sdk.Context, id uint64) (expiryResult, error)
}

// expiryResult is the result of settling a deadline that has passed.
type expiryResult struct {
	// ended reports whether the game is over; if it is not, next is its next deadline.
	ended bool
	next  int64
	// seats is the number of settled seats, which a block limits; at least one.
	seats int
}

// kinds are the kinds of games that deadlines settle.
func (k *Keeper) kinds() []expiring { return []expiring{duels{k}, melees{k}} }

// kindOf returns the kind of the game with an id, and the deadline of that game. An id without a deadline belongs to a
// damaged duel, and so does the returned error.
func (k *Keeper) kindOf(ctx context.Context, id uint64) (expiring, int64, error) {
	var missing error
	for _, kind := range k.kinds() {
		deadline, err := kind.deadline(ctx, id)
		if !stderrors.Is(err, collections.ErrNotFound) {
			return kind, deadline, err
		}
		missing = err
	}
	return duels{k}, 0, missing
}

// expire handles a game whose entry has come up: it moves the entry if the deadline has moved since, and settles or
// quarantines a game whose deadline has passed. It returns the number of settled seats.
func (k *Keeper) expire(ctx sdk.Context, id uint64) (seats int, err error) {
	kind, deadline, err := k.kindOf(ctx, id)
	if err == nil && !game.Late(deadline, ctx.BlockHeight()) {
		return 0, k.postpone(ctx, id, deadline)
	}
	if err := asCorrupt(err); err != nil && !types.FollowsFromState(err) {
		return 0, errors.Wrapf(err, "progress of game %d", id)
	}
	cached, write := ctx.CacheContext()
	settled, err := kind.settleLate(cached, id)
	if err == nil && !settled.ended {
		err = k.postpone(cached, id, settled.next)
	}
	if err != nil {
		// A failure outside of the rules is a failure of this machine. Continuing without it would diverge from the other
		// nodes.
		if !types.FollowsFromState(err) {
			return 0, errors.Wrapf(err, "settling game %d", id)
		}
		moduleLogger(ctx).Error("quarantined an expired game that cannot be settled", "game", id, "err", err)
		return max(settled.seats, types.PlayersPerGame), k.quarantine(ctx, id, err)
	}
	write()
	return settled.seats, nil
}

// postpone moves the entry of a game to its deadline, out of quarantine if it is there.
func (k *Keeper) postpone(ctx context.Context, id uint64, deadline int64) error {
	released, err := k.queue.Release(ctx, id, deadline)
	if err != nil || !released {
		return err
	}
	return emit(ctx, gameReleased(id))
}

// duels are the games for two.
type duels struct{ *Keeper }

// deadline implements expiring.
func (k duels) deadline(ctx context.Context, id uint64) (int64, error) {
	m, err := k.progress.Get(ctx, id)
	return m.Deadline, err
}

// settleLate implements expiring.
func (k duels) settleLate(ctx sdk.Context, id uint64) (expiryResult, error) {
	settled := expiryResult{seats: types.PlayersPerGame}
	g, before, err := k.load(ctx, id)
	if err != nil {
		return settled, err
	}
	var after channel.ChainState
	var events []game.Event
	if err := recoverPanic(func() error {
		if before.OffChain {
			after, err = timedOut(ctx, g, before)
		} else {
			after, events, err = step(ctx, before, game.Expire{})
		}
		return err
	}); err != nil {
		return settled, err
	}
	if before.OffChain {
		if err := emit(ctx, stateSubmitted(g, "", nil, after)); err != nil {
			return settled, err
		}
	}
	settled.ended, settled.next = after.State.Phase.Ended(), after.State.Deadline
	return settled, k.apply(ctx, g, before, after, events)
}

// recoverPanic runs a computation on values, and returns ErrPanic if it panics. The computation must not touch a store:
// a panic of a store affects one node, which must stop, whereas values are the same on all nodes.
func recoverPanic(compute func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.Wrapf(types.ErrPanic, "%v", r)
		}
	}()
	return compute()
}

// quarantine defers a game whose expiry failed. It is retried after ClaimBlocks. Only the class of the error is stored:
// the rest of its text could differ between machines, and the state would differ with it.
func (k *Keeper) quarantine(ctx context.Context, id uint64, cause error) error {
	params, err := k.params.Get(ctx)
	if err != nil {
		return err
	}
	aside := types.Quarantine{
		GameId:      id,
		Error:       types.ErrorClass(cause),
		RetryHeight: sdk.UnwrapSDKContext(ctx).BlockHeight() + params.ClaimBlocks,
	}
	if err := k.queue.Quarantine(ctx, aside); err != nil {
		return err
	}
	return emit(ctx, gameQuarantined(aside))
}
