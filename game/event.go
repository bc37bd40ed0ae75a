package game

// Event is something that happened in a step. The events of a game, in order and with the heights of their steps,
// suffice to rebuild each of its states. An Event is one of the structs below, as a value.
type Event interface{ isEvent() }

// Joined records that the second seat was taken.
type Joined struct{}

// TossOpened records the player who shoots first.
type TossOpened struct {
	// First shoots first.
	First Seat
}

// ShotFired records a target.
type ShotFired struct {
	// By is the player who shot.
	By Seat
	// Tile is the target on the opponent's board.
	Tile Tile
}

// ShotAnswered records the content of a target.
type ShotAnswered struct {
	// By is the player who answered, on whose board the tile is.
	By Seat
	// Tile is the tile that was shot at.
	Tile Tile
	// Hit reports whether it holds a ship.
	Hit bool
	// Sunk is the ship that was announced as sunk by it, nil if none.
	Sunk *Ship
}

// Conceded records that a player gave up.
type Conceded struct {
	// By is that player.
	By Seat
}

// Challenged records that a player demanded the opponent's proof.
type Challenged struct {
	// By is the player who demanded it.
	By Seat
}

// DeadlinePassed records that a player missed the deadline of its obligation.
type DeadlinePassed struct {
	// By is that player.
	By Seat
	// Obligation is the missed obligation.
	Obligation Obligation
}

// ClaimOpened records that a player may now show its board to win.
type ClaimOpened struct {
	// Claimant is that player.
	Claimant Seat
	// Reason is why the game left play.
	Reason Reason
	// Second marks the second claim: the opponent has missed its deadline, and still has priority if it shows its board
	// after all.
	Second bool
	// Deadline is the last height at which it can.
	Deadline int64
}

// ClaimProven records that the second claimant has shown its board. It wins unless the first one does so in time.
type ClaimProven struct {
	// By is the second claimant.
	By Seat
	// Fleet is where its ships are.
	Fleet Fleet
}

// Withdrawn records that the creator has withdrawn an open game.
type Withdrawn struct {
	// Deadline is the last height at which it can still be joined.
	Deadline int64
}

// Over records the end of a joined game.
type Over struct {
	// Winner is the seat of the winner, if HasWinner.
	Winner Seat
	// HasWinner reports whether the game has a winner.
	HasWinner bool
	// Reason is why it ended.
	Reason Reason
}

// Cancelled records the end of a game before it was joined.
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
