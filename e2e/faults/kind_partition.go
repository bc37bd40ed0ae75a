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
	// minDelay and maxDelay are the delays of slow links.
	minDelay = 100 * time.Millisecond
	maxDelay = 400 * time.Millisecond
)

// slowLinks delays all that validators send each other, by another time on each link. All continue.
func slowLinks(ctx context.Context, c *campaign, r *rand.Rand) error {
	for _, l := range c.net.all() {
		l.delay.Store(int64(minDelay + time.Duration(r.Int64N(int64(maxDelay-minDelay)))))
	}
	defer c.net.heal()
	began := time.Now()
	if err := c.net.await(ctx, c.net.top(ctx)+1, haltPatience, c.net.nodes...); err != nil {
		return err
	}
	pause(ctx, partitionTime-time.Since(began))
	return nil
}

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
