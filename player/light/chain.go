package light

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	cmttypes "github.com/cometbft/cometbft/types"
	"golang.org/x/sync/errgroup"

	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/light/proof"
)

const (
	// FirstProvable is the first block whose state a node proves.
	FirstProvable = 2
	// pollHead is the pause between two questions for a header that is yet to come.
	pollHead = 100 * time.Millisecond
	// DefaultPatience is less than a client waits for the reply to one call.
	DefaultPatience = 10 * time.Second
	// maxSteps is how many headers between two are asked for at most: a node can make up any number.
	maxSteps = 200
	// maxKept is how many records of one block are kept at most.
	maxKept = 4_096
)

// Options configure a Chain: its root of trust and its nodes.
type Options struct {
	Node Node
	// Address is the node's, for errors.
	Address string
	// Root is the trusted header. Of one whose hash alone is known, the rest is asked for.
	Root proof.Trusted
	// Period is the trusting period of a header. It defaults to proof.DefaultPeriod.
	Period time.Duration
	// Patience is the longest wait of a read for the header that proves it. It defaults to DefaultPatience.
	Patience time.Duration
	// Now returns the time. It defaults to this machine's clock.
	Now func() time.Time
	// Witnesses are other nodes, which must show the same headers.
	Witnesses []Witness
	// Keeper, if not nil, keeps what other programs and later ones need to know.
	Keeper Keeper
}

// Keeper stores the state of a Chain, as a Memory does. The next Chain can start at the last verified header.
type Keeper interface {
	// Remember is called with each header that was verified last.
	Remember(newest proof.Trusted)
	// Saw is called with the height of a verified header, in whose block something of the player's has happened.
	Saw(height int64)
	// Seen returns the largest such height of any program, or 0 for none.
	Seen() int64
}

// Chain is a chain as far as a node proves it. It is safe for use by several goroutines at once.
type Chain struct {
	o Options

	mu sync.Mutex
	// trusted is the newest header that was verified.
	trusted proof.Trusted
	// floor is the height of the last block that a read must not be before.
	floor int64
	// kept are the records that were read as of the block before the trusted one.
	kept map[string][]byte
}

