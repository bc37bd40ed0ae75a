package duel

import (
	"context"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/channelpolicy"
	"github.com/battleship-chain/battleship/player/session"
)

// syncFor is how long a command waits for updates of the opponent that are on their way before it moves.
const syncFor = 3 * time.Second

// AwaitUpdate waits off-chain until it is the player's turn, or play has ended, and the player's update has left, at
// most for so long, and returns the game as it is then. Meanwhile the newest update goes out again and again. In a game
// that is played on-chain it waits for nothing.
func (s *Session) AwaitUpdate(ctx context.Context, most time.Duration) (View, error) {
	v, seat, err := s.lookToAct(ctx)
	if err != nil {
		return v, err
	}
	return s.awaitUpdate(ctx, v, seat, most)
}

func (s *Session) awaitUpdate(ctx context.Context, v View, seat game.Seat, most time.Duration) (View, error) {
	if !v.OffChain || !s.channel.begun() {
		return v, nil
	}
	if err := s.channel.lost(); err != nil {
		return v, err
	}
	for until := time.Now().Add(most); time.Now().Before(until); {
		playing := v.State.Phase.InPlay()
		waits := playing && v.State.Actor != seat
		if !v.OffChain || !waits && (!s.channel.table.Own() || s.channel.delivered()) {
			break
		}
		s.channel.resend()
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

// read returns the game after reading the opponent's pending updates, if it is off-chain and the opponent is to move by
// the known state.
func (s *Session) read(ctx context.Context) (View, game.Seat, error) {
	v, seat, err := s.lookToAct(ctx)
	if err != nil || !v.OffChain || !v.State.Phase.InPlay() {
		return v, seat, err
	}
	v, err = s.awaitUpdate(ctx, v, seat, syncFor)
	return v, seat, err
}

// submitFirst submits the newest state if that is due before anything else: an older one was brought on-chain, and the
// newer one leaves no move to the player. It reports whether it has submitted.
func (s *Session) submitFirst(ctx context.Context, v View, seat game.Seat) (session.Done, bool, error) {
	if !s.channel.begun() || v.OffChain || !v.frozen {
		return session.Done{}, false, nil
	}
	duty, err := s.duty(v, seat)
	if err != nil || duty != channelpolicy.Submit && duty != channelpolicy.SubmitBase {
		return session.Done{}, false, err
	}
	return s.fulfil(ctx, v, seat, duty)
}
