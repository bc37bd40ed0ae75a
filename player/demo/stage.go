package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
)

const (
	// blockTime is the pace of the chain. A game takes some ninety blocks, one after the other.
	blockTime = 100 * time.Millisecond
	// poll is how often players and spectator look for news: several times a block, so that none is wasted.
	poll = 15 * time.Millisecond
	// limit is how long the whole thing may take. It takes well under a minute; a chain that stands still must not hang.
	limit = 5 * time.Minute
	// seaLimit is how long it may take if the game is played again at sea.
	seaLimit = 15 * time.Minute
	// stillness is how long a bot waits for the other one at sea: a machine may be busy, and nobody leaves.
	stillness = 5 * time.Minute
)

// Chain is a running chain of one validator.
type Chain struct {
	// ID is the chain's id.
	ID string
	// RPC and GRPC are where it answers, such as tcp://127.0.0.1:26657 and 127.0.0.1:9090.
	RPC, GRPC string
	// Relay is the URL of the chain's own relay, such as ws://127.0.0.1:26680.
	Relay string
	// Keyring holds the key named Faucet, which has coins to give away.
	Keyring keyring.Keyring
	Faucet  string
	// Stop ends the chain and returns when it has ended.
	Stop func() error
}

// Start starts a new chain in an empty directory, on ports that are free, and returns once it has made a block. Without
// an id its id is that of a devnet. If ctx ends before that, it leaves nothing running.
type Start func(ctx context.Context, home, chainID string, blockTime time.Duration) (Chain, error)

// Options are what a person may choose.
type Options struct {
	Ruleset *game.Ruleset
	// Strategy is that of both players, by name.
	Strategy string
	// Seed decides the keys, the fleets and the shots. Who shoots first is tossed each time.
	Seed uint64
	// Binary is battleshipd, whose bots play at sea.
	Binary string
	// Progress is where the game is shown while it runs; Redraw tells that it is a terminal.
	Progress io.Writer
	Redraw   bool
	// Players are how many play a melee; 0 for a duel. Width is how wide the boards of a melee may be; 0 for the default.
	Players, Width int
}

// Run starts a chain, plays a game on it and takes everything away again, also when ctx ends early. The error tells
// whatever kept the game from being played to its end and paid as promised.
func Run(ctx context.Context, cctx sdkclient.Context, start Start, o Options) (summary Summary, err error) {
	err = onChain(ctx, cctx, start, limit, func(ctx context.Context, cctx sdkclient.Context, chain Chain) error {
		summary, err = stage(ctx, cctx, chain, o)
		return err
	})
	return summary, err
}

// onChain does something on a chain of its own, and takes everything away again.
func onChain(
	ctx context.Context, cctx sdkclient.Context, start Start, limit time.Duration,
	do func(ctx context.Context, cctx sdkclient.Context, chain Chain) error,
) (err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("no end after %s", limit))
	defer cancel()
	home, err := os.MkdirTemp("", "battleship-demo-")
	if err != nil {
		return fmt.Errorf("temporary home: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()

	chain, err := start(ctx, home, "", blockTime)
	if err != nil {
		return fmt.Errorf("start the chain: %w", err)
	}
	defer func() { err = errors.Join(err, chain.Stop()) }()

	link, err := connect(cctx, chain)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, link.GRPCClient.Close()) }()
	return do(ctx, link, chain)
}

// stage plays one game on a running chain.
func stage(ctx context.Context, cctx sdkclient.Context, chain Chain, o Options) (Summary, error) {
	cast, err := newCast(ctx, cctx, o)
	if err != nil {
		return Summary{}, err
	}
	sendGas, err := cast.fund(ctx, cctx, chain, allowance)
	if err != nil {
		return Summary{}, err
	}
	started := time.Now()
	s, created, err := session.Create(ctx, cast[game.Creator].player,
		session.Wish{Ruleset: o.Ruleset, Fleet: cast[game.Creator].fleet})
	if err != nil {
		return Summary{}, fmt.Errorf("%s: %w", cast[game.Creator].name, err)
	}

	group, groupCtx := errgroup.WithContext(ctx)
	view := newSpectator(cctx, created.Height, s.GameID(), cast, o)
	view.proving.done(created)
	group.Go(func() error { return view.watch(groupCtx) })
	group.Go(func() error { return cast[game.Creator].play(groupCtx, s, view.proving.done) })
	group.Go(func() error {
		joined := session.Open(cast[game.Joiner].player, s.GameID())
		done, err := joined.Join(groupCtx, "", cast[game.Joiner].choose)
		if err != nil {
			return fmt.Errorf("%s: %w", cast[game.Joiner].name, err)
		}
		view.proving.done(done)
		return cast[game.Joiner].play(groupCtx, joined, view.proving.done)
	})
	if err := group.Wait(); err != nil {
		return Summary{}, err
	}
	return summarise(ctx, cast, view, sendGas, time.Since(started))
}
