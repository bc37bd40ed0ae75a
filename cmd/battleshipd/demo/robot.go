package demo

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
)

// stopPatience is the time for a bot to end after a signal.
const stopPatience = 10 * time.Second

// robot returns the command that plays a game for a player, in a process of its own.
func (m *member) robot(ctx context.Context, chain env.Chain, o Options, seat game.Seat, id uint64) *exec.Cmd {
	//nolint:gosec // it is this program
	cmd := exec.CommandContext(ctx, o.Binary, "bot", fmt.Sprint(id),
		"--from", m.name, "--home", m.home, "--keyring-backend", keyring.BackendTest,
		"--node", chain.RPC, "--chain-id", chain.ID, "--relay", chain.Relay, "--patience", stillness.String(),
		"--strategy", o.Strategy, "--seed", fmt.Sprint(shotSeed(o, seat)))
	cmd.Env = os.Environ()
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = stopPatience
	return cmd
}

// shipLog is the output of both bots.
type shipLog struct {
	progress io.Writer

	mu          sync.Mutex
	updates     int
	first, last time.Time
}

func newShipLog(progress io.Writer) *shipLog { return &shipLog{progress: progress} }

// offChain marks the line of a bot about a state that it has sent off-chain.
var offChain = ", " + text.Place(0) + ": "

// run runs a bot, and shows and counts its lines.
func (l *shipLog) run(ctx context.Context, cmd *exec.Cmd) error {
	out, in := io.Pipe()
	cmd.Stdout, cmd.Stderr = in, in
	lastLine := make(chan string, 1)
	go func() {
		last := ""
		for lines := bufio.NewScanner(out); lines.Scan(); {
			last = lines.Text()
			l.hear(last)
		}
		_, _ = io.Copy(io.Discard, out) // the rest of a line without end
		lastLine <- last
	}()
	err := cmd.Run()
	_ = in.Close() // it never fails
	last := <-lastLine
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return fmt.Errorf("the bot has failed: %w: %s", err, last)
	}
	return nil
}

// hear shows and counts a line.
func (l *shipLog) hear(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if strings.Contains(line, offChain) {
		l.updates++
		l.last = time.Now()
		if l.updates == 1 {
			l.first = l.last
		}
	}
	_, _ = fmt.Fprintln(l.progress, line) // a show
}

// took returns the time from the first update to the last.
func (l *shipLog) took() time.Duration { return l.last.Sub(l.first) }
