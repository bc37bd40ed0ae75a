package session

import (
	"context"
	"errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
)

// sentMove is a move that may be on its way: the position that it was made in, and its target if it shoots.
type sentMove struct {
	position position
	aim      *game.Tile
}

// position tells apart the moments of a game in which something is owed.
type position struct {
	owes     game.Obligation
	actor    game.Seat
	pending  game.Tile
	answered [2]game.Set
}

func positionOf(s game.State) position {
	p := position{owes: s.Owes, actor: s.Actor, pending: s.Pending}
	for seat, side := range s.Sides {
		p.answered[seat] = side.Answered
	}
	return p
}

// Advance does what the player owes just now and a program can do by itself: it opens the toss, answers, and proves the
// board. It shoots at the tile aimed at, if there is one, when it is or then becomes the player's turn. It returns the
// game as it was before, and whether it acted. What may be on its way already is sent again as it is, so Done.Shot can
// be another tile.
func (s *Session) Advance(ctx context.Context, aim *game.Tile) (v View, done Done, acted bool, err error) {
	v, seat, owes, err := s.owed(ctx)
	if err != nil || !owes {
		return v, done, false, err
	}
	if v.State.Owes == game.OwesClaim {
		done, err = s.claim(ctx, v, seat)
		return v, done, err == nil, err
	}
	at := positionOf(v.State)
	if s.sent != nil && s.sent.position == at {
		aim = s.sent.aim
	}
	if v.State.Owes == game.OwesShot && aim == nil {
		return v, done, false, nil
	}
	var choose target
	if aim != nil {
		choose = func(game.State, game.Seat) (game.Tile, error) { return *aim, nil }
	}
	s.sent = &sentMove{position: at, aim: aim}
	done, err = s.move(ctx, v, seat, choose)
	if err == nil || !maybeSent(err) {
		s.sent = nil
	}
	return v, done, err == nil, err
}

// maybeSent reports whether a node may have a transaction that an act has failed with.
func maybeSent(err error) bool {
	var (
		notIncluded *client.NotIncludedError
		refused     *client.RefusedError
		limit       *client.FeeLimitError
	)
	switch {
	case errors.As(err, &notIncluded):
		return true
	case errors.As(err, &limit):
		return !limit.Signed.IsZero()
	case errors.As(err, &refused):
		return !refused.InSimulation()
	}
	return false
}
