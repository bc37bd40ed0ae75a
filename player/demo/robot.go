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
)

// stopPatience is how long a bot has to end after it was told to.
const stopPatience = 10 * time.Second

// robot is the command that plays a game for a player, in a process of its own.
func (m *member) robot(ctx context.Context, chain Chain, o Options, seat game.Seat, id uint64) *exec.Cmd {
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

// shipLog is what both bots have told.
type shipLog struct {
	progress io.Writer

	mu          sync.Mutex
	letters     int
	first, last time.Time
}

func newShipLog(progress io.Writer) *shipLog { return &shipLog{progress: progress} }

// atSea is what a bot's line about a letter that it has sent has in it.
const atSea = ", at sea: "

// run runs a bot, and shows and counts what it tells.
func (l *shipLog) run(ctx context.Context, cmd *exec.Cmd) error {
	out, in := io.Pipe()
	cmd.Stdout, cmd.Stderr = in, in
	told := make(chan string, 1)
	go func() {
		last := ""
		for lines := bufio.NewScanner(out); lines.Scan(); {
			last = lines.Text()
			l.hear(last)
		}
		_, _ = io.Copy(io.Discard, out) // the rest of a line without end
		told <- last
	}()
	err := cmd.Run()
	_ = in.Close() // it never fails
	last := <-told
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
	if strings.Contains(line, atSea) {
		l.letters++
		l.last = time.Now()
		if l.letters == 1 {
			l.first = l.last
		}
	}
	_, _ = fmt.Fprintln(l.progress, line) // a show
}

// took is how long the letters took, from the first to the last.
func (l *shipLog) took() time.Duration { return l.last.Sub(l.first) }
