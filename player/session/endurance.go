package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	errorsmod "cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/player/channel"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxPause bounds the number of polls before Run retries after a failure.
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
	// Waiting is called with what Run waits for, whenever it begins to wait for another player.
	Waiting func(*types.QueryNextActionResponse)
	// Trouble is called with what keeps Run from acting, once for each failure in a row with another text. Run tries
	// again: a *PausedError says after which block.
	Trouble func(err error)
}

func (o Observer) acted(d Done) {
	if o.Acted != nil {
		o.Acted(d)
	}
}

func (o Observer) waiting(next *types.QueryNextActionResponse) {
	if o.Waiting != nil {
		o.Waiting(next)
	}
}

func (o Observer) trouble(err error) {
	if o.Trouble != nil {
		o.Trouble(err)
	}
}

// endurance keeps a program playing through temporary failures. It holds the memory between two steps.
type endurance struct {
	observer Observer

	// failures counts the steps in a row that failed, missing those in which the node did not know the game.
	failures, missing int
	// pauses slow down what fails in blocks.
	pauses *Pauses
	// lastTrouble is the last trouble reported to the observer.
	lastTrouble string
	// isWaiting reports whether the observer knows the player that the game waits for.
	isWaiting bool
	// respondedUntil is the time at which Run gives a node up that does not answer.
	respondedUntil time.Time
	// otherReported reports whether the observer was informed that another program moves for the player.
	otherReported bool
	// unknownReported reports whether the observer was informed that the node does not know the game.
	unknownReported bool
	// cutOff is the time since when updates are not delivered, lastReported the reason last reported to the observer.
	cutOff       time.Time
	lastReported string
}

// acted records a step with an act, and reports it to the observer.
func (e *endurance) acted(d Done) {
	*e.pauses = Pauses{}
	e.observer.acted(d)
	e.isWaiting = false
}

// waits records a step without an act, and reports the reason for waiting to the observer once.
func (e *endurance) waits(m Position, next *types.QueryNextActionResponse) {
	if !e.isWaiting && !e.pauses.Wait(m) { // the observer knows of a pause
		e.observer.waiting(next)
		e.isWaiting = true
	}
}

// tellOtherProgram reports to the observer once that another program moves for the player.
func (e *endurance) tellOtherProgram() {
	if !e.otherReported {
		e.otherReported = true
		e.observer.trouble(ErrOtherProgram)
	}
}

// cutOffFor is how long the relay may fail before the observer is informed.
const cutOffFor = 3 * time.Second

// tellLine reports to the observer that updates are not delivered, or notes that they are if err is nil.
func (e *endurance) tellLine(err error) {
	switch {
	case err == nil:
		e.cutOff, e.lastReported = time.Time{}, ""
	case e.cutOff.IsZero():
		e.cutOff = time.Now()
	case time.Since(e.cutOff) > cutOffFor && e.lastReported != err.Error():
		e.lastReported = err.Error()
		e.observer.trouble(err)
	}
}

// well records a successful step, in a game that can continue for that long without a word from the node.
func (e *endurance) well(lasts time.Duration) {
	e.failures, e.missing, e.lastTrouble = 0, 0, ""
	e.respondedUntil = time.Now().Add(patience + lasts)
}

// failed records a failed step in a game. It returns an error if retrying is of no use.
func (e *endurance) failed(gameID uint64, m Position, err error) error {
	var refused *client.RefusedError
	if e.failures == 0 && errors.As(err, &refused) && isTaken(refused) { // this program had sent nothing
		e.tellOtherProgram()
	}
	switch {
	case status.Code(err) == codes.NotFound:
		if e.missing++; e.missing >= maxMissing {
			return fmt.Errorf("game %d: %w", gameID, ErrGone)
		}
		if e.missing == 2 && !e.unknownReported { // it can be in the next block
			e.unknownReported = true
			e.observer.trouble(ErrUnknown)
		}
		return nil
	case !MayPass(err):
		return err
	case errors.As(err, &refused) && refused.Height > 0:
		err = e.pauses.Failed(m, refused.Height, err)
	case isSilent(err) && time.Now().After(e.respondedUntil):
		return err
	}
	e.missing = 0
	e.failures++
	if text := err.Error(); text != e.lastTrouble {
		e.lastTrouble = text
		e.observer.trouble(err)
	}
	return nil
}

// pause lets time go by before the next step. It grows with the number of failures in a row.
func (e *endurance) pause(ctx context.Context, sleep func(context.Context) error) error {
	for range e.polls() {
		if err := sleep(ctx); err != nil {
			return err
		}
	}
	return nil
}

// polls is how many polls the next pause takes.
func (e *endurance) polls() int { return max(1, min(e.failures, maxPause)) }

// isTaken reports whether the simulation of a move was refused because the move has been made, which only the player
// and its delegate can do. An opponent that gives up or accuses changes the phase instead.
func isTaken(refused *client.RefusedError) bool {
	return refused.InSimulation() && slices.ContainsFunc(
		[]*errorsmod.Error{types.ErrTurn, types.ErrWrongOpening, types.ErrTile}, refused.OfKind)
}

// MayPass reports whether an error of a session may be temporary: errors of a node or the chain may, but not those of
// the rules, the wallet or the player's own program.
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
	if errors.Is(err, channel.ErrUnwritten) || errors.Is(err, vault.ErrUnwritten) { // a full disk has room again some time
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
