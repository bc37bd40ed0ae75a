package session

import (
	"context"
	"fmt"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// target chooses where to shoot in a state in which the player owes a shot. nil means not to shoot now.
type target func(game.State, game.Seat) (game.Tile, error)

// Shoot meets the player's obligation and shoots at a tile: it opens the toss or answers the pending shot if that is
// owed. If it is then the opponent's turn to shoot, the obligation is met all the same and Done.NotFired says so.
func (s *Session) Shoot(ctx context.Context, tileName string) (Done, error) {
	v, seat, err := s.turn(ctx)
	if err != nil {
		return Done{}, err
	}
	tile, err := v.State.Ruleset.ParseTile(tileName)
	if err != nil {
		return Done{}, err
	}
	if v.State.Sides[seat.Other()].Answered.Has(tile) {
		return Done{}, fmt.Errorf("%w: expected a tile without an answer, got %s", game.ErrTileTaken, tileName)
	}
	done, err := s.move(ctx, v, seat, func(game.State, game.Seat) (game.Tile, error) { return tile, nil })
	if err == nil && done.Shot == nil {
		done.NotFired = &tile
	}
	return done, err
}

// Answer opens the toss or answers the pending shot, whichever is owed, and does not shoot.
func (s *Session) Answer(ctx context.Context) (Done, error) {
	v, seat, err := s.turn(ctx)
	if err != nil {
		return Done{}, err
	}
	if owes := v.State.Owes; owes != game.OwesTossReveal && owes != game.OwesAnswer {
		return Done{}, fmt.Errorf("%w: expected an open answer or toss, but %s", game.ErrTurn, v.owed())
	}
	return s.move(ctx, v, seat, nil)
}

// turn looks at the game and makes sure that the player owes a move.
func (s *Session) turn(ctx context.Context) (View, game.Seat, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return View{}, 0, err
	}
	seat, err := s.seat(v)
	if err != nil {
		return View{}, 0, err
	}
	switch st := v.State; {
	case st.Phase != game.PhaseToss && st.Phase != game.PhasePlay:
		return View{}, 0, fmt.Errorf("game %d: %w: %s; %s", s.gameID, game.ErrPhase, v.played(seat), v.owed())
	case st.Actor != seat:
		return View{}, 0, fmt.Errorf("game %d: %w by you: %s", s.gameID, game.ErrTurn, v.owed())
	}
	return v, seat, nil
}

// move meets what the player owes and, if it is then its turn and choose is not nil, shoots.
func (s *Session) move(ctx context.Context, v View, seat game.Seat, choose target) (Done, error) {
	st := v.State
	msg := &types.MsgShootAndReveal{Sender: s.sender(), GameId: s.gameID}
	done := Done{GameID: s.gameID, Act: ActMove, Ruleset: st.Ruleset, Seat: seat}
	step := func(a game.Action) (err error) {
		if st, _, err = game.Step(st, a, v.next()); err != nil {
			return fmt.Errorf("game %d: %w", s.gameID, err)
		}
		return nil
	}
	switch st.Owes {
	case game.OwesTossReveal:
		own, err := s.recover(v, seat)
		if err != nil {
			return Done{}, err
		}
		opening, byToss, err := own.openToss(v.Game.Toss)
		if err != nil {
			return Done{}, err
		}
		first := v.Game.FirstSeat(byToss) // a rematch overrules the toss
		if err := step(game.RevealToss{By: seat, First: first}); err != nil {
			return Done{}, err
		}
		msg.Opening, done.First = opening, &first
	case game.OwesAnswer:
		own, err := s.recover(v, seat)
		if err != nil {
			return Done{}, err
		}
		answer, opening, err := own.answer(st)
		if err != nil {
			return Done{}, err
		}
		msg.Opening, done.Answer, done.Answered = opening, &answer, st.Pending
		if answer.Sunk != nil {
			msg.Sunk = types.NewShip(st.Ruleset, *answer.Sunk)
		}
		if err := step(answer); err != nil {
			return Done{}, err
		}
	case game.OwesNothing, game.OwesShot, game.OwesClaim: // nothing to open
	}
	if choose != nil && st.Owes == game.OwesShot && st.Actor == seat {
		tile, err := choose(st, seat)
		if err != nil {
			return Done{}, fmt.Errorf("game %d: choose a target: %w", s.gameID, err)
		}
		if err := step(game.Shoot{By: seat, Tile: tile}); err != nil {
			return Done{}, err
		}
		msg.Target, done.Shot = st.Ruleset.TileName(tile), &tile
	}
	receipt, err := s.player.send(ctx, fmt.Sprintf("%s in game %d", describe(done), s.gameID), s.owedBy(ctx, v, msg), msg)
	if err != nil {
		return Done{}, fmt.Errorf("game %d: %w", s.gameID, err)
	}
	done.Receipt = receipt
	return done, nil
}

// describe says in words what a move is.
func describe(d Done) string {
	var parts []string
	if d.First != nil {
		parts = append(parts, "open the toss")
	}
	if d.Answer != nil {
		parts = append(parts, fmt.Sprintf("answer %s (%s)", d.Ruleset.TileName(d.Answered), Verdict(d.Ruleset, *d.Answer)))
	}
	if d.Shot != nil {
		parts = append(parts, "shoot at "+d.Ruleset.TileName(*d.Shot))
	}
	return strings.Join(parts, " and ")
}
