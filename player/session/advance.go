package session

import (
	"context"
	"errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/channelpolicy"
	"github.com/battleship-chain/battleship/player/text"
)

// Advance meets the player's obligation if a program can do so by itself: it opens the toss, answers, and proves the
// board. It shoots at the aimed tile, if there is one, when it is or then becomes the player's turn. It returns the
// game before the act, and whether it acted. An earlier signed move of the same turn is resent unchanged, so Moved.Shot
// can be another tile. Off-chain an answer goes with the shot that follows it, and waits until one is chosen.
func (s *Session) Advance(ctx context.Context, aim *game.Tile) (v View, done Done, acted bool, err error) {
	v, seat, duty, err := s.owed(ctx)
	if err != nil || duty == channelpolicy.Wait {
		return v, done, false, err
	}
	if !isMove(duty) {
		done, acted, err = s.fulfil(ctx, v, seat, duty)
		return v, done, acted, err
	}
	if v.State.Owes == game.OwesShot && aim == nil {
		if signed, err := s.line().signedIn(v.State); err != nil || signed == nil {
			return v, done, false, err
		}
	}
	var choose target
	if aim != nil {
		choose = at(*aim)
	}
	done, err = s.move(ctx, v, seat, choose)
	if errors.Is(err, text.ErrShotToo) {
		return v, done, false, nil // which the player has not chosen yet
	}
	return v, done, err == nil, err
}
