package light

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	cmttypes "github.com/cometbft/cometbft/types"
	"golang.org/x/sync/errgroup"

	"github.com/battleship-chain/battleship/player/client"
)

// Witness is a node beside the one that is asked. Validators who sign two chains can deceive who asks one node: a
// second one shows the other.
type Witness struct {
	Node Node
	// Address is the witness's, for errors.
	Address string
}

// compare makes sure that every witness has the same header as the node at the height of a verified one.
func (c *Chain) compare(ctx context.Context, block *cmttypes.LightBlock) error {
	group, groupCtx := errgroup.WithContext(ctx)
	for _, w := range c.o.Witnesses {
		group.Go(func() error { return c.compareWith(groupCtx, w, block) })
	}
	return group.Wait()
}

func (c *Chain) compareWith(ctx context.Context, w Witness, block *cmttypes.LightBlock) error {
	other, err := c.await(ctx, w, block)
	if err == nil && bytes.Equal(other.Hash(), block.Hash()) {
		return nil
	}
	switch {
	case err != nil:
	case c.trusted.Block == nil:
		err = c.trusted.Verify(other, c.o.Period, c.o.Now())
	default:
		theirs := c.o
		theirs.Node = w.Node
		other, err = theirs.climb(ctx, c.trusted, block.Height)
	}
	switch {
	case err == nil && bytes.Equal(other.Hash(), block.Hash()):
		return nil
	case err == nil:
		return &ForkError{
			Height: block.Height, Node: c.o.Address, Hash: block.Hash(), Witness: w.Address, Other: other.Hash(),
		}
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case !refused(err) && !errors.As(err, new(*client.NotReadyError)):
		err = &client.NotReadyError{Address: w.Address, Why: fmt.Sprintf("it does not answer: %v", err)}
	}
	return &WitnessError{Address: w.Address, Err: err}
}

// await asks a witness for its header of a block's height, and waits a while if it does not have that block yet.
func (c *Chain) await(ctx context.Context, w Witness, block *cmttypes.LightBlock) (*cmttypes.LightBlock, error) {
	for start := time.Now(); ; {
		other, err := Block(ctx, w.Node, block.Height, block.ValidatorSet)
		if err == nil || refused(err) {
			return other, err
		}
		newest, newestErr := Newest(ctx, w.Node)
		switch {
		case newestErr != nil:
			return nil, newestErr
		case newest >= block.Height:
			return nil, err
		case time.Since(start) > c.o.Patience:
			return nil, &client.NotReadyError{Address: w.Address, Why: fmt.Sprintf(
				"it is at block %d, and that of height %d is to be compared", newest, block.Height)}
		}
		if err := client.Pause(ctx, pollHead); err != nil {
			return nil, err
		}
	}
}
