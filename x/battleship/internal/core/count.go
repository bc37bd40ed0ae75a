package core

import (
	"context"

	"cosmossdk.io/collections"

	"github.com/battleship-chain/battleship/x/battleship/internal/kind"
)

// Count counts the games of a collection from an id on, up to a limit.
func Count[V any](
	ctx context.Context, games collections.Map[uint64, V], from uint64, most int, isOpen func(V) (bool, error),
) (kind.Count, error) {
	counted := kind.Count{Next: from}
	all, err := games.Iterate(ctx, new(collections.Range[uint64]).StartInclusive(from))
	if err != nil {
		return counted, err
	}
	defer all.Close() //nolint:errcheck // it was only read
	for ; all.Valid() && counted.Total() < most; all.Next() {
		entry, err := all.KeyValue()
		if err != nil {
			return counted, err
		}
		open, err := isOpen(entry.Value)
		if err != nil {
			return counted, err
		}
		if open {
			counted.Open++
		} else {
			counted.Running++
		}
		counted.Next = entry.Key + 1
	}
	counted.Done = !all.Valid()
	return counted, nil
}
