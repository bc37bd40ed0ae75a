// Command faults runs four validators of a binary, lets players play on them, and injects faults: it kills and freezes
// processes, cuts and slows connections, damages and removes files, sets clocks wrong, upgrades the chain, and starts
// it again from an export. A checker that knows only the public RPC verifies each block. The command prints a report,
// and fails if the checker has found anything.
//
// Run it through "make faults". docs/reliability.md describes the method and has figures.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// options are those of a run.
type options struct {
	binary, dir string
	faults      int
	games       int64
	limit       time.Duration
	seed        uint64
	pairs       int
	ended       int
	only        string
	slow        bool
	blockTime   time.Duration
}

func main() {
	var o options
	flag.StringVar(&o.binary, "binary", "build/battleshipd", "the program under test")
	flag.StringVar(&o.dir, "dir", "", "directory for homes and logs (default a temporary one, removed after success)")
	flag.IntVar(&o.faults, "faults", 10, "how many faults to inject")
	flag.Int64Var(&o.games, "games", 0, "how many games to play, or 0 for as many as the time allows")
	flag.DurationVar(&o.limit, "limit", 0, "inject no further fault after that time, or 0 for no limit")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of keys, plans of games, and the order of faults")
	flag.IntVar(&o.pairs, "pairs", 12, "how many pairs of players play at a time, beside the bots")
	flag.StringVar(&o.only, "only", "", "inject only faults of the kind whose name contains this")
	flag.BoolVar(&o.slow, "slow", false, "inject also the kinds that take half a minute and more")
	flag.IntVar(&o.ended, "ended", 0, "how many programs of players may end with an error")
	flag.DurationVar(&o.blockTime, "block-time", 500*time.Millisecond, "time between blocks")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	err := run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

// run runs a campaign in a directory, which it removes unless the campaign has failed or the user has named it.
func run(ctx context.Context, o options) (err error) {
	if o.binary, err = filepath.Abs(o.binary); err != nil {
		return err
	}
	if o.dir == "" {
		if o.dir, err = os.MkdirTemp("", "battleship-faults-"); err != nil {
			return err
		}
		defer func() {
			if err == nil {
				err = os.RemoveAll(o.dir)
			} else {
				err = fmt.Errorf("%w\nhomes and logs are in %s", err, o.dir)
			}
		}()
	}
	c, err := newCampaign(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.net.close()) }()
	err = c.run(ctx) // its figures are of use also after an error
	return errors.Join(err, c.report(os.Stdout))
}
