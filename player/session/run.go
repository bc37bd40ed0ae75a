package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	errorsmod "cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/channel"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/conduct"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxPause bounds how many polls Run lets go by before it tries again what has failed.
const maxPause = 25

// maxMissing bounds how often in a row Run looks again for a game that the node does not know. A node that is a few
// blocks behind is the usual reason, so at client.DefaultPoll that is 6 s, more than a block of a slow chain takes.
const maxMissing = 30

// patience is how much longer Run waits for a node that does not answer than the game itself can last without a word.
const patience = 5 * time.Minute

// Observer follows Run. Each function may be nil.
type Observer struct {
	// Acted is called after every act.
	Acted func(Done)
	// Waiting is called with what Run waits for, whenever it begins to wait for somebody else.
	Waiting func(what string)
	// Trouble is called with what keeps Run from acting, once for each failure in a row with another text. Run tries
	// again: a *PausedError says after which block.
	Trouble func(err error)
}

func (o Observer) acted(d Done) {
	if o.Acted != nil {
		o.Acted(d)
	}
}

func (o Observer) waiting(what string) {
	if o.Waiting != nil {
		o.Waiting(what)
	}
}

func (o Observer) trouble(err error) {
	if o.Trouble != nil {
		o.Trouble(err)
	}
}

// Run plays the rest of the game with a strategy, to the audit and the result. It waits for the opponent. Whatever can
// pass, such as a node that is away or not ready, a refusal, or a block without its transaction, Run outlasts: it acts
// again until the deadline of what it owes, and then waits for how the game ends. Where answers are proven it proves
// them ahead while it waits. The error is ErrGone if the chain has no such game: nobody ever joined.
func (s *Session) Run(ctx context.Context, strategy bot.Strategy, observer Observer) (types.Result, error) {
	r := run{Session: s, observer: observer, heardUntil: time.Now().Add(patience)}
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
		}
		switch {
		case err == nil && acted:
			r.well(ctx, v)
			r.pauses = Pauses{}
			observer.acted(done)
			r.isWaiting = false
			continue // the opponent may have nothing to do in between
		case err == nil:
			r.well(ctx, v)
			r.tellLine()
			if !r.isWaiting && !r.pauses.Wait(v) { // the observer knows of a pause
				observer.waiting(v.owed())
				r.isWaiting = true
			}
		case errors.As(err, &ended):
			return ended.Result, nil
		case ctx.Err() != nil:
			return types.Result{}, context.Cause(ctx)
		default:
			if err := r.failed(v, err); err != nil {
				return types.Result{}, err
			}
		}
		if err := r.pause(ctx); err != nil {
			return types.Result{}, err
		}
	}
}

// run is what Run remembers between two steps.
type run struct {
	*Session
	observer Observer

	// failures counts the steps in a row that failed, missing those in which the node did not know the game.
	failures, missing int
	// pauses slow down what fails in blocks.
	pauses Pauses
	// lastTrouble is what the observer was told last.
	lastTrouble string
	// isWaiting says that the observer knows whom the game waits for.
	isWaiting bool
	// heardUntil is until when a node that does not answer is waited for.
	heardUntil time.Time
	// made is how many shots and answers of the player there are, counted whether they were counted since the last
	// failure.
	made    int
	counted bool
	// otherTold says that the observer knows that somebody else moves for the player.
	otherTold bool

	// cutOff is since when letters neither come nor go, told the reason that the observer knows.
	cutOff time.Time
	told   string

	// work is what goes on beside; isAhead says that answers are proven ahead, or need not be.
	work    sync.WaitGroup
	isAhead bool
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

// tellOtherHand tells the observer once that somebody else moves for the player.
func (r *run) tellOtherHand() {
	if !r.otherTold {
		r.otherTold = true
		r.observer.trouble(ErrOtherHand)
	}
}

// well notes a step that went well.
func (r *run) well(ctx context.Context, v View) {
	r.failures, r.missing, r.lastTrouble = 0, 0, ""
	// Without a word from the node the game can go on to the end of what is owed now and of what that leads to.
	last := patience
	if params, err := r.chainParams(ctx); err == nil {
		last += params.Duration(max(v.deadline()-v.Height, 0) + v.Game.TurnBlocks + v.Game.ClaimBlocks)
	}
	r.heardUntil = time.Now().Add(last)
}

// failed notes a step that failed in a game; the error says why it is of no use to try again.
func (r *run) failed(v View, err error) error {
	var refused *client.RefusedError
	if r.failures == 0 && errors.As(err, &refused) && isTaken(refused) { // this program had sent nothing
		r.tellOtherHand()
	}
	switch {
	case status.Code(err) == codes.NotFound:
		if r.missing++; r.missing >= maxMissing {
			return fmt.Errorf("game %d: %w", r.gameID, ErrGone)
		}
		return nil
	case !MayPass(err):
		return err
	case errors.As(err, &refused) && refused.Height > 0:
		err = r.pauses.Failed(v, refused.Height, err)
	case isSilent(err) && time.Now().After(r.heardUntil):
		return err
	}
	r.missing, r.counted = 0, false
	r.failures++
	if text := err.Error(); text != r.lastTrouble {
		r.lastTrouble = text
		r.observer.trouble(err)
	}
	return nil
}

// isTaken reports whether the simulation of a move was refused because the move has been made, which nobody can but the
// player and its delegate. An opponent that gives up or accuses changes the phase instead.
func isTaken(refused *client.RefusedError) bool {
	return refused.InSimulation() && slices.ContainsFunc(
		[]*errorsmod.Error{types.ErrTurn, types.ErrWrongOpening, types.ErrTile}, refused.OfKind)
}

// pause lets time go by before the next step, more of it the oftener the last ones have failed.
func (r *run) pause(ctx context.Context) error {
	for range r.polls() {
		if err := r.Sleep(ctx); err != nil {
			return err
		}
	}
	return nil
}

// polls is how many polls the next pause takes.
func (r *run) polls() int { return max(1, min(r.failures, maxPause)) }

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
	if err != nil || duty == conduct.Wait || r.pauses.Wait(v) {
		return v, done, false, err
	}
	if !isMove(duty) {
		done, acted, err = r.fulfil(ctx, v, seat, duty)
		return v, done, acted, err
	}
	if duty != conduct.Play {
		if wait, err := r.onItsWay(v); err != nil || wait {
			return v, done, false, err
		}
	}
	done, err = r.move(ctx, v, seat, r.steadily(strategy))
	return v, done, err == nil, err
}

// MayPass reports whether an error of a session can be gone when the game is looked at again: whatever a node or the
// chain says can, but not what the rules, the wallet or the player's own program say.
func MayPass(err error) bool {
	var (
		refused     *client.RefusedError
		notIncluded *client.NotIncludedError
		limit       *client.FeeLimitError
		other       *vault.OtherMoveError
	)
	if errors.As(err, &other) { // the next look finds it, and sends that
		return true
	}
	if errors.Is(err, channel.ErrUnwritten) { // a disk that is full has room again some time
		return true
	}
	if errors.As(err, &limit) {
		return !limit.Signed.IsZero() // one of those that were signed may get into a block
	}
	_, fromNode := status.FromError(err)
	return fromNode || client.MayPass(err) || errors.As(err, &refused) || errors.As(err, &notIncluded)
}

// isSilent reports whether an error means that the node has said nothing about the game.
func isSilent(err error) bool {
	var notIncluded *client.NotIncludedError
	return client.MayPass(err) && !errors.As(err, &notIncluded)
}
