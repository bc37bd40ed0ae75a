// Package notify finds the events of a player's games that call for the player: a turn, the start of a game, an
// invitation, and an end. It delivers each of them once, also if it is restarted in between.
package notify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// RetryAfter is the pause before an event is delivered again that could not be.
const RetryAfter = 15 * time.Second

// ErrGone means that the chain has no such game: it was cancelled, or has never been.
var ErrGone = errors.New("no such game")

// Game is an unfinished game of a player.
type Game struct {
	ID   uint64
	Kind text.Kind
	// Creator is the address of the player who opened the game, if the player is invited to it.
	Creator string
}

// Games are the games that concern a player: its unfinished ones, and the open ones to which it is invited.
type Games struct {
	Own     []Game
	Invited []Game
}

// Chain reads the games of one player.
type Chain interface {
	// Height returns the height of the newest block.
	Height(ctx context.Context) (int64, error)
	// Games returns the player's games.
	Games(ctx context.Context) (Games, error)
	// Look returns the next step of a game. The error is a session.ErrEnded if it is over, and ErrGone if the chain has
	// no such game.
	Look(ctx context.Context, g Game) (*types.QueryNextActionResponse, error)
	// Sleep pauses between two looks at the height.
	Sleep(ctx context.Context) error
}

// Event is an event of a game.
type Event struct {
	Kind text.Notification
	Game Game
	// Next is the next step of the game. It is nil for an invitation and an end.
	Next *types.QueryNextActionResponse
	// Ended is the error of a game that is over, or ErrGone.
	Ended error
}

// Same reports whether another event is of the same step of the game.
func (e Event) Same(other Event) bool {
	return e.Kind == other.Kind && e.Game == other.Game && e.deadline() == other.deadline()
}

// deadline returns the deadline of the next step, or 0 without one.
func (e Event) deadline() int64 {
	if e.Next == nil {
		return 0
	}
	return e.Next.Deadline
}

// Notifier follows the games of one player.
type Notifier struct {
	// Player is the player's address.
	Player string
	// Chain is read, and Memory holds the delivered events.
	Chain  Chain
	Memory *Memory
	// Deliver delivers an event. If it fails, it is called with the event again after RetryAfter, unless the event has
	// lost its meaning by then.
	Deliver func(ctx context.Context, e Event) error
	// Trouble, if not nil, is called with a temporary failure of the chain or of Deliver, and with nil once all is well.
	Trouble func(err error)
	// Passes reports whether an error of the chain is temporary.
	Passes func(err error) bool
	// Now is the clock. It is time.Now if it is nil.
	Now func() time.Time

	// pausedUntil is when Deliver is called again after it has failed with the error failed.
	pausedUntil time.Time
	failed      error
}

// Run delivers events until ctx ends, and returns its cause. It outlasts temporary failures of the chain and
// of Deliver.
func (n *Notifier) Run(ctx context.Context) error {
	var last int64
	for {
		height, err := n.Chain.Height(ctx)
		if err == nil && height != last {
			if err = n.Round(ctx); err == nil {
				last = height
			}
		}
		if err == nil && n.paused() {
			err = n.failed
		}
		var failed *deliveryError
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil && !errors.As(err, &failed) && !n.Passes(err):
			return err
		}
		if n.Trouble != nil {
			n.Trouble(err)
		}
		if err := n.Chain.Sleep(ctx); err != nil {
			return err
		}
	}
}

// deliveryError is an error of Deliver.
type deliveryError struct{ error }

func (e *deliveryError) Unwrap() error { return e.error }

// Round looks at all games once, and delivers new events. Events that were not delivered stay new.
func (n *Notifier) Round(ctx context.Context) error {
	games, err := n.Chain.Games(ctx)
	if err != nil {
		return err
	}
	var failed error
	for _, g := range games.Invited {
		if !n.Memory.has(g.ID) {
			failed = errors.Join(failed, n.deliver(ctx, Event{Kind: text.Invited, Game: g}, state{Kind: g.Kind, Invited: true}))
		}
	}
	for _, g := range games.Own {
		failed = errors.Join(failed, n.look(ctx, g))
	}
	listed := func(all []Game, id uint64) bool {
		return slices.ContainsFunc(all, func(g Game) bool { return g.ID == id })
	}
	for _, id := range n.Memory.ids() {
		switch was := n.Memory.of(id); {
		case listed(games.Own, id):
		case !was.Invited:
			failed = errors.Join(failed, n.look(ctx, Game{ID: id, Kind: was.Kind}))
		case !listed(games.Invited, id):
			failed = errors.Join(failed, n.Memory.forget(id))
		}
	}
	return failed
}

// look reads one game of the player, and delivers its event, if there is a new one.
func (n *Notifier) look(ctx context.Context, g Game) error {
	was, known := n.Memory.of(g.ID), n.Memory.has(g.ID)
	next, err := n.Chain.Look(ctx, g)
	switch {
	case errors.Is(err, session.ErrEnded), errors.Is(err, ErrGone):
		if !known {
			return nil // it has ended between two answers
		}
		return n.deliver(ctx, Event{Kind: text.Ended, Game: g, Ended: err}, state{Over: true})
	case err != nil:
		return err
	}
	is := state{Kind: g.Kind, Open: open(next), Due: due(next, n.Player)}
	switch {
	case was.Open && !is.Open:
		return n.deliver(ctx, Event{Kind: text.Begun, Game: g, Next: next}, is)
	case is.Due != "" && is.Due != was.Due:
		return n.deliver(ctx, Event{Kind: text.Turn, Game: g, Next: next}, is)
	case !known || is != was:
		return n.Memory.set(g.ID, is)
	}
	return nil
}

// deliver delivers an event, and remembers the state of its game then.
func (n *Notifier) deliver(ctx context.Context, e Event, is state) error {
	if n.paused() {
		return nil
	}
	if err := n.Deliver(ctx, e); err != nil {
		n.failed = &deliveryError{fmt.Errorf("game %d: %w", e.Game.ID, err)}
		n.pausedUntil = n.now().Add(RetryAfter)
		return n.failed
	}
	if is.Over {
		return n.Memory.forget(e.Game.ID)
	}
	return n.Memory.set(e.Game.ID, is)
}

// now returns the time.
func (n *Notifier) now() time.Time {
	if n.Now != nil {
		return n.Now()
	}
	return time.Now()
}

// paused reports whether Deliver has failed and is not yet called again.
func (n *Notifier) paused() bool { return n.now().Before(n.pausedUntil) }

// open reports whether a game waits for players.
func open(n *types.QueryNextActionResponse) bool {
	return n.Stage == types.STAGE_OPEN || n.Phase == types.PHASE_OPEN
}

// due identifies the obligation of a player. It is empty if the player owes nothing.
func due(n *types.QueryNextActionResponse, player string) string {
	owes := n.Player == player
	for _, o := range n.Owed {
		owes = owes || o.Player == player
	}
	if !owes {
		return ""
	}
	return fmt.Sprintf("%d/%d/%d", n.Obligation, n.Stage, n.Deadline)
}