// New returns the chain of a trusted header. It makes no request: errors appear with the first read.
func New(o Options) *Chain {
	if o.Period == 0 {
		o.Period = proof.DefaultPeriod
	}
	if o.Patience == 0 {
		o.Patience = DefaultPatience
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Chain{o: o, trusted: o.Root, kept: make(map[string][]byte)}
}

// Begin verifies the header that trust begins with, unless that is done. The error is a *RootError if the node does not
// have it.
func (c *Chain) Begin(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.begin(ctx)
}

// Seen records that the node has shown a transaction of the player's in a block, so that later reads must not be older,
// by this program or another one of its home. The header of that block is verified first: an invented height would make
// them wait forever.
func (c *Chain) Seen(ctx context.Context, height int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if height <= c.floor {
		return nil
	}
	err := c.begin(ctx)
	if err == nil && height > c.trusted.Height {
		err = c.advance(ctx, height)
	}
	if err != nil {
		return c.blame(err)
	}
	c.floor = height
	if c.o.Keeper != nil {
		c.o.Keeper.Saw(height)
	}
	return nil
}

// Read returns what keys held after one block, the newest that can be proven, and its height. A value is empty if there
// is none. The error is an *UnprovenError or a *RootError if the node is not to be believed.
func (c *Chain) Read(ctx context.Context, keys ...[]byte) ([][]byte, int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for again := false; ; again = true {
		values, height, err := c.read(ctx, keys)
		if errors.Is(err, ErrNoState) && !again {
			continue // the node keeps few states, and there was a block meanwhile
		}
		return values, height, c.blame(err)
	}
}

// blame marks an error as the node's lie, if it is one and is not marked yet.
func (c *Chain) blame(err error) error {
	if refused(err) && !errors.As(err, new(*RootError)) && !errors.As(err, new(*WitnessError)) {
		return &UnprovenError{Address: c.o.Address, Err: err}
	}
	return err
}

func (c *Chain) read(ctx context.Context, keys [][]byte) ([][]byte, int64, error) {
	if err := c.follow(ctx); err != nil {
		return nil, 0, err
	}
	block := c.trusted.Block
	height := block.Height - 1
	items := make([]storeproof.Item, len(keys))
	group, groupCtx := errgroup.WithContext(ctx)
	for i, key := range keys {
		if _, ok := c.kept[string(key)]; ok {
			continue
		}
		group.Go(func() (err error) {
			items[i], err = Item(groupCtx, c.o.Node, height, key)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, 0, err
	}
	values := make([][]byte, len(keys))
	for i, key := range keys {
		if items[i].Key == nil {
			values[i] = c.kept[string(key)]
			continue
		}
		if err := items[i].Check(block.AppHash); err != nil {
			return nil, 0, err
		}
		if values[i] = items[i].Value; len(c.kept) < maxKept {
			c.kept[string(key)] = values[i]
		}
	}
	return values, height, nil
}

// follow verifies the node's newest header, and waits for one that proves the block that was seen last.
func (c *Chain) follow(ctx context.Context) error {
	if err := c.begin(ctx); err != nil {
		return err
	}
	if c.o.Keeper != nil {
		c.floor = max(c.floor, c.o.Keeper.Seen())
	}
	for start := time.Now(); ; {
		newest, err := Newest(ctx, c.o.Node)
		if err != nil {
			return err
		}
		if newest < c.trusted.Height {
			return &client.NotReadyError{Address: c.o.Address, Why: fmt.Sprintf(
				"it is at block %d, and block %d is known", newest, c.trusted.Height)}
		}
		if newest > c.trusted.Height {
			if err := c.advance(ctx, newest); err != nil {
				return err
			}
		}
		if proves := c.trusted.Height - 1; proves >= c.floor && proves >= FirstProvable {
			return nil
		}
		if time.Since(start) > c.o.Patience {
			return &client.NotReadyError{Address: c.o.Address, Why: fmt.Sprintf(
				"block %d, which proves the one before, has not come yet", max(c.floor, FirstProvable)+1)}
		}
		if err := client.Pause(ctx, pollHead); err != nil {
			return err
		}
	}
}

// begin asks for the rest of a trusted header of which only the hash is known.
func (c *Chain) begin(ctx context.Context) error {
	if c.trusted.Block != nil {
		return nil
	}
	block, err := Block(ctx, c.o.Node, c.trusted.Height, nil)
	if err == nil {
		err = c.trusted.Verify(block, c.o.Period, c.o.Now())
	} else if newest, newestErr := Newest(ctx, c.o.Node); newestErr == nil && newest < c.trusted.Height {
		err = fmt.Errorf("%w: its newest block is %d", proof.ErrHeader, newest)
	}
	if err != nil {
		if refused(err) {
			return &RootError{Address: c.o.Address, Height: c.trusted.Height, Err: err}
		}
		return err
	}
	if err := c.compare(ctx, block); err != nil {
		return err
	}
	c.trust(block)
	return nil
}

// advance verifies a newer header, and that the witnesses have the same.
func (c *Chain) advance(ctx context.Context, height int64) error {
	block, err := c.o.climb(ctx, c.trusted, height)
	if err != nil {
		return err
	}
	if err := c.compare(ctx, block); err != nil {
		return err
	}
	c.trust(block)
	return nil
}

// climb asks for a header that is newer than a trusted one, and verifies it. Where too few of its signers are known,
// headers between are verified first.
func (o *Options) climb(ctx context.Context, from proof.Trusted, height int64) (*cmttypes.LightBlock, error) {
	next, err := Block(ctx, o.Node, height, from.Block.ValidatorSet)
	if err != nil {
		return nil, err
	}
	for steps, ahead := 0, []*cmttypes.LightBlock{next}; len(ahead) > 0; steps++ {
		next := ahead[len(ahead)-1]
		err := from.Verify(next, o.Period, o.Now())
		switch {
		case err == nil:
			from = proof.Trust(next)
			ahead = ahead[:len(ahead)-1]
		case errors.Is(err, proof.ErrDistant) && next.Height > from.Height+1 && steps < maxSteps:
			middle := from.Height + (next.Height-from.Height)/2
			between, err := Block(ctx, o.Node, middle, from.Block.ValidatorSet)
			if err != nil {
				return nil, err
			}
			ahead = append(ahead, between)
		default:
			return nil, err
		}
	}
	return from.Block, nil
}

// trust continues from a verified header.
func (c *Chain) trust(block *cmttypes.LightBlock) {
	c.trusted = proof.Trust(block)
	clear(c.kept)
	if c.o.Keeper != nil {
		c.o.Keeper.Remember(c.trusted)
	}
}
