package melee

import "github.com/battleship-chain/battleship/game"

// Event is something that happened in a step. The events of a melee, in order, suffice to rebuild each of its states.
// An Event is one of the structs below, as a value.
type Event interface{ isEvent() }

// Joined records that a seat was taken.
type Joined struct {
	// By is the seat.
	By Seat
}

// Declined records that a place was refused: the melee is for one less.
type Declined struct {
	// Place is the seat that is closed.
	Place Seat
}

// Left records that a player gave up its seat before the first round, or did not confirm. Its stake is returned.
type Left struct {
	// By is the seat.
	By Seat
}

// Withdrawn records that the last player at a table asked to leave it.
type Withdrawn struct {
	// By is that player's seat.
	By Seat
	// Deadline is the last height at which the table can still be joined.
	Deadline int64
}

// Confirmed records a confirmation.
type Confirmed struct {
	// By is the seat.
	By Seat
}

// Cancelled records the end of a melee before its first round. All seated players get their stakes back.
type Cancelled struct {
	// Cause is why.
	Cause CancelCause
}

// StageBegan records the next stage. A round begins with StageAim; then all have reported the round before, if there
// was a volley.
type StageBegan struct {
	// Stage is the stage.
	Stage Stage
	// Round is the round that it is in.
	Round int
	// Owes are the seats that owe the stage's obligation, or may prove their boards.
	Owes Seats
	// Deadline is the last height at which they can.
	Deadline int64
}

// StageExtended records that most seats have missed the deadline and the stage has another one.
type StageExtended struct {
	// Deadline is that deadline.
	Deadline int64
}

// Aimed records that a player has committed to a target.
type Aimed struct {
	// By is the seat.
	By Seat
}

// Fired records the target of a player, on every board.
type Fired struct {
	// By is the seat.
	By Seat
	// Tile is the target.
	Tile game.Tile
}

// Reported records the hits of the volley on a player's board.
type Reported struct {
	// By is the seat.
	By Seat
	// Hits are the targets that hold a ship.
	Hits game.Set
}

// Strike records a player's first missed aim. It has no bomb in this round.
type Strike struct {
	// By is the seat.
	By Seat
}

// Lost records that a player is out of play.
type Lost struct {
	// By is the seat.
	By Seat
	// Round is the round.
	Round int
	// How is its standing now.
	How Standing
}

// Forfeited records that seats scuttled together take their shares of the pot with them.
type Forfeited struct {
	// Kept is the remaining fraction of the pot.
	Kept Fraction
}

// PlayEnded records the end of play. The claims follow, if anyone may claim.
type PlayEnded struct {
	// Emptied reports whether the silence of all seats afloat has ended play.
	Emptied bool
	// Unreported are the seats whose last report is missing.
	Unreported Seats
}

// Proven records that a player has proven an honest board. The board replaces a missing last report; if it has sunk,
// Lost comes before.
type Proven struct {
	// By is the seat.
	By Seat
	// Fleet is where its ships are.
	Fleet game.Fleet
	// Owes are the seats that may still win by proving theirs.
	Owes Seats
}

// Over records the end of a melee that had begun.
type Over struct {
	// Winners share the kept part of the pot. It is empty if no board was proven.
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
