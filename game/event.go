package game

// Event is something that happened in a step. The events of a game, in order and with the heights of their steps,
// suffice to rebuild each of its states. An Event is one of the structs below, as a value.
type Event interface{ isEvent() }

// Joined says that the second seat was taken.
type Joined struct{}

// TossOpened says who shoots first.
type TossOpened struct {
	// First shoots first.
	First Seat
}

// ShotFired says that a target was chosen.
type ShotFired struct {
	// By is the player who shot.
	By Seat
	// Tile is the target on the opponent's board.
	Tile Tile
}

// ShotAnswered says what a target held.
type ShotAnswered struct {
	// By is the player who answered, on whose board the tile is.
	By Seat
	// Tile is the tile that was shot at.
	Tile Tile
	// Hit says whether it holds a ship.
	Hit bool
	// Sunk is the ship that was announced as sunk by it, nil if none.
	Sunk *Ship
}

// Conceded says that a player gave up.
type Conceded struct {
	// By is that player.
	By Seat
}

// Challenged says that a player demanded the opponent's proof.
type Challenged struct {
	// By is the player who demanded it.
	By Seat
}

// DeadlinePassed says that a player did not do in time what it owed.
type DeadlinePassed struct {
	// By is that player.
	By Seat
	// Obligation is what it owed.
	Obligation Obligation
}

// ClaimOpened says that a player may now show its board to win.
type ClaimOpened struct {
	// Claimant is that player.
	Claimant Seat
	// Reason is why the game left play.
	Reason Reason
	// Second says that this is the second claim: the opponent has missed its deadline, and still comes first if it shows
	// its board after all.
	Second bool
	// Deadline is the last height at which it can.
	Deadline int64
}

// ClaimProven says that the second claimant has shown its board, and wins unless the first one does so by the deadline.
type ClaimProven struct {
	// By is the second claimant.
	By Seat
	// Fleet is where its ships are.
	Fleet Fleet
}

// Withdrawn says that the creator has taken an open game back.
type Withdrawn struct {
	// Deadline is the last height at which it can still be joined.
	Deadline int64
}

// Over says that the game has ended after it was joined.
type Over struct {
	// Winner is who won, if HasWinner.
	Winner Seat
	// HasWinner says whether anybody won.
	HasWinner bool
	// Reason is why it ended.
	Reason Reason
}

// Cancelled says that the game has ended before it was joined.
type Cancelled struct {
	// Cause is why.
	Cause CancelCause
}

func (Joined) isEvent()         {}
func (TossOpened) isEvent()     {}
func (ShotFired) isEvent()      {}
func (ShotAnswered) isEvent()   {}
func (Conceded) isEvent()       {}
func (Challenged) isEvent()     {}
func (DeadlinePassed) isEvent() {}
func (ClaimOpened) isEvent()    {}
func (ClaimProven) isEvent()    {}
func (Withdrawn) isEvent()      {}
func (Over) isEvent()           {}
func (Cancelled) isEvent()      {}
