package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

const (
	// minSkew and maxSkew bound the error of a clock.
	minSkew = 30 * time.Second
	maxSkew = time.Hour
	// skewBlocks is how many blocks are made meanwhile, so that each validator proposes one.
	skewBlocks = 2 * validators
	// refused is how far behind a clock must be for its validator to refuse all blocks of the others: CometBFT's
	// tolerance is a minute.
	refused = 90 * time.Second
	// timeTolerance is how far the time of a new block may be from the clocks of the others: blocks may wait for rounds.
	timeTolerance = 15 * time.Second
)

// wrongClock starts one validator with its clock ahead or behind, and later with a true one. The others continue, and
// give the blocks the time of their clocks.
func wrongClock(ctx context.Context, c *campaign, r *rand.Rand) error {
	v := c.any(r)
	offset := minSkew + time.Duration(r.Int64N(int64(maxSkew-minSkew)))
	if r.IntN(2) == 0 && time.Since(c.net.began) > offset+minSkew { // else it would sleep until the genesis time
		offset = -offset
	}
	if err := v.stop(); err != nil {
		return err
	}
	began, honest := c.net.top(ctx), v.binary
	v.binary = c.variant
	err := v.restart(clockOffset + "=" + offset.String())
	v.binary = honest
	if err != nil {
		return err
	}
	// The program with the wrong clock must not outlast the fault.
	return errors.Join(c.watchClock(ctx, v, offset, began), v.kill(), v.restart())
}

// watchClock returns an error unless the others continue while the clock of a validator is wrong, with the right times.
func (c *campaign) watchClock(ctx context.Context, v *node, offset time.Duration, began int64) error {
	signed := false
	for height := began + 1; height <= began+skewBlocks || offset > 0 && !signed; height++ {
		if height > began+skewPatience {
			return fmt.Errorf("%s has signed none of %d blocks with its clock %s ahead", v.name, skewPatience, offset)
		}
		if err := c.net.await(ctx, height, haltPatience, c.net.without(v)...); err != nil {
			return err
		}
		own, err := c.checkTime(ctx, v, height, offset)
		if err != nil {
			return err
		}
		signed = signed || own
	}
	// It refuses all blocks, whose times are too far in its future, except one that it had when began was asked for.
	if h, err := v.height(ctx); offset < -refused && err == nil && h > began+1 {
		return fmt.Errorf("%s has block %d with its clock %s behind", v.name, h, -offset)
	}
	return nil
}

// skewPatience is the number of blocks by which a validator whose clock is ahead must have signed one.
const skewPatience = 60

// checkTime returns an error unless the time of a block, which was made just now, is near the clock. It reports whether
// a validator has signed the block with a clock that is ahead by more than half of an offset.
func (c *campaign) checkTime(
	ctx context.Context, v *node, height int64, offset time.Duration,
) (signed bool, err error) {
	res, err := c.net.without(v)[0].client.Commit(ctx, &height)
	if err != nil {
		return false, err
	}
	if away := time.Since(res.Time).Abs(); away > timeTolerance {
		return false, fmt.Errorf("the time of block %d is %s away from the clock while that of %s is by %s", height, away,
			v.name, offset)
	}
	for _, signature := range res.Commit.Signatures {
		if signature.Timestamp.Sub(res.Time) > offset/2 {
			signed = offset > 0
		}
	}
	return signed, nil
}
