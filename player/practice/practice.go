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

// The seats of a practice game.
const (
	person  = game.Creator
	machine = game.Joiner
)

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
	matches []*match
	focus   uint64
}

// match is one game against the bot.
type match struct {
	id       uint64
	strategy bot.Strategy
	state    game.State
	fleets   [2]game.Fleet
	proven   [2]bool
	log      []tui.Entry
	// locked is the player's next target, chosen in the bot's turn. It is nil if there is none.
	locked *game.Tile
	// move is the number of the last shot, from 1; it takes the place of a block's height.
	move int64
}

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
	q := tui.Quote{Title: fmt.Sprintf(text.PracticeTitle, b.options.Strategy), Free: true}
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
	m, err := b.begin(w.Ruleset, fleet)
	if err != nil {
		return 0, err
	}
	b.matches = append(b.matches, m)
	b.publish()
	// The error is not needed: the bot's moves are legal, and practice ends with its context.
	go func() { _ = b.botMoves(ctx, m) }()
	return m.id, nil
}

// begin makes a game that was joined and whose toss is opened.
func (b *Backend) begin(r *game.Ruleset, fleet game.Fleet) (*match, error) {
	strategy, err := bot.New(b.options.Strategy, b.options.Intn)
	if err != nil {
		return nil, err
	}
	state, err := game.NewState(r, game.Clock{OpenBlocks: forever, TurnBlocks: forever, ClaimBlocks: forever}, 0)
	if err != nil {
		return nil, err
	}
	m := &match{id: uint64(len(b.matches) + 1), strategy: strategy, state: state}
	m.fleets[person] = slices.Clone(fleet)
	if m.fleets[machine], err = game.RandomFleet(r, b.options.Intn); err != nil {
		return nil, err
	}
	first := game.Seat(b.options.Intn(2))
	return m, m.do(game.Join{}, game.RevealToss{By: person, First: first})
}

// Do implements tui.Backend.
func (b *Backend) Do(ctx context.Context, id uint64, act tui.Act) error {
	m, moved, err := b.act(id, act)
	if err != nil || !moved {
		return err
	}
	return b.botMoves(ctx, m)
}

// act performs the player's act, and its automatic consequences. It reports whether that was a move.
func (b *Backend) act(id uint64, act tui.Act) (m *match, moved bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m = b.find(id); m == nil {
		return nil, false, fmt.Errorf("there is no practice game %d", id)
	}
	defer b.publish()
	switch lock, isLock := act.(tui.Lock); {
	case isLock && m.botsTurn():
		m.locked = &lock.Tile
		return m, false, nil
	case isLock:
		act = tui.Shoot(lock)
	}
	switch act := act.(type) {
	case tui.Unlock:
		m.locked = nil
		return m, false, nil
	case tui.Shoot:
		err = m.shoot(person, act.Tile)
	case tui.Concede:
		err = m.do(game.Concede{By: person})
	case tui.Challenge:
		err = m.do(game.Challenge{By: person})
	case tui.Claim, tui.Cancel, tui.Decline:
		return nil, false, errors.New("there is nothing of that kind to do in a practice game")
	}
	if err == nil {
		err = m.settle()
	}
	return m, true, err
}

// botMoves lets the bot shoot as long as it is its turn.
func (b *Backend) botMoves(ctx context.Context, m *match) error {
	for {
		b.mu.Lock()
		turn := m.botsTurn()
		b.mu.Unlock()
		if !turn {
			return nil
		}
		select {
		case <-time.After(b.options.Pause):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if err := b.botShoots(m); err != nil {
			return err
		}
	}
}

func (b *Backend) botShoots(m *match) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !m.botsTurn() {
		return nil // the player has ended the game meanwhile
	}
	tile, err := m.strategy.Next(m.state, machine)
	if err == nil {
		err = m.shoot(machine, tile)
	}
	if err == nil && m.locked != nil && m.state.Owes == game.OwesShot && !m.botsTurn() {
		err = m.shoot(person, *m.locked)
		m.locked = nil
	}
	if err == nil {
		err = m.settle()
	}
	b.publish()
	return err
}

func (b *Backend) find(id uint64) *match {
	for _, m := range b.matches {
		if m.id == id {
			return m
		}
	}
	return nil
}

// publish notifies the screens of a change.
func (b *Backend) publish() {
	b.version++
	close(b.changed)
	b.changed = make(chan struct{})
}

func (m *match) botsTurn() bool { return m.state.Owes == game.OwesShot && m.state.Actor == machine }

// shoot fires, and lets the other side answer truly.
func (m *match) shoot(by game.Seat, tile game.Tile) error {
	if m.state.Owes == game.OwesShot && m.state.Actor == by {
		m.move++
	}
	if err := m.do(game.Shoot{By: by, Tile: tile}); err != nil {
		m.move--
		return err
	}
	answer, err := m.state.TrueAnswer(m.fleets[by.Other()])
	if err != nil {
		return err
	}
	return m.do(answer)
}

// settle shows the winner's board, once play has ended and unless the game has, too.
func (m *match) settle() error {
	if m.state.Phase != game.PhaseClaim {
		return nil
	}
	by := m.state.Actor
	if err := m.do(game.Claim{By: by, Fleet: m.fleets[by]}); err != nil {
		return err
	}
	m.proven[by] = true
	return nil
}

// do takes steps of the game.
func (m *match) do(actions ...game.Action) error {
	for _, action := range actions {
		next, events, err := game.Step(m.state, action, m.move)
		if err != nil {
			return err
		}
		m.state = next
		for _, event := range events {
			m.log = append(m.log, tui.Entry{Height: m.move, Event: event})
		}
	}
	return nil
}

// snapshot is the current snapshot for the screens.
func (b *Backend) snapshot() tui.Snapshot {
	snap := tui.Snapshot{
		Version:    b.version,
		Connection: tui.Connection{Player: fmt.Sprintf("practice against %s", b.options.Strategy)},
	}
	for _, m := range slices.Backward(b.matches) {
		if !m.state.Phase.Ended() {
			snap.Lobby.Running = append(snap.Lobby.Running, m.running())
		}
	}
	if m := b.find(b.focus); m != nil {
		shown := m.shown()
		snap.Game = &shown
	}
	return snap
}

// opponent is the bot's name.
const opponent = "Bot"

func (m *match) running() tui.RunningGame {
	mine := !m.botsTurn()
	next := text.BotShoots
	if mine {
		next = text.YouShoot
	}
	return tui.RunningGame{ID: m.id, Ruleset: m.state.Ruleset, Opponent: opponent, Turn: mine, Next: next}
}

func (m *match) shown() tui.Game {
	g := tui.Game{
		ID: m.id, Me: person, Names: [2]string{"you", opponent}, State: m.state, Proven: m.proven,
		Log: slices.Clone(m.log), Height: m.move, CanRematch: m.state.Phase.Ended(), Locked: m.locked,
		Risks: tui.Risks{
			tui.Concede{}:   text.PracticeConcede,
			tui.Challenge{}: text.PracticeChallenge,
		},
	}
	g.Fleets[person] = slices.Clone(m.fleets[person])
	if m.state.Phase.Ended() {
		g.Fleets[machine] = slices.Clone(m.fleets[machine])
	}
	return g
}
