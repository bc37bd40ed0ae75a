package chainbackend

import (
	"context"
	"io"
	"sync"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// runnerBase connects the screens with the goroutine of one game: it takes the player's requests and
// holds the notices for it.
type runnerBase struct {
	backend *Backend
	id      uint64
	wake    chan struct{}

	mu   sync.Mutex
	asks []ask

	// The following fields belong to the goroutine that plays the game.

	reporter *reporter
	// share marks the game as this program's. It is nil until the player may act in it.
	share io.Closer
	// held is the notice about a bot that plays the game on this machine.
	held string

	// The following fields are guarded by the Backend's lock.

	sending text.Transaction
	notice  string
	over    bool
	// news reports whether the game has ended here and was not looked at since.
	news bool
}

// ask is a request of the player.
type ask struct {
	act  tui.Act
	done chan error
}

// poke wakes the goroutine.
func (b *runnerBase) poke() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// do hands an act to the goroutine and waits for its result.
func (b *runnerBase) do(ctx context.Context, act tui.Act) error {
	a := ask{act: act, done: make(chan error, 1)}
	b.mu.Lock()
	b.asks = append(b.asks, a)
	b.mu.Unlock()
	b.poke()
	select {
	case err := <-a.done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-b.backend.ctx.Done():
		return context.Cause(b.backend.ctx)
	}
}

// run plays rounds of a game, one for each call of poke, until the Backend is closed.
func (b *runnerBase) run(round func(context.Context)) {
	ctx := b.backend.ctx
	for ctx.Err() == nil {
		round(ctx)
		select {
		case <-b.wake:
		case <-ctx.Done():
		}
	}
	if b.share != nil {
		_ = b.share.Close()
	}
}

// asked takes all pending requests of the player.
func (b *runnerBase) asked() []ask {
	b.mu.Lock()
	defer b.mu.Unlock()
	asks := b.asks
	b.asks = nil
	return asks
}

// say sets the notice of the game.
func (b *runnerBase) say(notice string) {
	b.backend.mu.Lock()
	same := b.notice == notice
	b.backend.mu.Unlock()
	if !same {
		b.backend.update(func() { b.notice = notice })
	}
}

// unsay clears the notice of the game, if it is still that one.
func (b *runnerBase) unsay(notice string) {
	b.backend.mu.Lock()
	shown := b.notice == notice
	b.backend.mu.Unlock()
	if shown {
		b.say("")
	}
}

func (b *runnerBase) ended() bool {
	b.backend.mu.Lock()
	defer b.backend.mu.Unlock()
	return b.over
}

// mayShare reserves the game for the screens. It returns an error while a bot of the player on this machine plays the
// game, and reports whether such a bot has freed it.
func (b *runnerBase) mayShare() (freed bool, err error) {
	if b.backend.o.Share == nil || b.share != nil {
		return false, nil
	}
	share, err := b.backend.o.Share(b.backend.asker.ChainID(), b.backend.key.Address.String(), b.id)
	if err != nil {
		b.held = err.Error()
		b.say(b.held)
		return false, err
	}
	b.share = share
	if b.held == "" {
		return false, nil
	}
	b.unsay(b.held)
	return true, nil
}
