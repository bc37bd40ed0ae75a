package melee

import "github.com/battleship-chain/battleship/game"

// Answers are the tiles that each seat has reported on. For a seat that is out of play a State has the hits but not the
// reported misses: those are recovered from the events. The zero Answers add nothing to a State.
type Answers [game.MaxPlayers]game.Set

// Add adds an event. The state is that after the action of the event.
func (a *Answers) Add(e Event, s State) {
	if reported, ok := e.(Reported); ok {
		a[reported.By] = s.Bombed.Union(s.Volley())
	}
}

// Side is the public part of a seat's board: that of State.Side, with the reports of a seat that is out of play. All
// tiles of a sunk fleet are known. The error is an ErrSeat.
func (a Answers) Side(s State, seat Seat) (game.Side, error) {
	side, err := s.Side(seat)
	if err != nil {
		return side, err
	}
	bombed := s.Bombed.Union(s.Volley())
	switch s.Players[seat].Standing {
	case Sunk:
		side.Answered = side.Answered.Union(bombed)
	case Scuttled, Conceded, Unproven:
		side.Answered = side.Answered.Union(a[seat].Intersect(bombed))
	case Vacant, Closed, Afloat, Absent:
	}
	return side, nil
}
