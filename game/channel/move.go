package channel

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
)

// Move is an off-chain move: the opening that its player owes, its shot, both, or its surrender. Its parts are as
// received and may be anything.
type Move struct {
	play.Move
	// Concede gives up, after the move's opening and in place of its shot.
	Concede bool
}

// Validate returns play.ErrEmpty or play.ErrMove for a move that is wrong in every game.
func (m Move) Validate() error {
	if !m.Concede {
		return m.Move.Validate()
	}
	if m.Target != "" {
		return fmt.Errorf("%w: expected a target or to give up, got both", play.ErrMove)
	}
	if m.Opening == nil && m.Sunk != nil {
		return fmt.Errorf("%w: expected a sunk ship with an answer, got one without an opening", play.ErrMove)
	}
	return nil
}

// Move returns the state after an off-chain move, and its events. Before each check it calls pay with the work of the
// check, unless pay is nil.
func (c *Channel) Move(
	s game.State, by game.Seat, m Move, pay func(play.Work),
) (game.State, []game.Event, error) {
	if err := checkSeat(by); err != nil {
		return s, nil, err
	}
	return c.move(s, play.Player{Seat: by, Board: c.params.Seats[by].Board}, m, pay)
}

// move is Move of a player whose openings the given board judges.
func (c *Channel) move(
	s game.State, by play.Player, m Move, pay func(play.Work),
) (game.State, []game.Event, error) {
	if err := m.Validate(); err != nil {
		return s, nil, err
	}
	if err := c.checkMover(s, by.Seat, m); err != nil {
		return s, nil, err
	}
	g := c.params.Game
	g.State = s
	next, events, err := g.Move(by, m.Move, c.height(), pay)
	if err != nil {
		return s, nil, err
	}
	if m.Concede {
		var given []game.Event
		if next, given, err = game.Step(next, game.Concede{By: by.Seat}, c.height()); err != nil {
			return s, nil, err
		}
		events = append(events, given...)
	}
	return next, events, nil
}

// checkMover returns an error unless the player is the one to move, in an off-chain state, and opens what it must.
func (c *Channel) checkMover(s game.State, by game.Seat, m Move) error {
	if err := c.Check(s); err != nil {
		return err
	}
	if !s.Phase.InPlay() {
		return fmt.Errorf("%w: expected a game in play, got phase %s", game.ErrPhase, s.Phase)
	}
	if s.Actor != by {
		return fmt.Errorf("%w: expected a move by the %s, got one by the %s", game.ErrTurn, s.Actor, by)
	}
	if opens := s.Owes != game.OwesShot; opens != (m.Opening != nil) {
		return fmt.Errorf("%w: the %s owes %s: expected an opening %t, got %t",
			play.ErrMove, by, s.Owes, opens, m.Opening != nil)
	}
	return nil
}

// Said returns the state after a move if all its openings are true. It computes the rules alone: nothing is verified.
func (c *Channel) Said(s game.State, m Move) (game.State, error) {
	first := game.Joiner
	if m.Target != "" {
		first = game.Creator
	}
	next, _, err := c.move(s, play.Player{Seat: s.Actor, Board: believer{first: first}}, m, nil)
	return next, err
}
