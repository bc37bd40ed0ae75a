package keeper

import (
	"context"
	stderrors "errors"
	"slices"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// rank moves a player on the leaderboard from one rating to another; from 0 if it had none.
func (k *Keeper) rank(ctx context.Context, who sdk.AccAddress, from, to uint32) error {
	if from == to {
		return nil
	}
	if from > 0 {
		if err := k.Leaderboard.Remove(ctx, collections.Join(from, who)); err != nil {
			return err
		}
	}
	if err := k.Leaderboard.Set(ctx, collections.Join(to, who)); err != nil {
		return err
	}
	return k.recount(ctx, from, to)
}

// recount counts one player less at one rating, unless that is 0, and one more at another.
func (k *Keeper) recount(ctx context.Context, from, to uint32) error {
	if from > 0 {
		b, err := k.bucket(ctx, from)
		if err != nil {
			return err
		}
		if b.Counts[from%types.RatingBucketSize] == 0 {
			return errors.Wrapf(types.ErrCorrupt, "rating %d: expected at least 1 player, got 0", from)
		}
		b.Counts[from%types.RatingBucketSize]--
		if err := k.setBucket(ctx, from, b); err != nil {
			return err
		}
	}
	b, err := k.bucket(ctx, to)
	if err != nil {
		return err
	}
	b.Counts[to%types.RatingBucketSize]++
	return k.setBucket(ctx, to, b)
}

// setBucket writes the bucket of a rating. One that counts nobody is not kept: buckets follow from ratings alone,
// whatever they were before.
func (k *Keeper) setBucket(ctx context.Context, r uint32, b types.RatingBucket) error {
	if slices.Max(b.Counts) == 0 {
		return k.RatingBuckets.Remove(ctx, r/types.RatingBucketSize)
	}
	return k.RatingBuckets.Set(ctx, r/types.RatingBucketSize, b)
}

// bucket returns the bucket of a rating; one that counts nobody if there is none.
func (k *Keeper) bucket(ctx context.Context, r uint32) (types.RatingBucket, error) {
	b, err := k.RatingBuckets.Get(ctx, r/types.RatingBucketSize)
	if stderrors.Is(err, collections.ErrNotFound) {
		return types.RatingBucket{Counts: make([]uint64, types.RatingBucketSize)}, nil
	}
	if err == nil && len(b.Counts) != types.RatingBucketSize {
		return types.RatingBucket{}, errors.Wrapf(types.ErrCorrupt, "bucket of rating %d: expected %d counts, got %d",
			r, types.RatingBucketSize, len(b.Counts))
	}
	return b, err
}

// countAbove returns how many players have a rating above that one. It reads as many records as there can be buckets
// above, however many players there are.
func (k *Keeper) countAbove(ctx context.Context, r uint32) (uint64, error) {
	above := uint64(0)
	for at := r / types.RatingBucketSize; at <= rating.Max/types.RatingBucketSize; at++ {
		b, err := k.bucket(ctx, at*types.RatingBucketSize)
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
