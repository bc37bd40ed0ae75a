package session

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/conduct"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Run plays the rest of the game with a strategy, to the audit and the result. It waits for the opponent. Whatever can
// pass, such as a node that is away or not ready, a refusal, or a block without its transaction, Run outlasts: it acts
// again until the deadline of what it owes, and then waits for how the game ends. Where answers are proven it proves
// them ahead while it waits. The error is ErrGone if the chain has no such game: nobody ever joined.
func (s *Session) Run(ctx context.Context, strategy bot.Strategy, observer Observer) (types.Result, error) {
	r := run{Session: s, endurance: endurance{observer: observer, heardUntil: time.Now().Add(patience)}}
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
			r.waits(v.Moment(), v.owed())
		case errors.As(err, &ended):
			return ended.Result, nil
		case ctx.Err() != nil:
			return types.Result{}, context.Cause(ctx)
		default:
			if err := r.failed(r.gameID, v.Moment(), err); err != nil {
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

	// made is how many shots and answers of the player there are, counted whether they were counted since the last
	// failure.
	made    int
	counted bool

	// cutOff is since when letters neither come nor go, told the reason that the observer knows.
	cutOff time.Time
	told   string

	// work is what goes on beside; isAhead says that answers are proven ahead, or need not be.
	work    sync.WaitGroup
	isAhead bool
}

// lasts is how long the game can go on without a word from the node: to the end of what is owed now and of what that
// leads to.
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

// otherHand tells the observer when the player has moved and this program has not: then both pay for each move, and
// only one counts. After a failure nobody knows whose move it was.
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

// cutOffFor is how long letters may neither come nor go without a word.
const cutOffFor = 3 * time.Second

// tellLine tells the observer what keeps letters of a game at sea from coming and going.
func (r *run) tellLine() {
	err := r.Trouble()
	switch {
	case err == nil:
		r.cutOff, r.told = time.Time{}, ""
	case r.cutOff.IsZero():
		r.cutOff = time.Now()
	case time.Since(r.cutOff) > cutOffFor && r.told != err.Error():
		r.told = err.Error()
		r.observer.trouble(err)
	}
}

// owed reads the game and returns what the player of the seat has to do that it still can.
func (s *Session) owed(ctx context.Context) (v View, seat game.Seat, duty conduct.Duty, err error) {
	if v, seat, err = s.lookToAct(ctx); err != nil {
		return v, seat, conduct.Wait, err
	}
	s.foresee(v, seat)
	duty, err = s.duty(v, seat)
	return v, seat, duty, err
}

// step does what the player owes just now, if anything that has no pause, and returns the game as it was before.
func (r *run) step(ctx context.Context, strategy bot.Strategy) (v View, done Done, acted bool, err error) {
	v, seat, duty, err := r.owed(ctx)
	if err != nil || duty == conduct.Wait || r.pauses.Wait(v.Moment()) {
		return v, done, false, err
	}
	if !isMove(duty) {
		done, acted, err = r.fulfil(ctx, v, seat, duty)
		return v, done, acted, err
	}
	if duty != conduct.Play {
		if wait, err := r.onItsWay(v.Moment()); err != nil || wait {
			return v, done, false, err
		}
	}
	done, err = r.move(ctx, v, seat, r.steadily(strategy))
	return v, done, err == nil, err
}
