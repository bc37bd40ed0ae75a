package duel

import (
	"context"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// target chooses where to shoot in a state in which the player owes a shot. nil means not to shoot now.
type target func(game.State, game.Seat) (game.Tile, error)

// at is the choice of a tile.
func at(tile game.Tile) target {
	return func(game.State, game.Seat) (game.Tile, error) { return tile, nil }
}

// Shoot meets the player's obligation and shoots at a tile: it opens the toss or answers the pending shot if that is
// owed. If it is then the opponent's turn to shoot, the obligation is met all the same and Moved.NotFired says so. The
// error is a *SignedError if a shot at another tile was signed for this turn. Where an older state of an off-chain game
// was brought on-chain and the newest leaves no move to the player, that is submitted, and nothing else is done.
func (s *Session) Shoot(ctx context.Context, tileName string) (session.Done, error) {
	v, seat, err := s.read(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if done, submitted, err := s.submitFirst(ctx, v, seat); err != nil || submitted {
		return done, err
	}
	if err := s.checkTurn(v, seat); err != nil {
		return session.Done{}, err
	}
	tile, err := v.State.Ruleset.ParseTile(tileName)
	if err != nil {
		return session.Done{}, err
	}
	if v.State.Sides[seat.Other()].Answered.Has(tile) {
		return session.Done{}, fmt.Errorf("%w: expected a tile without an answer, got %s", game.ErrTileTaken, tileName)
	}
	signed, err := s.line().signedIn(v.State)
	if err != nil {
		return session.Done{}, err
	}
	if signed != nil && signed.shot != nil && *signed.shot != tile {
		return session.Done{}, &SignedError{GameID: s.ID, Signed: signed.name, Wanted: tileName}
	}
	done, err := s.move(ctx, v, seat, at(tile))
	switch {
	case err != nil || done.Moved().Shot != nil:
		return done, err
	case signed != nil: // the answer alone was on its way: the shot follows it
		return s.shootAfter(ctx, done, tile)
	}
	return notFired(done, tile), nil
}

// shootAfter shoots at a tile after a move without a shot, if it is the player's turn then, and returns both as one.
func (s *Session) shootAfter(ctx context.Context, answered session.Done, tile game.Tile) (session.Done, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return answered, err
	}
	if v.State.Owes != game.OwesShot || v.State.Actor != answered.Seat {
		return notFired(answered, tile), nil
	}
	done, err := s.move(ctx, v, answered.Seat, at(tile))
	if err != nil {
		return answered, err
	}
	both := answered.Moved()
	both.Shot = done.Moved().Shot
	done.Result, done.Proof = both, answered.Proof
	done.Fees = done.Fees.Add(answered.Fees...)
	return done, nil
}

// notFired is a move after which a shot at the tile could not be fired.
func notFired(done session.Done, tile game.Tile) session.Done {
	moved := done.Moved()
	moved.NotFired = &tile
	done.Result = moved
	return done
}

// Answer opens the toss or answers the pending shot, whichever is owed, and does not shoot, unless a shot was signed
// for the same turn before.
func (s *Session) Answer(ctx context.Context) (session.Done, error) {
	v, seat, err := s.read(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if done, submitted, err := s.submitFirst(ctx, v, seat); err != nil || submitted {
		return done, err
	}
	if err := s.checkTurn(v, seat); err != nil {
		return session.Done{}, err
	}
	if owes := v.State.Owes; owes != game.OwesTossReveal && owes != game.OwesAnswer {
		return session.Done{}, v.notNow(game.ErrTurn, text.NothingToAnswer)
	}
	return s.move(ctx, v, seat, nil)
}

// checkTurn makes sure that the player owes a move.
func (s *Session) checkTurn(v View, seat game.Seat) error {
	switch st := v.State; {
	case !st.Phase.InPlay():
		return v.notNow(game.ErrPhase, v.end(seat))
	case st.Actor != seat:
		return v.notNow(game.ErrTurn, "")
	}
	return nil
}

// move meets the player's obligation and, if it is then its turn and choose is not nil, shoots. A move already signed
// in this position is resent with the same content, regardless of choose.
func (s *Session) move(ctx context.Context, v View, seat game.Seat, choose target) (session.Done, error) {
	st := v.State
	signed, err := s.line().signedIn(st)
	if err != nil {
		return session.Done{}, err
	}
	if signed != nil {
		choose = nil
		if signed.shot != nil {
			choose = at(*signed.shot)
		}
	}
	msg := &types.MsgShootAndReveal{Sender: s.Sender(), GameId: s.ID}
	m := intended{seat: seat, msg: msg}
	if st.Owes == game.OwesTossReveal || st.Owes == game.OwesAnswer {
		next, err := s.reveal(ctx, v, &m)
		if err != nil {
			return session.Done{}, err
		}
		st = next
	}
	shoots := st.Owes == game.OwesShot && st.Actor == seat
	if choose != nil && shoots {
		tile, err := choose(st, seat)
		if err != nil {
			return session.Done{}, fmt.Errorf("game %d: choose a target: %w", s.ID, err)
		}
		if _, _, err := game.Step(st, game.Shoot{By: seat, Tile: tile}, v.next()); err != nil {
			return session.Done{}, session.InGame(s.ID, err)
		}
		msg.Target, m.moved.Shot = st.Ruleset.TileName(tile), &tile
	}
	return s.line().move(ctx, v, m)
}

// reveal puts the owed opening into a message, and returns the game after it. It judges the message as the chain will.
func (s *Session) reveal(ctx context.Context, v View, m *intended) (game.State, error) {
	own, err := s.recover(v, m.seat)
	if err != nil {
		return game.State{}, err
	}
	if v.State.Owes == game.OwesTossReveal {
		m.msg.Opening, err = openToss(own)
	} else {
		m.proof, err = answer(ctx, own, v.State, m.msg)
	}
	if err != nil {
		return game.State{}, err
	}
	player, err := player(own, m.seat)
	if err != nil {
		return game.State{}, err
	}
	next, events, err := v.Game.Play(v.State).Move(player, m.msg.Move(), v.next(), nil)
	if err != nil {
		return game.State{}, session.InGame(s.ID, err)
	}
	for _, event := range events {
		switch e := event.(type) {
		case game.TossOpened:
			m.moved.First = &e.First
		case game.ShotAnswered:
			m.moved.Answer, m.moved.Answered = &game.Answer{By: e.By, Hit: e.Hit, Sunk: e.Sunk}, e.Tile
		}
	}
	return next, nil
}
