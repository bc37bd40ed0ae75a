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

// expiring is one kind of game, as the expiry queue needs to know it. An id is that of a game of one kind at most.
type expiring interface {
	// deadline returns the last height at which what is owed can be met in an unfinished game, or collections.ErrNotFound
	// if no game of this kind has that id.
	deadline(ctx context.Context, id uint64) (int64, error)
	// settleLate does what follows from a deadline that has passed.
	settleLate(ctx sdk.Context, id uint64) (lapse, error)
}

// lapse is what has followed from a deadline that has passed.
type lapse struct {
	// ended tells that the game is over; if it is not, next is its next deadline.
	ended bool
	next  int64
	// seats are how many seats that has settled, which is what a block has room for; at least one.
	seats int
}

// kinds are the kinds of games that deadlines settle.
func (k *Keeper) kinds() []expiring { return []expiring{duels{k}, melees{k}} }

// kindOf returns which kind of game has an id, and the deadline of that game. An id that has none is that of a damaged
// duel, and so is an error that comes with it.
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

// expire does what is to be done about a game whose entry has come up: it moves the entry if the deadline has moved on
// since, and settles or puts aside a game whose deadline has passed. It returns how many seats it has settled.
func (k *Keeper) expire(ctx sdk.Context, id uint64) (seats int, err error) {
	kind, deadline, err := k.kindOf(ctx, id)
	if err == nil && !game.Late(deadline, ctx.BlockHeight()) {
		return 0, k.postpone(ctx, id, deadline)
	}
	if err := damage(err); err != nil && !types.FollowsFromState(err) {
		return 0, errors.Wrapf(err, "progress of game %d", id)
	}
	cached, write := ctx.CacheContext()
	settled, err := kind.settleLate(cached, id)
	if err == nil && !settled.ended {
		err = k.postpone(cached, id, settled.next)
	}
	if err != nil {
		// What has failed outside of the rules has failed on this machine. To go on without it would be to part from the
		// others.
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
func (k duels) settleLate(ctx sdk.Context, id uint64) (lapse, error) {
	settled := lapse{seats: types.PlayersPerGame}
	g, before, err := k.load(ctx, id)
	if err != nil {
		return settled, err
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
		return settled, err
	}
	if before.AtSea {
		if err := emit(ctx, statePosted(g, "", nil, after)); err != nil {
			return settled, err
		}
	}
	settled.ended, settled.next = after.State.Phase.Ended(), after.State.Deadline
	return settled, k.apply(ctx, g, before, after, events)
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
