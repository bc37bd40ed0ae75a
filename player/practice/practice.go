package practice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// forever is the clock of a game without one, in moves.
const forever = game.MaxClockBlocks

// Options are how practice is played.
type Options struct {
	// Strategy is the bot's, one of bot.Names.
	Strategy string
	// Intn draws the fleets, the first player, and the bot's choices among equals. It need not be safe for use by several
	// goroutines at once.
	Intn bot.Intn
	// Pause is the bot's pause before a shot, so that the player can follow.
	Pause time.Duration
}

// Backend implements tui.Backend.
type Backend struct {
	options Options

	mu      sync.Mutex
	version uint64
	// changed is closed by the next change.
	changed chan struct{}
	games   []table
	focus   uint64
}

// table is one game of practice. The caller of a method holds the lock of the Backend.
type table interface {
	// act does an act of the player, with what follows by itself. It reports whether that was a move.
	act(act tui.Act) (moved bool, err error)
	// waits reports whether the bots are to move, and move moves them once.
	waits() bool
	move() error
	// row is the line in the lobby, and shown the game on the screens.
	row() tui.RunningGame
	shown() tui.Shown
}

// errNotInPractice means that an act has no meaning in practice.
var errNotInPractice = errors.New("there is nothing of that kind to do in a practice game")

// New returns a backend without games. The error is a bot.ErrUnknownStrategy.
func New(o Options) (*Backend, error) {
	if _, err := bot.New(o.Strategy, o.Intn); err != nil {
		return nil, err
	}
	return &Backend{options: o, version: 1, changed: make(chan struct{})}, nil
}

// Next implements tui.Backend.
func (b *Backend) Next(ctx context.Context, seen uint64) (tui.Snapshot, error) {
	for {
		b.mu.Lock()
		snap, changed := b.snapshot(), b.changed
		b.mu.Unlock()
		if snap.Version != seen {
			return snap, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return tui.Snapshot{}, context.Cause(ctx)
		}
	}
}

// Focus implements tui.Backend.
func (b *Backend) Focus(id uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.focus = id
	b.publish()
}

// Quote implements tui.Backend.
func (b *Backend) Quote(_ context.Context, w tui.Wish) (tui.Quote, error) {
	if w.Ruleset == nil {
		return tui.Quote{}, errors.New("no ruleset is given to play by")
	}
	q := tui.Quote{Title: kinds[w.Of].title(b.options, w), Free: true}
	if w.Ruleset.Proven {
		q.Notes = []string{fmt.Sprintf(text.PracticeProves, w.Ruleset.Name)}
	}
	return q, nil
}

// List implements tui.Backend. Practice has no lists.
func (b *Backend) List(context.Context, tui.List) (tui.Page, error) {
	return tui.Page{}, errors.New("practice has no list of games")
}

// RandomFleet implements tui.Backend.
func (b *Backend) RandomFleet(r *game.Ruleset) (game.Fleet, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return game.RandomFleet(r, b.options.Intn)
}

// Enter implements tui.Backend.
func (b *Backend) Enter(ctx context.Context, w tui.Wish, fleet game.Fleet) (uint64, error) {
	if w.Ruleset == nil {
		return 0, errors.New("no ruleset is given to play by")
	}
	if err := w.Ruleset.CheckFleet(fleet); err != nil {
		return 0, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	id := uint64(len(b.games) + 1)
	g, err := kinds[w.Of].begin(b.options, id, w, slices.Clone(fleet))
	if err != nil {
		return 0, err
	}
	b.games = append(b.games, g)
	b.publish()
	// The error is not needed: the bots' moves are legal, and practice ends with its context.
	go func() { _ = b.botMoves(ctx, g) }()
	return id, nil
}

// Do implements tui.Backend.
func (b *Backend) Do(ctx context.Context, id uint64, act tui.Act) error {
	b.mu.Lock()
	g := b.find(id)
	if g == nil {
		b.mu.Unlock()
		return fmt.Errorf("there is no practice game %d", id)
	}
	moved, err := g.act(act)
	b.publish()
	b.mu.Unlock()
	if err != nil || !moved {
		return err
	}
	return b.botMoves(ctx, g)
}

// botMoves lets the bots move as long as the player does not.
func (b *Backend) botMoves(ctx context.Context, g table) error {
	for {
		b.mu.Lock()
		waits := g.waits()
		b.mu.Unlock()
		if !waits {
			return nil
		}
		select {
		case <-time.After(b.options.Pause):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if err := b.botMove(g); err != nil {
			return err
		}
	}
}

// botMove lets the bots move once, unless the player has ended that meanwhile.
func (b *Backend) botMove(g table) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !g.waits() {
		return nil
	}
	err := g.move()
	b.publish()
	return err
}

func (b *Backend) find(id uint64) table {
	if id == 0 || id > uint64(len(b.games)) {
		return nil
	}
	return b.games[id-1]
}

// publish notifies the screens of a change.
func (b *Backend) publish() {
	b.version++
	close(b.changed)
	b.changed = make(chan struct{})
}

// snapshot is the current snapshot for the screens.
func (b *Backend) snapshot() tui.Snapshot {
	snap := tui.Snapshot{
		Version:    b.version,
		Connection: tui.Connection{Player: fmt.Sprintf("practice against %s", b.options.Strategy)},
	}
	for i := range kinds[1:] {
		snap.Lobby.Opens = append(snap.Lobby.Opens, text.Kind(i+1))
	}
	for _, g := range slices.Backward(b.games) {
		if row := g.row(); !row.Over {
			snap.Lobby.Running = append(snap.Lobby.Running, row)
		}
	}
	if g := b.find(b.focus); g != nil {
		snap.Game = g.shown()
	}
	return snap
}
