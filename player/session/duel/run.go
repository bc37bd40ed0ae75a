package duel

import (
	"context"
	"errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/channelpolicy"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Run plays the rest of the game with a strategy, as Run of package session does.
func (s *Session) Run(ctx context.Context, strategy bot.Strategy, observer session.Observer) (types.Result, error) {
	p := &played{Session: s, strategy: strategy}
	defer func() { _ = s.Close() }() // of a game that is over, or that the next program opens again
	var ended *EndedError
	switch err := session.Run(ctx, p, observer); {
	case errors.As(err, &ended):
		return ended.Result, nil
	case p.offered && errors.Is(err, session.ErrGone):
		return types.Result{}, session.InGame(s.ID, ErrNotJoined)
	default:
		return types.Result{}, err
	}
}

// played is a game that a strategy plays, with what it remembers between two steps.
type played struct {
	*Session
	strategy bot.Strategy

	// made counts the shots and answers of the player; counted reports whether it was updated since the last failure.
	made    int
	counted bool
	// offered reports whether any player could join the game, which the player has opened, when it was last read.
	offered bool
}

// Advance implements Game. It has a pause after failures, and waits for a move that another program has sent.
func (p *played) Advance(ctx context.Context, _ *session.Aim) (session.Status, session.Done, bool, error) {
	v, done, acted, err := p.step(ctx)
	s := p.status(v)
	if err == nil {
		s.OtherProgram = p.otherProgram(v, done, acted)
	} else if status.Code(err) != codes.NotFound { // a node that does not know the game tells nothing of it
		p.counted = false
	}
	return s, done, acted, err
}

// step meets the player's obligation, unless it has a pause, and returns the game before the act.
func (p *played) step(ctx context.Context) (v View, done session.Done, acted bool, err error) {
	v, seat, duty, err := p.owed(ctx)
	if err == nil {
		p.offered = seat == game.Creator && v.State.Phase == game.PhaseOpen && !v.State.Withdrawn() && v.invited() == ""
	}
	if err != nil || duty == channelpolicy.Wait || p.Paused(v.Position()) {
		return v, done, false, err
	}
	if !isMove(duty) {
		done, acted, err = p.fulfil(ctx, v, seat, duty)
		return v, done, acted, err
	}
	if duty != channelpolicy.Play {
		if wait, err := p.OnItsWay(v.Position()); err != nil || wait {
			return v, done, false, err
		}
	}
	done, err = p.move(ctx, v, seat, p.steadily(p.strategy))
	return v, done, err == nil, err
}

// otherProgram reports whether the player has moved and this program has not: then both pay for each move, and only one
// counts. After a failure it is unknown which program made the move.
func (p *played) otherProgram(v View, done session.Done, acted bool) bool {
	seat, err := p.seat(v)
	if err != nil {
		return false
	}
	own, other := v.State.Sides[seat], v.State.Sides[seat.Other()]
	made := own.Answered.Len() + other.Answered.Len()
	if v.State.HasPending && v.State.Actor == seat.Other() {
		made++
	}
	by := p.counted && made > p.made
	p.made, p.counted = max(made, p.made), true // a node can show an older block for a moment
	if acted && done.Moved().Answer != nil {
		p.made++
	}
	if acted && done.Moved().Shot != nil {
		p.made++
	}
	return by
}

// owed reads the game and returns the player's seat and the duty that it can still perform.
func (s *Session) owed(ctx context.Context) (v View, seat game.Seat, duty channelpolicy.Duty, err error) {
	if v, seat, err = s.lookToAct(ctx); err != nil {
		return v, seat, channelpolicy.Wait, err
	}
	s.attend(ctx, v, seat)
	duty, err = s.duty(v, seat)
	return v, seat, duty, err
}
