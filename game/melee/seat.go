package melee

import (
	"fmt"
	"iter"
	"math/bits"
	"strconv"
	"strings"

	"github.com/battleship-chain/battleship/game"
)

// Seat is a player's place at the table, from 0. It is the player's for the whole melee.
type Seat int

// Seats is a set of seats: seat i is bit i. It is a value, and the zero Seats is empty.
type Seats uint16

// SeatsOf returns the set of the given seats.
func SeatsOf(seats ...Seat) Seats {
	var s Seats
	for _, seat := range seats {
		s = s.With(seat)
	}
	return s
}

// Has reports whether a seat is in the set.
func (s Seats) Has(seat Seat) bool { return seat >= 0 && seat < game.MaxPlayers && s>>seat&1 == 1 }

// With returns the set with a seat added.
func (s Seats) With(seat Seat) Seats { return s | 1<<seat }

// Without returns the set with a seat taken out.
func (s Seats) Without(seat Seat) Seats { return s &^ (1 << seat) }

// Len is how many seats are in the set.
func (s Seats) Len() int { return bits.OnesCount16(uint16(s)) }

// All yields the seats of the set in increasing order.
func (s Seats) All() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(Seat(bits.TrailingZeros16(uint16(s)))) {
				return
			}
		}
	}
}

// String lists the seats, such as "0,2", or says "none".
func (s Seats) String() string {
	if s == 0 {
		return none
	}
	var names []string
	for seat := range s.All() {
		names = append(names, strconv.Itoa(int(seat)))
	}
	return strings.Join(names, ",")
}

// most reports whether the set holds more than half of another one, of which it is a part.
func (s Seats) most(of Seats) bool { return 2*s.Len() > of.Len() }

// Standing is what became of a seat. The numbers are frozen.
type Standing uint8

// The standings of a seat.
const (
	// Vacant means that the seat is free.
	Vacant Standing = 0
	// Closed means that the place was declined and cannot be taken.
	Closed Standing = 1
	// Afloat means that a player sits there who has not lost.
	Afloat Standing = 2
	// Absent means that the player left, or did not confirm, before the first round: its stake is given back.
	Absent Standing = 3
	// Sunk means that all ships were hit, by the player's own report or proof.
	Sunk Standing = 4
	// Scuttled means that the player fell silent.
	Scuttled Standing = 5
	// Conceded means that the player gave up.
	Conceded Standing = 6
	// Unproven means that every tile was bombed and ships were missing.
	Unproven Standing = 7
)

// standingNames are the names of the standings in texts, by number.
var standingNames = []string{"vacant", "closed", "afloat", "absent", "sunk", "scuttled", "conceded", "unproven"}

// String names the standing.
func (s Standing) String() string { return nameOf(standingNames, "standing", s) }

// lost reports whether the player was in the first round and is in play no more.
func (s Standing) lost() bool { return s == Sunk || s == Scuttled || s == Conceded || s == Unproven }

// Player is the public state of one seat.
type Player struct {
	// Standing is what became of it.
	Standing Standing
	// Round is the round in which it lost. It is 0 if it has not.
	Round int
	// HasTarget reports whether it has fired in this round. A fired bomb falls even if the player is out.
	HasTarget bool
	// Target is where, if HasTarget; else 0.
	Target game.Tile
	// Hits are the bombed tiles that hold one of its ships, by its own reports.
	Hits game.Set
}

// checkSeat returns an ErrSeat unless the seat is taken.
func (s State) checkSeat(seat Seat) error {
	if seat < 0 || int(seat) >= len(s.Players) {
		return fmt.Errorf("%w: expected 0 to %d, got %d", game.ErrSeat, len(s.Players)-1, int(seat))
	}
	if st := s.Players[seat].Standing; st == Vacant || st == Closed {
		return fmt.Errorf("%w: seat %d is %s", game.ErrSeat, int(seat), st)
	}
	return nil
}
