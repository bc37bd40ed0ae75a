package game

import "fmt"

// Seat is a player's place in a game.
type Seat int

// The seats of a game.
const (
	// Creator is the player who opened the game.
	Creator Seat = 0
	// Joiner is the player who joined it.
	Joiner Seat = 1
)

// seatNames are the names of the seats in texts.
var seatNames = [2]string{"creator", "joiner"}

// Other is the opponent's seat.
func (s Seat) Other() Seat { return 1 - s }

// String names the seat.
func (s Seat) String() string {
	if s.check() != nil {
		return fmt.Sprintf("seat %d", int(s))
	}
	return seatNames[s]
}

// check returns an error unless the seat exists.
func (s Seat) check() error {
	if s != Creator && s != Joiner {
		return fmt.Errorf("%w: expected %d or %d, got %d", ErrSeat, Creator, Joiner, int(s))
	}
	return nil
}

// seatOf is the inverse of Seat.String.
func seatOf(name string) (Seat, bool) {
	for i, n := range seatNames {
		if n == name {
			return Seat(i), true
		}
	}
	return 0, false
}
