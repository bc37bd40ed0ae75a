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

// patience is how long Run waits for a node that does not answer.
const patience = 5 * time.Minute

// Run plays the rest of the game with a strategy, to the audit and the result. It waits for the opponent and for a node
// that is away for a while. observe, if not nil, is told of every act. The error is ErrGone if nobody ever joined.
func (s *Session) Run(ctx context.Context, strategy bot.Strategy, observe func(Done)) (types.Result, error) {
	if observe == nil {
		observe = func(Done) {}
	}
	var (
		failures  int
		lastHeard = time.Now()
	)
	for {
		done, acted, err := s.step(ctx, strategy)
		var (
			ended  *EndedError
			noNode *client.NoNodeError
		)
		switch {
		case err == nil:
			failures, lastHeard = 0, time.Now()
			if acted {
				observe(done)
				continue // the opponent may have nothing to do in between
			}
		case errors.As(err, &ended):
			return ended.Result, nil
		case ctx.Err() != nil:
			return types.Result{}, context.Cause(ctx)
		case errors.As(err, &noNode):
			if time.Since(lastHeard) > patience {
				return types.Result{}, err
			}
		case status.Code(err) == codes.NotFound:
			return types.Result{}, fmt.Errorf("game %d: %w", s.gameID, ErrGone)
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

// step does what the player owes just now, if anything.
func (s *Session) step(ctx context.Context, strategy bot.Strategy) (Done, bool, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return Done{}, false, err
	}
	seat, err := v.seatOf(s.address())
	if err != nil {
		return Done{}, false, fmt.Errorf("game %d: %w", s.gameID, err)
	}
	// A deadline that has passed is settled by the chain itself.
	if v.State.Actor != seat || game.Late(v.State.Deadline, v.next()) {
		return Done{}, false, nil
	}
	switch v.State.Owes {
	case game.OwesClaim:
		done, err := s.claim(ctx, v, seat)
		return done, err == nil, err
	case game.OwesTossReveal, game.OwesAnswer, game.OwesShot:
		done, err := s.move(ctx, v, seat, strategy.Next)
		return done, err == nil, err
	case game.OwesNothing:
	}
	return Done{}, false, nil
}

// mayPass tells whether an error can be gone when the game is looked at again.
func mayPass(err error) bool {
	var (
		refused     *client.RefusedError
		notIncluded *client.NotIncludedError
	)
	return errors.As(err, &refused) || errors.As(err, &notIncluded)
}
