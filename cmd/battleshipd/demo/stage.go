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

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session/duel"
)

const (
	// blockTime is the chain's time between blocks. A game takes some ninety blocks, one after the other.
	blockTime = 100 * time.Millisecond
	// poll is the interval at which players and spectator look for news: several times a block, so that none is wasted.
	poll = 15 * time.Millisecond
	// limit bounds the duration of a demo, which takes well under a minute: a halted chain must not hang it.
	limit = 5 * time.Minute
	// channelLimit is the limit if the game is also played off-chain.
	channelLimit = 15 * time.Minute
	// stillness is a bot's patience with the other one off-chain: a machine may be busy, and neither leaves.
	stillness = 5 * time.Minute
)

// Options configure a demo.
type Options struct {
	Ruleset *game.Ruleset
	// Strategy is the name of both players' strategy.
	Strategy string
	// Seed determines the keys, the fleets and the shots. The first shooter is tossed each time.
	Seed uint64
	// Binary is battleshipd, whose bots play off-chain.
	Binary string
	// Progress receives the game while it runs; Redraw reports whether it is a terminal.
	Progress io.Writer
	Redraw   bool
	// Players is the number of players at a table, or 0 for a duel. Width bounds the boards of a table, or is 0 for the
	// default.
	Players, Width int
}

// Run starts a chain, plays a game on it and cleans up, also when ctx ends early. It returns an error unless the game
// was played to its end and paid as promised.
func Run(ctx context.Context, cctx sdkclient.Context, start env.Start, o Options) (summary Summary, err error) {
	err = onChain(ctx, cctx, start, limit, func(ctx context.Context, cctx sdkclient.Context, chain env.Chain) error {
		summary, err = stage(ctx, cctx, chain, o)
		return err
	})
	return summary, err
}

// onChain calls do with a new chain, and cleans up.
func onChain(
	ctx context.Context, cctx sdkclient.Context, start env.Start, limit time.Duration,
	do func(ctx context.Context, cctx sdkclient.Context, chain env.Chain) error,
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

	link, err := env.Connect(cctx, chain)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, link.GRPCClient.Close()) }()
	return do(ctx, link, chain)
}

// stage plays one game on a running chain.
func stage(ctx context.Context, cctx sdkclient.Context, chain env.Chain, o Options) (Summary, error) {
	cast, err := newCast(ctx, cctx, o, names[:])
	if err != nil {
		return Summary{}, err
	}
	sendGas, err := cast.fund(ctx, cctx, chain, allowance)
	if err != nil {
		return Summary{}, err
	}
	started := time.Now()
	s, created, err := duel.Create(ctx, cast[game.Creator].player,
		duel.Wish{Ruleset: o.Ruleset, Fleet: cast[game.Creator].fleet})
	if err != nil {
		return Summary{}, fmt.Errorf("%s: %w", cast[game.Creator].name, err)
	}

	group, groupCtx := errgroup.WithContext(ctx)
	view := newSpectator(cctx, created.Height, s.GameID(), cast, o)
	view.proving.done(created)
	group.Go(func() error { return view.watch(groupCtx) })
	group.Go(func() error { return cast[game.Creator].play(groupCtx, s, view.proving.done) })
	group.Go(func() error {
		joined := duel.Open(cast[game.Joiner].player, s.GameID())
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
