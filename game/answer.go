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
	if s.Ruleset == nil || s.Actor.check() != nil || int(s.Actor) >= len(s.Sides) {
		return Answer{}, fmt.Errorf("%w: expected a board of the %s, got none", ErrState, s.Actor)
	}
	answer := Answer{By: s.Actor}
	hits := s.Sides[s.Actor].Hits.With(s.Pending)
	for _, ship := range f {
		tiles, err := s.Ruleset.Footprint(ship)
		if err != nil {
			return Answer{}, err
		}
		if !tiles.Has(s.Pending) {
			continue
		}
		answer.Hit = true
		if s.Ruleset.AnnounceSunk && tiles.Minus(hits).IsEmpty() {
			answer.Sunk = &ship
		}
	}
	return answer, nil
}
