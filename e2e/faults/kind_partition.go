package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// Durations of partitions.
const (
	partitionTime = 6 * time.Second
	// settleTime is how long blocks on their way when the network is cut may still be committed.
	settleTime = 2 * time.Second
)

// partitionOne cuts one validator off. The others continue.
func partitionOne(ctx context.Context, c *campaign, r *rand.Rand) error {
	lonely := r.IntN(validators)
	c.net.partition(lonely)
	defer c.net.heal()
	began := time.Now()
	if err := c.proceeds(ctx, c.net.nodes[lonely]); err != nil {
		return err
	}
	pause(ctx, partitionTime-time.Since(began))
	return nil
}

// partitionHalf cuts the network into halves. Neither may continue.
func partitionHalf(ctx context.Context, c *campaign, r *rand.Rand) error {
	order := r.Perm(validators)
	c.net.partition(order[:validators/2]...)
	defer c.net.heal()
	pause(ctx, settleTime)
	before := c.net.top(ctx)
	pause(ctx, partitionTime-settleTime)
	if after := c.net.top(ctx); after > before {
		return fmt.Errorf("blocks %d to %d were committed without two thirds of the validators", before+1, after)
	}
	return nil
}
