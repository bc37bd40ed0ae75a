package live

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/battleship-chain/battleship/player/tui"
)

// desk is where one game is played, whatever is played: what the player asks for comes in there, and what it is told
// stands there.
type desk struct {
	backend *Backend
	id      uint64
	wake    chan struct{}

	mu   sync.Mutex
	asks []ask

	// What follows belongs to the goroutine that plays the game.

	told *reporter
	// share marks the game as this program's; nil until the player may act in it.
	share io.Closer
	// held is what was said of a bot that plays the game on this machine.
	held string

	// What follows is guarded by the table's lock.

	sending tui.Transaction
	notice  string
	over    bool
	// news tells that it has ended at this table and was not looked at since.
	news bool
}

// ask is something that the player wants done.
type ask struct {
	act  tui.Act
	done chan error
}

// poke wakes the goroutine.
func (d *desk) poke() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// do lets the goroutine do something, and waits for it.
func (d *desk) do(ctx context.Context, act tui.Act) error {
	a := ask{act: act, done: make(chan error, 1)}
	d.mu.Lock()
	d.asks = append(d.asks, a)
	d.mu.Unlock()
	d.poke()
	select {
	case err := <-a.done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-d.backend.ctx.Done():
		return context.Cause(d.backend.ctx)
	}
}

// run plays rounds of a game, one with each call of poke, until the table is closed.
func (d *desk) run(round func(context.Context)) {
	ctx := d.backend.ctx
	for ctx.Err() == nil {
		round(ctx)
		select {
		case <-d.wake:
		case <-ctx.Done():
		}
	}
	if d.share != nil {
		_ = d.share.Close()
	}
}

// asked takes all that the player has asked for.
func (d *desk) asked() []ask {
	d.mu.Lock()
	defer d.mu.Unlock()
	asks := d.asks
	d.asks = nil
	return asks
}

// say tells the player something about the game.
func (d *desk) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	d.backend.mu.Lock()
	same := d.notice == text
	d.backend.mu.Unlock()
	if !same {
		d.backend.update(func() { d.notice = text })
	}
}

// unsay takes back what was told the player, if that still stands there.
func (d *desk) unsay(text string) {
	d.backend.mu.Lock()
	stands := d.notice == text
	d.backend.mu.Unlock()
	if stands {
		d.say("")
	}
}

func (d *desk) ended() bool {
	d.backend.mu.Lock()
	defer d.backend.mu.Unlock()
	return d.over
}

// mayShare reports whether no bot of the player plays this game on this machine. The error says why one does; freed
// tells that none does any more.
func (d *desk) mayShare() (freed bool, err error) {
	if d.backend.o.Share == nil || d.share != nil {
		return false, nil
	}
	share, err := d.backend.o.Share(d.backend.asker.ChainID(), d.backend.key.Address.String(), d.id)
	if err != nil {
		d.held = err.Error()
		d.say("%s", d.held)
		return false, err
	}
	d.share = share
	if d.held == "" {
		return false, nil
	}
	d.unsay(d.held)
	return true, nil
}
