package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	relayersample "github.com/battleship-chain/battleship/deploy/relayer"
)

const (
	// pathName is the relayer's name for the pair of chains, relayerKey that for its keys, as the sample has them.
	pathName   = "transfers"
	relayerKey = "relayer"
	// lifeline makes the relayer end with its standard input, so that it does not outlive a killed program.
	lifeline = "RELAYER_LIFELINE=1"
	// lastLines is how much of the relayer's log is shown when something fails.
	lastLines = 15
)

// samples are the two chains in the sample configuration, which the demo uses but for their ids and addresses.
var samples = []struct{ name, id, rpc string }{
	{"one", "one-1", "http://127.0.0.1:21000"},
	{"two", "two-1", "http://127.0.0.1:22000"},
}

// relayer runs the program that relays packets between the two chains. That program keeps no state of its own: it reads
// everything from the chains.
type relayer struct {
	binary, home string
	log          *os.File // what it tells
	failed       func(error)

	// stop ends the relayer. It is nil while it does not run.
	stop func()
}

// newRelayer configures a relayer for two chains in a home of its own, with keys that the chains fund. The caller
// closes it, also after an error, unless it is nil.
func newRelayer(ctx context.Context, binary, home string, ibcChains []*ibcChain, failed func(error)) (*relayer, error) {
	config := relayersample.Devnets
	for i, sample := range samples {
		config = strings.NewReplacer(sample.id, ibcChains[i].ID, sample.rpc, ibcChains[i].RPC).Replace(config)
	}
	if err := os.MkdirAll(filepath.Join(home, "config"), 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(home, "config", "config.yaml"), []byte(config), 0o600); err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(home, "relayer.log"))
	if err != nil {
		return nil, err
	}
	r := &relayer{binary: binary, home: home, log: log, failed: failed}
	for i, s := range ibcChains {
		words, address, err := s.newKey(relayerKey)
		if err != nil {
			return r, err
		}
		if err := s.give(ctx, address, relayerCoins); err != nil {
			return r, err
		}
		if err := r.run(ctx, "keys", "restore", samples[i].name, relayerKey, words); err != nil {
			return r, fmt.Errorf("give the relayer its key: %w", err)
		}
	}
	return r, nil
}

// link makes clients, a connection and a channel for transfers between the chains.
func (r *relayer) link(ctx context.Context) error {
	if err := r.run(ctx, "transact", "link", pathName, "--src-port", "transfer", "--dst-port", "transfer",
		"--order", "unordered", "--version", "ics20-1"); err != nil {
		return fmt.Errorf("connect the chains: %w", err)
	}
	return nil
}

// run runs a command of the relayer to its end.
func (r *relayer) run(ctx context.Context, args ...string) error {
	return r.command(ctx, args...).Run()
}

// command is a command of the relayer whose output goes to its log.
func (r *relayer) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, r.binary, append(args, "--home", r.home)...) //nolint:gosec // the caller's program
	cmd.Stdout, cmd.Stderr = r.log, r.log
	return cmd
}

// start has the relayer relay packets until pause. It is a failure if it ends by itself.
func (r *relayer) start(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	cmd := r.command(ctx, "start", pathName, "--flush-interval", flushInterval.String())
	cmd.Env = append(os.Environ(), lifeline)
	held, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return fmt.Errorf("start the relayer: %w", err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		err := cmd.Wait()
		if ctx.Err() == nil {
			if err == nil {
				err = errors.New("exit status 0")
			}
			r.failed(fmt.Errorf("the relayer has ended, and was not told to: %w", err))
		}
	}()
	r.stop = func() {
		cancel()
		<-ended
		_ = held.Close() // nobody reads it any more
	}
	return nil
}

// pause stops the relayer until start.
func (r *relayer) pause() {
	if r.stop != nil {
		r.stop()
		r.stop = nil
	}
}

// close ends the relayer.
func (r *relayer) close() error {
	r.pause()
	return r.log.Close()
}

// last returns the last lines of the relayer's log.
func (r *relayer) last() string {
	text, err := os.ReadFile(r.log.Name())
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(len(lines)-lastLines, 0):], "\n")
}
