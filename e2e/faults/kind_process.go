package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"syscall"
	"time"
)

// killOne kills one validator at some moment.
func killOne(ctx context.Context, c *campaign, r *rand.Rand) error {
	v := c.any(r)
	pause(ctx, time.Duration(r.IntN(1000))*time.Millisecond)
	if err := v.kill(); err != nil {
		return err
	}
	if err := c.proceeds(ctx, v); err != nil {
		return err
	}
	return v.restart()
}

// killAll kills all validators at some moment, in some order.
func killAll(ctx context.Context, c *campaign, r *rand.Rand) error {
	pause(ctx, time.Duration(r.IntN(1000))*time.Millisecond)
	for _, i := range r.Perm(validators) {
		if err := c.net.nodes[i].kill(); err != nil {
			return err
		}
	}
	return c.net.start()
}

// freezeTime is how long a frozen validator is frozen.
const freezeTime = 10 * time.Second

// freeze stops the process of one validator, which keeps its connections, and lets it continue.
func freeze(ctx context.Context, c *campaign, r *rand.Rand) error {
	v := c.any(r)
	if err := v.signal(syscall.SIGSTOP); err != nil {
		return err
	}
	began := time.Now()
	err := c.proceeds(ctx, v)
	pause(ctx, freezeTime-time.Since(began))
	return errors.Join(err, v.signal(syscall.SIGCONT))
}

// failPoints is the number of places in CometBFT at which failPoint lets a validator crash: twice all of one block.
const failPoints = 20

// failPoint lets one validator crash between two steps of writing a block.
func failPoint(ctx context.Context, c *campaign, r *rand.Rand) error {
	v, index := c.any(r), r.IntN(failPoints)
	if err := v.kill(); err != nil {
		return err
	}
	if err := v.restart(fmt.Sprintf("FAIL_TEST_INDEX=%d", index)); err != nil {
		return err
	}
	if err := v.wait(haltPatience); err != nil {
		return fmt.Errorf("at fail point %d: %w", index, err)
	}
	if err := c.proceeds(ctx, v); err != nil {
		return err
	}
	return v.restart()
}
