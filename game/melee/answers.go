package melee

import "github.com/battleship-chain/battleship/game"

// Answers are the tiles that each seat has reported on. A State knows of a seat that is out of play what was hit, but
// not which misses it has reported: those are found again in what happened. The zero Answers know nothing beyond a
// State.
type Answers [game.MaxPlayers]game.Set

// Hear adds what an event tells. The state is that after the action of the event.
func (a *Answers) Hear(e Event, s State) {
	if reported, ok := e.(Reported); ok {
		a[reported.By] = s.Bombed.Union(s.Volley())
	}
}

// Side is what is publicly known of a seat's board: that of State.Side, and of a seat that is out of play what it had
// reported before. All tiles of a fleet that has sunk are known. The error is an ErrSeat.
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
