// Package records gives read access to a collection that only its owner may write.
package records

import (
	"context"

	"cosmossdk.io/collections"
	collcodec "cosmossdk.io/collections/codec"
)

// Map is a collection that can be read and no more.
type Map[K, V any] struct{ of collections.Map[K, V] }

// Of returns the reading side of a map.
func Of[K, V any](m collections.Map[K, V]) Map[K, V] { return Map[K, V]{of: m} }

// OfSet returns the reading side of a set of keys.
func OfSet[K any](s collections.KeySet[K]) Map[K, collections.NoValue] {
	return Of(collections.Map[K, collections.NoValue](s))
}

// Get returns the value of a key, or collections.ErrNotFound.
func (m Map[K, V]) Get(ctx context.Context, key K) (V, error) { return m.of.Get(ctx, key) }

// Has reports whether there is a value of a key.
func (m Map[K, V]) Has(ctx context.Context, key K) (bool, error) { return m.of.Has(ctx, key) }

// Walk calls a function with the entries of a range, nil for all, until it returns true or an error.
func (m Map[K, V]) Walk(
	ctx context.Context, in collections.Ranger[K], visit func(K, V) (stop bool, err error),
) error {
	return m.of.Walk(ctx, in, visit)
}

// Iterate returns an iterator over a range, nil for all. It must be closed.
func (m Map[K, V]) Iterate(
	ctx context.Context, in collections.Ranger[K],
) (collections.Iterator[K, V], error) {
	return m.of.Iterate(ctx, in)
}

// IterateRaw returns an iterator over the entries between two encoded keys. It must be closed.
func (m Map[K, V]) IterateRaw(
	ctx context.Context, start, end []byte, order collections.Order,
) (collections.Iterator[K, V], error) {
	return m.of.IterateRaw(ctx, start, end, order)
}

// KeyCodec returns how keys are encoded.
func (m Map[K, V]) KeyCodec() collcodec.KeyCodec[K] { return m.of.KeyCodec() }

// Values returns all values in the order of their keys.
func (m Map[K, V]) Values(ctx context.Context) ([]V, error) {
	all, err := m.of.Iterate(ctx, nil)
	if err != nil {
		return nil, err
	}
	return all.Values()
}

// List maps all entries by a function, in the order of their keys.
func List[K, V, R any](ctx context.Context, m Map[K, V], record func(K, V) (R, error)) ([]R, error) {
	var all []R
	err := m.Walk(ctx, nil, func(key K, value V) (bool, error) {
		r, err := record(key, value)
		all = append(all, r)
		return err != nil, err
	})
	return all, err
}
