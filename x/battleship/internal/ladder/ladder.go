// Package ladder ranks players by rating. It is independent of the games that move ratings.
package ladder

import (
	"context"
	stderrors "errors"
	"slices"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Place is a player's place: rating and address.
type Place = collections.Pair[uint32, sdk.AccAddress]

// Ladder holds rated players by rating, and the number of players of each rating. The two always agree: looking up a
// rank reads at most as many records as there are buckets, for any number of players.
type Ladder struct {
	places  collections.KeySet[Place]
	buckets collections.Map[uint32, types.RatingBucket]
}

// New returns the ladder that is kept in a store.
func New(sb *collections.SchemaBuilder, cdc codec.BinaryCodec) Ladder {
	return Ladder{
		places: collections.NewKeySet(sb, types.LeaderboardPrefix, "leaderboard",
			collections.PairKeyCodec(collections.Uint32Key, sdk.AccAddressKey)),
		buckets: collections.NewMap(sb, types.RatingBucketsPrefix, "rating_buckets",
			collections.Uint32Key, codec.CollValue[types.RatingBucket](cdc)),
	}
}

// Places returns the places, from the lowest rating to the highest.
func (l Ladder) Places() records.Map[Place, collections.NoValue] { return records.OfSet(l.places) }

// Buckets returns how many players have which rating, by rating divided by types.RatingBucketSize.
func (l Ladder) Buckets() records.Map[uint32, types.RatingBucket] { return records.Of(l.buckets) }

// Move moves a player from one rating, or 0 for none, to another. It returns ErrCorrupt if the old rating has no
// players.
func (l Ladder) Move(ctx context.Context, who sdk.AccAddress, from, to uint32) error {
	if from == to {
		return nil
	}
	if from > 0 {
		if err := l.places.Remove(ctx, collections.Join(from, who)); err != nil {
			return err
		}
	}
	if err := l.places.Set(ctx, collections.Join(to, who)); err != nil {
		return err
	}
	return l.recount(ctx, from, to)
}

// recount counts one player less at one rating, unless that is 0, and one more at another.
func (l Ladder) recount(ctx context.Context, from, to uint32) error {
	if from > 0 {
		b, err := l.bucket(ctx, from)
		if err != nil {
			return err
		}
		if b.Counts[from%types.RatingBucketSize] == 0 {
			return errors.Wrapf(types.ErrCorrupt, "rating %d: expected at least 1 player, got 0", from)
		}
		b.Counts[from%types.RatingBucketSize]--
		if err := l.setBucket(ctx, from, b); err != nil {
			return err
		}
	}
	b, err := l.bucket(ctx, to)
	if err != nil {
		return err
	}
	b.Counts[to%types.RatingBucketSize]++
	return l.setBucket(ctx, to, b)
}

// setBucket writes the bucket of a rating, and removes an empty one: buckets follow from ratings alone, independent of
// their history.
func (l Ladder) setBucket(ctx context.Context, r uint32, b types.RatingBucket) error {
	if slices.Max(b.Counts) == 0 {
		return l.buckets.Remove(ctx, r/types.RatingBucketSize)
	}
	return l.buckets.Set(ctx, r/types.RatingBucketSize, b)
}

// bucket returns the bucket of a rating, or an empty one if there is none.
func (l Ladder) bucket(ctx context.Context, r uint32) (types.RatingBucket, error) {
	b, err := l.buckets.Get(ctx, r/types.RatingBucketSize)
	if stderrors.Is(err, collections.ErrNotFound) {
		return types.RatingBucket{Counts: make([]uint64, types.RatingBucketSize)}, nil
	}
	if err == nil && len(b.Counts) != types.RatingBucketSize {
		return types.RatingBucket{}, errors.Wrapf(types.ErrCorrupt, "bucket of rating %d: expected %d counts, got %d",
			r, types.RatingBucketSize, len(b.Counts))
	}
	return b, err
}

// At returns how many players have a rating.
func (l Ladder) At(ctx context.Context, r uint32) (uint64, error) {
	b, err := l.bucket(ctx, r)
	if err != nil {
		return 0, err
	}
	return b.Counts[r%types.RatingBucketSize], nil
}

// Above returns how many players have a rating above that one.
func (l Ladder) Above(ctx context.Context, r uint32) (uint64, error) {
	above := uint64(0)
	for at := r / types.RatingBucketSize; at <= rating.Max/types.RatingBucketSize; at++ {
		b, err := l.bucket(ctx, at*types.RatingBucketSize)
		if err != nil {
			return 0, err
		}
		for i, n := range b.Counts {
			if at*types.RatingBucketSize+uint32(i) > r {
				above += n
			}
		}
	}
	return above, nil
}

// Neighbours returns the nearest places above and below one, up to a number on each side, each from the best to the
// worst.
func (l Ladder) Neighbours(ctx context.Context, of Place, most int) (above, below []Place, err error) {
	above, err = l.first(ctx, new(collections.Range[Place]).StartExclusive(of), most)
	if err != nil {
		return nil, nil, err
	}
	slices.Reverse(above)
	below, err = l.first(ctx, new(collections.Range[Place]).EndExclusive(of).Descending(), most)
	return above, below, err
}

// first returns the first places in a range.
func (l Ladder) first(ctx context.Context, in *collections.Range[Place], most int) ([]Place, error) {
	var places []Place
	err := l.places.Walk(ctx, in, func(at Place) (bool, error) {
		places = append(places, at)
		return len(places) == most, nil
	})
	return places, err
}
