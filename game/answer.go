package game

import "fmt"

// TrueAnswer returns the answer that the actor owes to the pending shot if its ships are those of f: whether the shot
// hits one, and, where the ruleset announces it, the ship that it sinks. It does not ask whether f is a legal fleet:
// CheckFleet does. The error is an ErrTurn if no answer is owed, an ErrState if the state has no board of the actor,
// and that of Footprint for a ship that the board has no place for.
func (s State) TrueAnswer(f Fleet) (Answer, error) {
	if s.Owes != OwesAnswer {
		return Answer{}, fmt.Errorf("%w: expected an answer to be owed, got %s", ErrTurn, s.Owes)
	}
	if s.Ruleset == nil || s.Actor.check() != nil {
		return Answer{}, fmt.Errorf("%w: expected a board of the %s, got none", ErrState, s.Actor)
	}
	hit, sunk, err := s.Sides[s.Actor].trueAnswer(s.Ruleset, f, s.Pending)
	if err != nil {
		return Answer{}, err
	}
	return Answer{By: s.Actor, Hit: hit, Sunk: sunk}, nil
}
