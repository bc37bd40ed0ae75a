package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxFailures bounds how often in a row Run looks again after an act that failed.
const maxFailures = 5

// maxMissing bounds how often in a row Run looks again for a game that the node does not know. A node that is a few
// blocks behind is the usual reason, so at client.DefaultPoll that is 6 s, more than a block of a slow chain takes.
const maxMissing = 30

// patience is how long Run waits for a node that does not answer.
const patience = 5 * time.Minute

// Observer is told how Run gets on. Either function may be nil.
type Observer struct {
	// Acted is told of every act.
	Acted func(Done)
	// Waiting is told, whenever Run begins to wait for somebody else, what it waits for.
	Waiting func(what string)
}

// Run plays the rest of the game with a strategy, to the audit and the result. It waits for the opponent and for a node
// that is away, or behind, for a while. The error is ErrGone if the chain has no such game: nobody ever joined.
func (s *Session) Run(ctx context.Context, strategy bot.Strategy, observer Observer) (types.Result, error) {
	var (
		failures, missing int
		waiting           bool
		lastHeard         = time.Now()
	)
	for {
		v, done, acted, err := s.step(ctx, strategy)
		if status.Code(err) != codes.NotFound {
			missing = 0
		}
		var (
			ended  *EndedError
			noNode *client.NoNodeError
		)
		switch {
		case err == nil:
			failures, lastHeard = 0, time.Now()
			if acted {
				if observer.Acted != nil {
					observer.Acted(done)
				}
				waiting = false
				continue // the opponent may have nothing to do in between
			}
			if !waiting && observer.Waiting != nil {
				observer.Waiting(v.owed())
			}
			waiting = true
		case errors.As(err, &ended):
			return ended.Result, nil
		case ctx.Err() != nil:
			return types.Result{}, context.Cause(ctx)
		case errors.As(err, &noNode):
			if time.Since(lastHeard) > patience {
				return types.Result{}, err
			}
		case status.Code(err) == codes.NotFound:
			if missing++; missing >= maxMissing {
				return types.Result{}, fmt.Errorf("game %d: %w", s.gameID, ErrGone)
			}
		case !mayPass(err):
			return types.Result{}, err
		default:
			// The game moved on between the look and the act, or the act is not in a block yet: look again.
			if failures++; failures >= maxFailures {
				return types.Result{}, err
			}
		}
		if err := s.player.Chain.Sleep(ctx); err != nil {
			return types.Result{}, err
		}
	}
}

// step does what the player owes just now, if anything, and returns the game as it was before.
func (s *Session) step(ctx context.Context, strategy bot.Strategy) (v View, done Done, acted bool, err error) {
	if v, err = s.Look(ctx); err != nil {
		return v, done, false, err
	}
	seat, err := s.seat(v)
	if err != nil {
		return v, done, false, err
	}
	// A deadline that has passed is settled by the chain itself.
	if v.State.Actor != seat || game.Late(v.State.Deadline, v.next()) {
		return v, done, false, nil
	}
	switch v.State.Owes {
	case game.OwesClaim:
		done, err = s.claim(ctx, v, seat)
		return v, done, err == nil, err
	case game.OwesTossReveal, game.OwesAnswer, game.OwesShot:
		done, err = s.move(ctx, v, seat, strategy.Next)
		return v, done, err == nil, err
	case game.OwesNothing:
	}
	return v, done, false, nil
}

// mayPass tells whether an error can be gone when the game is looked at again.
func mayPass(err error) bool {
	var (
		refused     *client.RefusedError
		notIncluded *client.NotIncludedError
	)
	return errors.As(err, &refused) || errors.As(err, &notIncluded)
}
