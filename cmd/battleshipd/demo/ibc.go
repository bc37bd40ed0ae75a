package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"cosmossdk.io/math"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/cmd/battleshipd/demo/interchain"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
)

const (
	// ibcBlockTime is the pace of both chains. A packet takes a few blocks of each, and the relayer has to follow.
	ibcBlockTime = 200 * time.Millisecond
	// flushInterval is how often the relayer looks for packets that it has missed.
	flushInterval = 5 * time.Second
	// relayerCoins are for the relayer's fees on each chain, in client.GasDenom.
	relayerCoins = 1_000_000_000
	// ibcLimit bounds the duration of a demo.
	ibcLimit = 290 * time.Second
	// ibcSeed decides fleets and shots, so that the same players win each time.
	ibcSeed = 7
)

// IBCOptions configure an ibcDemo.
type IBCOptions struct {
	// Relayer is the program that relays packets, Wager that of a third chain on which bets are made, and Binary is
	// battleshipd, whose commands prove a result.
	Relayer, Wager, Binary string
	// Progress receives a line for each completed step.
	Progress io.Writer
}

// ibcDemo is a running demo of two connected chains.
type ibcDemo struct {
	IBCOptions
	home    string
	started time.Time
	figures IBCReport

	a, b    *ibcChain
	relayer *relayer

	// alice and bob have accounts on A, nemo has one on B.
	alice, bob, nemo *member
	// account is nemo's account on A, remote nemo as a player there.
	account *interchain.Account
	remote  *member
	// carried are the packets of nemo's account on A.
	carried []interchain.Carriage
	// proposal is the id of the proposal that allows stakes in vouchers.
	proposal uint64
	// game is the last game that is over, earner the winner of the first.
	game   uint64
	earner *member
	// away is the amount of Shipcoin on B.
	away math.Int
}

// RunIBC starts two chains, connects them with a relayer, and shows step by step how coins, players and results
// travel between them. It cleans up, also when ctx ends early. The error is that of the step that failed.
func RunIBC(
	ctx context.Context, cctx sdkclient.Context, start env.Start, o IBCOptions,
) (_ IBCReport, err error) {
	interrupted := ctx.Done()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	ctx, cancel := context.WithTimeoutCause(ctx, ibcLimit, fmt.Errorf("no end after %s", ibcLimit))
	defer cancel()
	home, err := os.MkdirTemp("", "battleship-ibc-demo-")
	if err != nil {
		return IBCReport{}, fmt.Errorf("temporary home: %w", err)
	}
	c := &ibcDemo{IBCOptions: o, home: home, started: time.Now()}
	defer func() {
		select {
		case <-interrupted:
		default:
			if err != nil && c.relayer != nil && c.relayer.last() != "" {
				c.say("The relayer's last words:\n%s", c.relayer.last())
			}
		}
		err = errors.Join(err, c.leave(), os.RemoveAll(home))
	}()
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"two chains", func(ctx context.Context) error { return c.start(ctx, cctx, start) }},
		{"a connection", func(ctx context.Context) error { return c.connect(ctx, fail) }},
		{"a proposal", c.propose},
		{"a. Shipcoin there and back", c.sendShipcoin},
		{"b. a game for a voucher", c.playForVoucher},
		{"c. a player from B, with a delegate", c.playByDelegate},
		{"c. a player from B, by packet", c.playByPacket},
		{"d. a packet that times out", c.timeOut},
		{"figures", c.measure},
		{"e. a bet", c.bet},
		{"f. a proven result", c.prove},
	} {
		if err := step.do(ctx); err != nil {
			if ctx.Err() != nil {
				err = context.Cause(ctx) // what a step says of it is that it was interrupted
			}
			return c.figures, fmt.Errorf("%s: %w", step.name, err)
		}
	}
	c.figures.Seconds = time.Since(c.started).Seconds()
	return c.figures, nil
}

// say reports a completed step.
func (c *ibcDemo) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	_, _ = fmt.Fprintf(c.Progress, "%6.1f s  %s\n", time.Since(c.started).Seconds(), line) // a show
}

// start starts both chains and gives players accounts on them.
func (c *ibcDemo) start(ctx context.Context, cctx sdkclient.Context, start env.Start) error {
	group, groupCtx := errgroup.WithContext(ctx)
	for name, s := range map[string]**ibcChain{"A": &c.a, "B": &c.b} {
		group.Go(func() (err error) {
			*s, err = startIBCChain(groupCtx, cctx, start, c.home, name)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i, p := range []struct {
		to   **member
		on   *ibcChain
		name string
	}{
		{&c.alice, c.a, "alice"},
		{&c.bob, c.a, "bob"},
		{&c.nemo, c.b, "nemo"},
	} {
		var err error
		if *p.to, err = p.on.player(ctx, p.name, game.Seat(i)); err != nil {
			return err
		}
	}
	for _, s := range []*ibcChain{c.a, c.b} {
		c.say(text.IBCChain, s.Name, s.ID, s.RPC)
	}
	c.say(text.IBCAccounts)
	return nil
}

// connect has the relayer connect the chains, and relay packets from now on.
func (c *ibcDemo) connect(ctx context.Context, failed func(error)) (err error) {
	c.relayer, err = newRelayer(ctx, c.Relayer, filepath.Join(c.home, "relayer"), []*ibcChain{c.a, c.b}, failed)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := c.relayer.link(ctx); err != nil {
		return err
	}
	c.figures.ConnectSeconds = time.Since(began).Seconds()
	for _, s := range []*ibcChain{c.a, c.b} {
		if err := s.findChannel(ctx); err != nil {
			return err
		}
	}
	c.say(text.IBCConnected, c.a.channel, c.b.channel)
	return c.relayer.start(ctx)
}

// leave ends the relayer and both chains.
func (c *ibcDemo) leave() error {
	var err error
	if c.relayer != nil {
		err = c.relayer.close()
		c.relayer = nil
	}
	err = errors.Join(err, c.a.leave(), c.b.leave())
	c.a, c.b = nil, nil
	return err
}

// measure records the block times of the chains.
func (c *ibcDemo) measure(ctx context.Context) (err error) {
	for _, s := range []struct {
		on   *ibcChain
		into *float64
	}{{c.a, &c.figures.BlockSecondsA}, {c.b, &c.figures.BlockSecondsB}} {
		interval, err := s.on.interval(ctx)
		if err != nil {
			return err
		}
		*s.into = interval.Seconds()
	}
	return nil
}
