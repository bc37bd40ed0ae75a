package melee

import "github.com/battleship-chain/battleship/game"

// Event is something that happened in a step. The events of a melee, in order, suffice to rebuild each of its states.
// An Event is one of the structs below, as a value.
type Event interface{ isEvent() }

// Joined says that a seat was taken.
type Joined struct {
	// By is the seat.
	By Seat
}

// Declined says that a place was refused: the melee is for one less.
type Declined struct {
	// Place is the seat that is closed.
	Place Seat
}

// Left says that a player gave up its seat before the first round, or did not confirm. Its stake is given back.
type Left struct {
	// By is the seat.
	By Seat
}

// Withdrawn says that the last player at a table wants to leave it.
type Withdrawn struct {
	// By is that player's seat.
	By Seat
	// Deadline is the last height at which the table can still be joined.
	Deadline int64
}

// Confirmed says that a player is there.
type Confirmed struct {
	// By is the seat.
	By Seat
}

// Cancelled says that the melee has ended before its first round. All that still sit there get their stakes back.
type Cancelled struct {
	// Cause is why.
	Cause CancelCause
}

// StageBegan says what is owed now. A round begins with StageAim; then all have reported the round before, if there was
// a volley.
type StageBegan struct {
	// Stage is the stage.
	Stage Stage
	// Round is the round that it is in.
	Round int
	// Owes are the seats that owe what it asks for, or may prove their boards.
	Owes Seats
	// Deadline is the last height at which they can.
	Deadline int64
}

// StageExtended says that most seats have missed the deadline and the stage has another one.
type StageExtended struct {
	// Deadline is that deadline.
	Deadline int64
}

// Aimed says that a player has committed to a target.
type Aimed struct {
	// By is the seat.
	By Seat
}

// Fired says where a player's bomb falls on every board.
type Fired struct {
	// By is the seat.
	By Seat
	// Tile is the target.
	Tile game.Tile
}

// Reported says what the volley has hit on a player's board.
type Reported struct {
	// By is the seat.
	By Seat
	// Hits are the targets that hold a ship.
	Hits game.Set
}

// Strike says that a player has missed an aim for the first time. It has no bomb in this round.
type Strike struct {
	// By is the seat.
	By Seat
}

// Lost says that a player is out of play.
type Lost struct {
	// By is the seat.
	By Seat
	// Round is the round.
	Round int
	// How is its standing now.
	How Standing
}

// Forfeited says that seats which are scuttled together take their shares of the pot with them.
type Forfeited struct {
	// Kept is what is left of the pot.
	Kept Fraction
}

// PlayEnded says that no more bombs fall. The claims follow, if anyone may claim.
type PlayEnded struct {
	// Emptied says that the silence of all who were afloat has ended it.
	Emptied bool
	// Unreported are the seats whose last report is missing.
	Unreported Seats
}

// Proven says that a player has proven an honest board. If its last report was missing, the board says what that would
// have said; if the board has sunk, Lost comes before.
type Proven struct {
	// By is the seat.
	By Seat
	// Fleet is where its ships are.
	Fleet game.Fleet
	// Owes are the seats that may still win by proving theirs.
	Owes Seats
}

// Over says that a melee has ended that had begun.
type Over struct {
	// Winners share what is kept of the pot; nobody, if nobody has proven a board.
	Winners Seats
	// Kept is that part of the pot.
	Kept Fraction
}

func (Joined) isEvent()        {}
func (Declined) isEvent()      {}
func (Left) isEvent()          {}
func (Withdrawn) isEvent()     {}
func (Confirmed) isEvent()     {}
func (Cancelled) isEvent()     {}
func (StageBegan) isEvent()    {}
func (StageExtended) isEvent() {}
func (Aimed) isEvent()         {}
func (Fired) isEvent()         {}
func (Reported) isEvent()      {}
func (Strike) isEvent()        {}
func (Lost) isEvent()          {}
func (Forfeited) isEvent()     {}
func (PlayEnded) isEvent()     {}
func (Proven) isEvent()        {}
func (Over) isEvent()          {}
