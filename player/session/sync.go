package session

import (
	"context"
	"time"

	"github.com/battleship-chain/battleship/game"
)

// syncFor is how long a command waits for letters of the opponent that are on their way before it moves.
const syncFor = 3 * time.Second

// AwaitLetter waits at sea until it is the player's turn or play has ended, at most for so long, and returns the game
// as it is then. Meanwhile the newest letter goes out again and again. In a game that is played on chain it waits for
// nothing.
func (s *Session) AwaitLetter(ctx context.Context, most time.Duration) (View, error) {
	v, seat, err := s.lookToAct(ctx)
	if err != nil {
		return v, err
	}
	return s.awaitLetter(ctx, v, seat, most)
}

func (s *Session) awaitLetter(ctx context.Context, v View, seat game.Seat, most time.Duration) (View, error) {
	if !v.AtSea || !s.sea.begun() {
		return v, nil
	}
	if err := s.sea.lost(); err != nil {
		return v, err
	}
	for until := time.Now().Add(most); time.Now().Before(until); {
		playing := v.State.Phase == game.PhaseToss || v.State.Phase == game.PhasePlay
		if !v.AtSea || !playing || v.State.Actor == seat {
			break
		}
		s.sea.resend()
		if err := s.Sleep(ctx); err != nil {
			return v, err
		}
		var err error
		if v, err = s.Look(ctx); err != nil {
			return v, err
		}
	}
	return v, nil
}
