// Package deadline keeps when something is to be looked at: one height for each id. It knows heights and ids, and
// nothing of what they stand for.
package deadline

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	"github.com/cosmos/cosmos-sdk/codec"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Queue is a queue of ids by height. Each id that is in it has exactly one entry, and whoever takes an id out of it
// leaves nothing behind. So the queue is never longer than there are ids, and its head is always something to be done.
type Queue struct {
	// Entries holds height and id, in the order in which they come up.
	Entries collections.KeySet[collections.Pair[int64, uint64]]
	// Heights holds the height of each id that has an entry.
	Heights collections.Map[uint64, int64]
	// Quarantined holds those of the ids that were put aside, whose entry is at their retry height.
	Quarantined collections.Map[uint64, types.Quarantine]
}

// NewQueue returns the queue that is kept in a store.
func NewQueue(sb *collections.SchemaBuilder, cdc codec.BinaryCodec) Queue {
	return Queue{
		Entries: collections.NewKeySet(sb, types.ExpiriesPrefix, "expiries",
			collections.PairKeyCodec(collections.Int64Key, collections.Uint64Key)),
		Heights: collections.NewMap(sb, types.ExpiryHeightsPrefix, "expiry_heights",
			collections.Uint64Key, collections.Int64Value),
		Quarantined: collections.NewMap(sb, types.QuarantinedPrefix, "quarantined",
			collections.Uint64Key, codec.CollValue[types.Quarantine](cdc)),
	}
}

// Put adds an id at a height. It returns ErrCorrupt if the id is in the queue.
func (q Queue) Put(ctx context.Context, id uint64, height int64) error {
	has, err := q.Heights.Has(ctx, id)
	if err != nil {
		return err
	}
	if has {
		return errors.Wrapf(types.ErrCorrupt, "expected an id without an entry in the queue, got %d", id)
	}
	return q.set(ctx, id, height)
}

// Move moves the entry of an id to a height. It returns ErrCorrupt if the id is not in the queue.
func (q Queue) Move(ctx context.Context, id uint64, height int64) error {
	before, err := q.Heights.Get(ctx, id)
	if stderrors.Is(err, collections.ErrNotFound) {
		return errors.Wrapf(types.ErrCorrupt, "expected an id with an entry in the queue, got %d", id)
	}
	if err != nil || before == height {
		return err
	}
	if err := q.Entries.Remove(ctx, collections.Join(before, id)); err != nil {
		return err
	}
	return q.set(ctx, id, height)
}

func (q Queue) set(ctx context.Context, id uint64, height int64) error {
	if err := q.Heights.Set(ctx, id, height); err != nil {
		return err
	}
	return q.Entries.Set(ctx, collections.Join(height, id))
}

// Drop takes an id out of the queue and out of quarantine, and reports whether it was in quarantine. It does nothing
// about an id that is not in the queue.
func (q Queue) Drop(ctx context.Context, id uint64) (bool, error) {
	height, err := q.Heights.Get(ctx, id)
	if stderrors.Is(err, collections.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := q.Entries.Remove(ctx, collections.Join(height, id)); err != nil {
		return false, err
	}
	if err := q.Heights.Remove(ctx, id); err != nil {
		return false, err
	}
	return q.Release(ctx, id)
}

// Due returns the ids whose height is below the given one, by height and id, at most so many. They stay in the queue.
func (q Queue) Due(ctx context.Context, height int64, most int) ([]uint64, error) {
	passed := collections.NewPrefixUntilPairRange[int64, uint64](height - 1)
	entries, err := q.Entries.Iterate(ctx, passed)
	if err != nil {
		return nil, err
	}
	var ids []uint64
	for ; entries.Valid() && len(ids) < most; entries.Next() {
		entry, err := entries.Key()
		if err != nil {
			return nil, stderrors.Join(err, entries.Close())
		}
		ids = append(ids, entry.K2())
	}
	return ids, entries.Close()
}

// Quarantine puts an id aside until its retry height.
func (q Queue) Quarantine(ctx context.Context, aside types.Quarantine) error {
	if err := q.Quarantined.Set(ctx, aside.GameId, aside); err != nil {
		return err
	}
	return q.Move(ctx, aside.GameId, aside.RetryHeight)
}

// Release takes an id out of quarantine and reports whether it was there. Its entry stays where it is.
func (q Queue) Release(ctx context.Context, id uint64) (bool, error) {
	quarantined, err := q.Quarantined.Has(ctx, id)
	if err != nil || !quarantined {
		return false, err
	}
	return true, q.Quarantined.Remove(ctx, id)
}
