package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/battleship-chain/battleship/e2e/faults/check"
	"github.com/battleship-chain/battleship/internal/freeport"
	"github.com/battleship-chain/battleship/player/session"
)

const (
	// calmTime is the longest pause between two faults.
	calmTime = 2 * time.Second
	// endPatience is how long the last games may take to end after the last fault. Those that have not are reported as
	// open: their deadlines are in blocks to come.
	endPatience = 30 * time.Second
	// seats is the number of players of a melee.
	seats = 4
	// pairsPerTable is how many pairs there are for each table, at which melees are played, and for each visit, in which a
	// player enters by packets.
	pairsPerTable = 20
)

// fault is one fault that was injected.
type fault struct {
	kind string
	// next is the time from the moment at which the fault was lifted until a validator had a new block, and recovery that
	// until all had one.
	next, recovery time.Duration
}

// campaign is a run of the harness.
type campaign struct {
	o       options
	net     *network
	world   *world
	load    *load
	fleet   *fleet
	checker *check.Checker
	// checking is held while the checker works.
	checking sync.Mutex
	began    time.Time

	pairs   [][]session.Player
	tables  [][]session.Player
	visits  []visit
	embark  func()
	faults  []fault
	skipped map[string]string
	// leftOut counts the faults that are not for a chain of so many blocks, or not for one that was upgraded.
	leftOut int
	// chosen are the kinds of faults of this run.
	chosen []kind
	// variant is the path of the program with a clock that can be wrong and further upgrades, if a kind needs it.
	variant string

	// verified is the last verified block, for the log.
	verified atomic.Int64

	mu sync.Mutex
	// troubles are errors of players and programs, failures are wrong effects of faults on the network.
	troubles, failures []string
}

// visit is a player with one that enters its games by packets.
type visit struct {
	creator session.Player
	joiner  joiner
}

// newCampaign starts the network and its players' accounts. Nothing is played yet.
func newCampaign(ctx context.Context, o options) (c *campaign, err error) {
	c = &campaign{o: o}
	if err := c.choose(ctx); err != nil {
		return nil, err
	}
	port, err := freeport.Row("127.0.0.1", 3*validators+1)
	if err != nil {
		return nil, err
	}
	net, err := newNetwork(ctx, o.binary, o.dir, port, o.blockTime)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, net.close())
		}
	}()
	c.net, c.world, c.began = net, newWorld(net, o.seed), time.Now()
	c.load = &load{seed: o.seed, most: o.games, stopped: make(chan struct{}), trouble: c.trouble}
	programs := filepath.Join(o.dir, "programs")
	if err := os.Mkdir(programs, 0o700); err != nil {
		return nil, err
	}
	c.fleet = &fleet{binary: o.binary, dir: programs, trouble: c.trouble}
	var names []string
	var nodes []check.Node
	for _, v := range net.nodes {
		names, nodes = append(names, v.name), append(nodes, v.client)
	}
	c.checker = check.New(names, nodes)
	if err := net.start(); err != nil {
		return nil, err
	}
	if err := net.await(ctx, 1, haltPatience, net.nodes...); err != nil {
		return nil, err
	}
	return c, c.prepare(ctx, port+3*validators)
}

// choose chooses the kinds of faults, and builds the program that one of them needs.
func (c *campaign) choose(ctx context.Context) (err error) {
	var able []kind
	able, c.skipped = possible(kinds())
	for _, k := range able {
		if strings.Contains(k.name, c.o.only) && (c.o.slow || !k.slow) {
			c.chosen = append(c.chosen, k)
		}
	}
	if len(c.chosen) == 0 {
		return fmt.Errorf("no kind of faults is named %q", c.o.only)
	}
	if slices.ContainsFunc(c.chosen, func(k kind) bool { return k.variant }) {
		c.variant, err = buildVariant(ctx, c.o.dir)
	}
	return err
}

// prepare makes the players and gives them coins.
func (c *campaign) prepare(ctx context.Context, relayPort int) (err error) {
	home := filepath.Join(c.o.dir, "players")
	player := func(name string, at int) (session.Player, error) {
		return c.world.player(ctx, c.net.nodes[at%validators], name, filepath.Join(home, name))
	}
	// groups returns groups of players, each player at the node after that of the one before.
	groups := func(name string, number, size int) (all [][]session.Player, err error) {
		for i := range number {
			group := make([]session.Player, size)
			for k := range group {
				if group[k], err = player(fmt.Sprintf("%s%d-%d", name, i, k), i+k); err != nil {
					return nil, err
				}
			}
			all = append(all, group)
		}
		return all, nil
	}
	few := max(c.o.pairs/pairsPerTable, 1)
	if c.pairs, err = groups("player", c.o.pairs, 2); err != nil {
		return err
	}
	if c.tables, err = groups("table", few, seats); err != nil {
		return err
	}
	visits, err := groups("visit", few, 2)
	if err != nil {
		return err
	}
	if c.embark, err = c.fleet.embark(c.world, relayPort); err != nil {
		return err
	}
	if err := c.world.fund(ctx); err != nil {
		return err
	}
	for i, pair := range visits { // which have coins for the packets by now
		p, err := newPath(ctx, c.world, pair[1].Chain, c.net.nodes[(i+1)%validators])
		if err != nil {
			return err
		}
		c.visits = append(c.visits, visit{pair[0], p.joiner(pair[1])})
	}
	return nil
}

