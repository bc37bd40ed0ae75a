package session

import (
	"context"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/conduct"
)

// syncFor is how long a command waits for letters of the opponent that are on their way before it moves.
const syncFor = 3 * time.Second

// AwaitLetter waits at sea until it is the player's turn, or play has ended and the player's letter has left, at most
// for so long, and returns the game as it is then. Meanwhile the newest letter goes out again and again. In a game that
// is played on chain it waits for nothing.
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
		playing := v.State.Phase.InPlay()
		if !v.AtSea || playing && v.State.Actor == seat || !playing && s.sea.delivered() {
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

// read returns the game once the opponent's letters have been read that are on their way, if it is at sea and the
// opponent is to move by what is known.
func (s *Session) read(ctx context.Context) (View, game.Seat, error) {
	v, seat, err := s.lookToAct(ctx)
	if err != nil || !v.AtSea || !v.State.Phase.InPlay() {
		return v, seat, err
	}
	v, err = s.awaitLetter(ctx, v, seat, syncFor)
	return v, seat, err
}

// postFirst posts the newest state if that is due before anything else: an older one was brought ashore, and the newer
// one leaves no move to the player. It reports whether it has posted.
func (s *Session) postFirst(ctx context.Context, v View, seat game.Seat) (Done, bool, error) {
	if !s.sea.begun() || v.AtSea || !v.frozen {
		return Done{}, false, nil
	}
	duty, err := s.duty(v, seat)
	if err != nil || duty != conduct.Post && duty != conduct.PostBase {
		return Done{}, false, err
	}
	return s.fulfil(ctx, v, seat, duty)
}
