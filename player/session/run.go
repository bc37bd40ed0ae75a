package session

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/channelpolicy"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Run plays the rest of the game with a strategy, to the audit and the result. It waits for the opponent. Run outlasts
// temporary failures, such as a node that is away or not ready, a refusal, or a block without its transaction: it
// retries until the deadline of the obligation, and then waits for the end of the game. If answers are proven, it
// proves them ahead while it waits. The error is ErrGone if the chain has no such game: it was never joined.
func (s *Session) Run(ctx context.Context, strategy bot.Strategy, observer Observer) (types.Result, error) {
	r := run{Session: s, endurance: endurance{observer: observer, respondedUntil: time.Now().Add(patience)}}
	ahead, cancel := context.WithCancel(ctx)
	defer r.work.Wait()
	defer cancel()
	defer func() { _ = r.Close() }() // of a game that is over, or that the next program opens again
	for {
		v, done, acted, err := r.step(ctx, strategy)
		var ended *EndedError
		if err == nil {
			r.otherHand(v, done, acted)
			r.proveAhead(ahead, v)
			r.well(r.lasts(ctx, v))
		}
		switch {
		case err == nil && acted:
			r.acted(done)
			continue // the opponent may have nothing to do in between
		case err == nil:
			r.tellLine()
			r.waits(v.Position(), v.Next())
		case errors.As(err, &ended):
			return ended.Result, nil
		case ctx.Err() != nil:
			return types.Result{}, context.Cause(ctx)
		default:
			if err := r.failed(r.gameID, v.Position(), err); err != nil {
				return types.Result{}, err
			}
			r.counted = r.counted && r.missing > 0 // a node that does not know the game tells nothing of it
		}
		if err := r.pause(ctx, r.Sleep); err != nil {
			return types.Result{}, err
		}
	}
}

// run is what Run remembers between two steps.
type run struct {
	*Session
	endurance

	// made counts the shots and answers of the player; counted reports whether it was updated since the last failure.
	made    int
	counted bool

	// cutOff is the time since when updates are not delivered, lastReported the reason last reported to the observer.
	cutOff       time.Time
	lastReported string

	// work is the background work; isAhead reports whether answers are proven ahead, or need not be.
	work    sync.WaitGroup
	isAhead bool
}

// lasts is the time for which the game can continue without a word from the node: to the end of the current obligation
// and of the next one.
func (s *Session) lasts(ctx context.Context, v View) time.Duration {
	params, err := s.chainParams(ctx)
	if err != nil {
		return 0
	}
	return params.Duration(max(v.deadline()-v.Height, 0) + v.Game.TurnBlocks + v.Game.ClaimBlocks)
}

// proveAhead begins to prove answers ahead, once the game is joined.
func (r *run) proveAhead(ctx context.Context, v View) {
	if r.isAhead || v.State.Phase == game.PhaseOpen {
		return
	}
	r.isAhead = true
	seat, err := r.seat(v)
	if err != nil || !v.State.Ruleset.Proven {
		return
	}
	if _, err := r.recover(v, seat); err != nil {
		return // it is said when an answer is owed
	}
	if ahead := r.Ahead(); ahead != nil {
		r.foresee(v, seat)
		r.work.Go(func() { ahead(ctx) })
	}
}

// otherHand reports to the observer that the player has moved and this program has not: then both pay for each move,
// and only one counts. After a failure it is unknown which program made the move.
func (r *run) otherHand(v View, done Done, acted bool) {
	seat, err := r.seat(v)
	if err != nil {
		return
	}
	own, other := v.State.Sides[seat], v.State.Sides[seat.Other()]
	made := own.Answered.Len() + other.Answered.Len()
	if v.State.HasPending && v.State.Actor == seat.Other() {
		made++
	}
	if r.counted && made > r.made {
		r.tellOtherHand()
	}
	r.made, r.counted = max(made, r.made), true // a node can show an older block for a moment
	if !acted {
		return
	}
	if done.Moved().Answer != nil {
		r.made++
	}
	if done.Moved().Shot != nil {
		r.made++
	}
}

// cutOffFor is how long the relay may fail before the observer is informed.
const cutOffFor = 3 * time.Second

// tellLine reports the failure of the relay of an off-chain game to the observer.
func (r *run) tellLine() {
	err := r.Trouble()
	switch {
	case err == nil:
		r.cutOff, r.lastReported = time.Time{}, ""
	case r.cutOff.IsZero():
		r.cutOff = time.Now()
	case time.Since(r.cutOff) > cutOffFor && r.lastReported != err.Error():
		r.lastReported = err.Error()
		r.observer.trouble(err)
	}
}

// owed reads the game and returns the player's seat and the duty that it can still perform.
func (s *Session) owed(ctx context.Context) (v View, seat game.Seat, duty channelpolicy.Duty, err error) {
	if v, seat, err = s.lookToAct(ctx); err != nil {
		return v, seat, channelpolicy.Wait, err
	}
	s.foresee(v, seat)
	duty, err = s.duty(v, seat)
	return v, seat, duty, err
}

// step meets the player's obligation, unless it has a pause, and returns the game before the act.
func (r *run) step(ctx context.Context, strategy bot.Strategy) (v View, done Done, acted bool, err error) {
	v, seat, duty, err := r.owed(ctx)
	if err != nil || duty == channelpolicy.Wait || r.pauses.Wait(v.Position()) {
		return v, done, false, err
	}
	if !isMove(duty) {
		done, acted, err = r.fulfil(ctx, v, seat, duty)
		return v, done, acted, err
	}
	if duty != channelpolicy.Play {
		if wait, err := r.onItsWay(v.Position()); err != nil || wait {
			return v, done, false, err
		}
	}
	done, err = r.move(ctx, v, seat, r.steadily(strategy))
	return v, done, err == nil, err
}