// trouble notes an error of a player or a program.
func (c *campaign) trouble(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.troubles = append(c.troubles, fmt.Sprintf("%s %s", time.Since(c.began).Round(time.Second), err))
	c.log("trouble: %s", err)
}

// log writes a line about the progress of the run.
func (c *campaign) log(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%7s %s\n", time.Since(c.began).Round(time.Second), fmt.Sprintf(format, args...))
}

// run plays and injects all faults, and verifies all blocks.
func (c *campaign) run(ctx context.Context) error {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	var players, watching sync.WaitGroup
	for i, pair := range c.pairs {
		players.Go(func() { c.load.pair(playing, i, pair[0], pair[1]) })
	}
	for i, table := range c.tables {
		players.Go(func() { c.load.table(playing, i, table) })
	}
	for i, v := range c.visits {
		players.Go(func() { c.load.visit(playing, i, v.creator, v.joiner) })
	}
	c.embark()
	defer c.fleet.stop()
	watching.Go(func() { c.watch(playing) })

	err := c.injectAll(ctx)
	close(c.load.stopped)
	if err == nil {
		err = c.settle(ctx, &players)
	}
	c.fleet.stop()
	stop()
	players.Wait()
	watching.Wait()
	if err != nil {
		return err
	}
	if err := c.checker.Advance(ctx); err != nil {
		return err
	}
	return c.checker.Final(ctx)
}

// watch verifies blocks as they come. A validator that is away in a fault only delays it.
func (c *campaign) watch(ctx context.Context) {
	const pauseTime = time.Second
	shown := 0
	for ctx.Err() == nil {
		c.checking.Lock()
		_ = c.checker.Advance(ctx) // it is called again, at last when all validators are there
		c.verified.Store(c.checker.Height())
		for _, f := range c.checker.Findings()[shown:] {
			shown++
			c.log("finding: %s", f)
		}
		c.checking.Unlock()
		pause(ctx, pauseTime)
	}
}

// settle lets the games that are played come to their ends.
func (c *campaign) settle(ctx context.Context, players *sync.WaitGroup) error {
	ended := make(chan struct{})
	go func() {
		players.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(endPatience):
	case <-ctx.Done():
	}
	return ctx.Err()
}

// injectAll injects faults until there were enough or the time is over.
func (c *campaign) injectAll(ctx context.Context) error {
	r := rand.New(rand.NewPCG(c.o.seed, 0)) //nolint:gosec // a run is to be repeated
	for number, k := range schedule(c.chosen, c.o.faults, r) {
		if c.o.limit > 0 && time.Since(c.began) > c.o.limit {
			break
		}
		pause(ctx, time.Duration(r.Int64N(int64(calmTime))))
		if k.blocks > 0 && (c.net.upgraded > 0 || c.net.top(ctx)-c.net.first >= k.blocks) {
			c.leftOut++
			continue
		}
		own := rand.New(rand.NewPCG(c.o.seed, uint64(number)+1)) //nolint:gosec // as above
		if err := c.inject(ctx, number, k, own); err != nil {
			return err
		}
	}
	return nil
}

// inject injects one fault and waits until the network has recovered. An error ends the run.
func (c *campaign) inject(ctx context.Context, number int, k kind, r *rand.Rand) error {
	c.fleet.calm.Lock()
	defer c.fleet.calm.Unlock()
	c.net.top(ctx)
	if err := k.inject(ctx, c, r); ctx.Err() != nil {
		return ctx.Err()
	} else if err != nil {
		c.mu.Lock()
		c.failures = append(c.failures, fmt.Sprintf("fault %d, %s: %v", number, k.name, err))
		c.mu.Unlock()
		c.log("failure: %s: %v", k.name, err)
	}
	lifted := time.Now()
	for _, v := range c.net.nodes { // one that a failure has left behind
		if !v.running() {
			if err := v.restart(); err != nil {
				return err
			}
		}
	}
	last, f := c.net.top(ctx), fault{kind: k.name}
	if err := c.net.awaitAny(ctx, last, haltPatience); err != nil {
		return fmt.Errorf("after fault %d, %s: %w", number, k.name, err)
	}
	f.next = time.Since(lifted)
	if err := c.net.await(ctx, last, haltPatience, c.net.nodes...); err != nil {
		return fmt.Errorf("after fault %d, %s: %w", number, k.name, err)
	}
	f.recovery = time.Since(lifted)
	c.faults = append(c.faults, f)
	c.log("fault %d: %s, next block in %.1f s, all in %.1f s, at block %d, %d verified, %d games begun", number+1, f.kind,
		f.next.Seconds(), f.recovery.Seconds(), c.net.top(ctx), c.verified.Load(), c.load.begun.Load())
	if err := c.net.awaitVotes(ctx, 2*haltPatience); err != nil {
		return fmt.Errorf("after fault %d, %s: %w", number, k.name, err)
	}
	if err := c.unjail(ctx); err != nil {
		return fmt.Errorf("after fault %d, %s: %w", number, k.name, err)
	}
	return nil
}
