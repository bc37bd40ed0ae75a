// Package deadline is a queue of ids by height. It is independent of the games that the ids name.
package deadline

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	"github.com/cosmos/cosmos-sdk/codec"

	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Queue is a queue of ids by height. Each id in it has exactly one entry, at or before its deadline, or, if it is in
// quarantine, at its retry height; removing an id leaves nothing behind. So every overdue id is found, the queue is
// never longer than the number of ids, and its head is always something to be done.
type Queue struct {
	// entries holds height and id, in the order in which they come up.
	entries collections.KeySet[Entry]
	// heights holds the height of each id that has an entry.
	heights collections.Map[uint64, int64]
	// quarantined holds those of the ids that were put aside.
	quarantined collections.Map[uint64, types.Quarantine]
}

// Entry is the place of an id: height and id.
type Entry = collections.Pair[int64, uint64]

// New returns the queue that is kept in a store.
func New(sb *collections.SchemaBuilder, cdc codec.BinaryCodec) Queue {
	return Queue{
		entries: collections.NewKeySet(sb, types.ExpiriesPrefix, "expiries",
			collections.PairKeyCodec(collections.Int64Key, collections.Uint64Key)),
		heights: collections.NewMap(sb, types.ExpiryHeightsPrefix, "expiry_heights",
			collections.Uint64Key, collections.Int64Value),
		quarantined: collections.NewMap(sb, types.QuarantinedPrefix, "quarantined",
			collections.Uint64Key, codec.CollValue[types.Quarantine](cdc)),
	}
}

// Entries returns the entries in the order in which they come up.
func (q Queue) Entries() records.Map[Entry, collections.NoValue] { return records.OfSet(q.entries) }

// Heights returns the height of each id's entry.
func (q Queue) Heights() records.Map[uint64, int64] { return records.Of(q.heights) }

// Quarantined returns the quarantine records by id.
func (q Queue) Quarantined() records.Map[uint64, types.Quarantine] { return records.Of(q.quarantined) }

// Put adds an id with its deadline. It returns ErrCorrupt if the id is in the queue.
func (q Queue) Put(ctx context.Context, id uint64, deadline int64) error {
	has, err := q.heights.Has(ctx, id)
	if err != nil {
		return err
	}
	if has {
		return errors.Wrapf(types.ErrCorrupt, "id %d has an entry in the queue already", id)
	}
	return q.set(ctx, id, deadline)
}

// Move records that the deadline of an id has moved from one height to another. It writes nothing if the deadline has
// moved away: the caller of Due that finds the old entry puts it back with Release. Otherwise it returns ErrCorrupt if
// the id is not in the queue.
func (q Queue) Move(ctx context.Context, id uint64, from, to int64) error {
	if to >= from {
		return nil
	}
	return q.reset(ctx, id, to)
}

// reset puts the entry of an id at a height. It returns ErrCorrupt if the id is not in the queue.
func (q Queue) reset(ctx context.Context, id uint64, height int64) error {
	before, err := q.heights.Get(ctx, id)
	if stderrors.Is(err, collections.ErrNotFound) {
		return errors.Wrapf(types.ErrCorrupt, "id %d has no entry in the queue", id)
	}
	if err != nil || before == height {
		return err
	}
	if err := q.entries.Remove(ctx, collections.Join(before, id)); err != nil {
		return err
	}
	return q.set(ctx, id, height)
}

func (q Queue) set(ctx context.Context, id uint64, height int64) error {
	if err := q.heights.Set(ctx, id, height); err != nil {
		return err
	}
	return q.entries.Set(ctx, collections.Join(height, id))
}

// Drop takes an id out of the queue and out of quarantine, and reports whether it was in quarantine. It does nothing
// about an id that is not in the queue.
func (q Queue) Drop(ctx context.Context, id uint64) (bool, error) {
	height, err := q.heights.Get(ctx, id)
	if stderrors.Is(err, collections.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := q.entries.Remove(ctx, collections.Join(height, id)); err != nil {
		return false, err
	}
	if err := q.heights.Remove(ctx, id); err != nil {
		return false, err
	}
	return q.release(ctx, id)
}

// Due returns the ids with a height below the given one, by height and id, up to a limit. They stay in the queue.
func (q Queue) Due(ctx context.Context, height int64, most int) ([]uint64, error) {
	passed := collections.NewPrefixUntilPairRange[int64, uint64](height - 1)
	entries, err := q.entries.Iterate(ctx, passed)
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

// Quarantine puts an id aside until its retry height. It returns ErrCorrupt if the id is not in the queue.
func (q Queue) Quarantine(ctx context.Context, aside types.Quarantine) error {
	if err := q.quarantined.Set(ctx, aside.GameId, aside); err != nil {
		return err
	}
	return q.reset(ctx, aside.GameId, aside.RetryHeight)
}

// Release puts the entry of an id, which has come up, at its deadline again. It takes the id out of quarantine, and
// reports whether it was there. It returns ErrCorrupt if the id is not in the queue.
func (q Queue) Release(ctx context.Context, id uint64, deadline int64) (bool, error) {
	if err := q.reset(ctx, id, deadline); err != nil {
		return false, err
	}
	return q.release(ctx, id)
}

// release takes an id out of quarantine and reports whether it was there. Its entry stays where it is.
func (q Queue) release(ctx context.Context, id uint64) (bool, error) {
	quarantined, err := q.quarantined.Has(ctx, id)
	if err != nil || !quarantined {
		return false, err
	}
	return true, q.quarantined.Remove(ctx, id)
}
