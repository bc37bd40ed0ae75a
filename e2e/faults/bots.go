package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Of programs beside the validators.
const (
	// botGames is how many games a bot plays before it ends.
	botGames = 5
	// restartPause is the pause before a program that has ended without an error is started again.
	restartPause = 3 * time.Second
)

// fleet are programs as users run them: bots, watchtowers and a relay. None of them may end with an error.
type fleet struct {
	binary, dir string
	trouble     func(err error)

	// calm is held while a program starts, which does not wait for a node, and during a fault.
	calm sync.Mutex

	// running ends with stop.
	running context.Context
	end     context.CancelFunc

	mu sync.Mutex
	// kept are the programs of keep, all those that were started.
	kept, all []*program
	stopped   bool
	// failed counts the programs that have ended with an error.
	failed int
	wg     sync.WaitGroup
}

// keep runs a program, and again whenever it has ended by itself, until stop. It does not begin before the condition
// holds.
func (f *fleet) keep(name string, ready func() bool, args ...string) {
	p, ctx := &program{binary: f.binary, log: filepath.Join(f.dir, name+".log")}, f.running
	f.mu.Lock()
	f.kept = append(f.kept, p)
	f.mu.Unlock()
	f.wg.Go(func() {
		for {
			for !ready() && ctx.Err() == nil {
				pause(ctx, time.Second)
			}
			if ctx.Err() != nil || !f.launch(p, args) {
				return
			}
			<-p.ended
			if f.ended(p) {
				return
			}
			pause(ctx, restartPause)
		}
	})
}

// launch starts a program unless the fleet has stopped, and waits until it has written a line.
func (f *fleet) launch(p *program, args []string) bool {
	f.calm.Lock()
	defer f.calm.Unlock()
	written := sizeOfFile(p.log)
	if !f.begin(p, args) {
		return false
	}
	for began := time.Now(); p.running() && sizeOfFile(p.log) == written && time.Since(began) < stopPatience; {
		pause(f.running, poll)
	}
	return true
}

// begin starts a program unless the fleet has stopped.
func (f *fleet) begin(p *program, args []string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stopped {
		return false
	}
	if err := p.start(nil, args...); err != nil {
		f.trouble(err)
		return false
	}
	if !slices.Contains(f.all, p) {
		f.all = append(f.all, p)
	}
	return true
}

// idle returns the logs of programs that were never started.
func (f *fleet) idle() (logs []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.kept {
		if !slices.Contains(f.all, p) {
			logs = append(logs, filepath.Base(p.log))
		}
	}
	return logs
}

// sizeOfFile returns the size of a file, or 0 if it is missing.
func sizeOfFile(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// ended notes the end of a program, and reports whether it is final.
func (f *fleet) ended(p *program) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.stopped && p.err != nil {
		f.failed++
		text, _ := os.ReadFile(p.log) // best effort
		f.trouble(fmt.Errorf("%s has ended: %w: %s", filepath.Base(p.log), p.err, lastLine(string(text))))
	}
	return f.stopped
}

// stop ends all programs.
func (f *fleet) stop() {
	f.end()
	f.mu.Lock()
	f.stopped = true
	all := f.all
	f.mu.Unlock()
	for _, p := range all {
		f.wg.Go(func() {
			if err := p.stop(); err != nil {
				f.trouble(err)
			}
		})
	}
	f.wg.Wait()
}

// always is the condition of a program that needs none.
func always() bool { return true }

// embark returns a function that starts the programs: two bots of a ruleset without proofs and of one with them, and
// two bots off-chain with a watchtower each.
func (f *fleet) embark(w *world, relayPort int) (start func(), err error) {
	f.running, f.end = context.WithCancel(context.Background())
	relay := fmt.Sprintf("127.0.0.1:%d", relayPort)
	var launch []func()
	add := func(name string, node int, args func(home string) []string, ready func(home string) bool) error {
		home := filepath.Join(f.dir, name)
		keys, err := w.fileKeys(home)
		if err != nil {
			return err
		}
		if err := w.addKey(keys, name); err != nil {
			return err
		}
		all := append(args(home), "--from", name, "--home", home, "--keyring-backend", "test", "--chain-id", chainID,
			"--node", w.net.nodes[node%validators].url())
		launch = append(launch, func() { f.keep(name, func() bool { return ready(home) }, all...) })
		return nil
	}
	answers := func(string) bool {
		conn, err := net.Dial("tcp", relay)
		return err == nil && conn.Close() == nil
	}
	next := 0
	for _, ruleset := range []string{"classic", "xaya-zk", "off-chain"} {
		args := func(string) []string {
			bot := []string{"bot", "--games", fmt.Sprint(botGames), "--strategy", "hunt", "--delay", "300ms"}
			if ruleset == "off-chain" {
				return append(bot, "--channel", "--relay", "ws://"+relay)
			}
			return append(bot, "--ruleset", ruleset, "--channel=false")
		}
		for _, player := range []string{"a", "b"} {
			name := ruleset + "-" + player
			if err := add(name, next, args, answers); err != nil {
				return nil, err
			}
			if ruleset == "off-chain" {
				channels := filepath.Join(f.dir, name, "channels")
				tower := func(string) []string { return []string{"channel", "watch", channels} }
				proofs := func(string) bool {
					found, _ := filepath.Glob(filepath.Join(channels, "*", "*", "*.proof")) // of a valid pattern
					return len(found) > 0
				}
				if err := add("watchtower-"+player, next+1, tower, proofs); err != nil {
					return nil, err
				}
			}
			next++
		}
	}
	return func() {
		f.keep("relay", always, "relay", "--listen", relay)
		for _, start := range launch {
			start()
		}
	}, nil
}
