package game

import (
	"errors"
	"fmt"
)

// Errors about a state or a step. Test for them with errors.Is.
var (
	// ErrRuleset is an unknown ruleset or one that breaks a bound.
	ErrRuleset = errors.New("bad ruleset")
	// ErrState is a state that no game can be in.
	ErrState = errors.New("bad state")
	// ErrEncoding is bytes that are no canonical encoding.
	ErrEncoding = errors.New("bad encoding")
	// ErrDrawing is a text that is no exact drawing.
	ErrDrawing = errors.New("bad drawing")
	// ErrClock is a clock or a block height out of range.
	ErrClock = errors.New("bad clock")
	// ErrSeat is a seat that does not exist.
	ErrSeat = errors.New("no such seat")
	// ErrAction is a value that is none of the actions of this package.
	ErrAction = errors.New("no such action")

	// ErrPhase is an action that the phase does not allow.
	ErrPhase = errors.New("not in this phase")
	// ErrTurn is an action that the player does not owe now, or may not take.
	ErrTurn = errors.New("not owed")
	// ErrLate is an action after the deadline.
	ErrLate = errors.New("deadline has passed")
	// ErrNotLate is an expiry before the deadline has passed.
	ErrNotLate = errors.New("deadline has not passed")
	// ErrTile is a tile off the board, or a text that names none.
	ErrTile = errors.New("no such tile")
	// ErrTileTaken is a shot at a tile that was shot at before.
	ErrTileTaken = errors.New("tile was shot at before")
	// ErrAnswer is an answer that leaves no tile of a board on which ships are missing, in a game that has no claim in
	// which this would come out.
	ErrAnswer = errors.New("answer cannot be true")
)

// Errors about ships and fleets. Each ErrFleet... is also an ErrFleet.
var (
	// ErrShip is a ship of no known class, or a text that is no placement.
	ErrShip = errors.New("bad ship")
	// ErrFleet is a fleet that the ruleset does not allow, or a text that is no fleet.
	ErrFleet = errors.New("bad fleet")
	// ErrFleetMissing is a fleet with too few ships of a class.
	ErrFleetMissing = fmt.Errorf("%w: ship missing", ErrFleet)
	// ErrFleetExtra is a fleet with too many ships of a class.
	ErrFleetExtra = fmt.Errorf("%w: ship too many", ErrFleet)
	// ErrFleetOrder is a fleet whose ships are not in the order of the ruleset's classes.
	ErrFleetOrder = fmt.Errorf("%w: ships out of order", ErrFleet)
	// ErrFleetOffBoard is a fleet with a ship that leaves the board, also one that would wrap into the next row.
	ErrFleetOffBoard = fmt.Errorf("%w: ship off the board", ErrFleet)
	// ErrFleetOverlap is a fleet with two ships on one tile.
	ErrFleetOverlap = fmt.Errorf("%w: ships overlap", ErrFleet)
	// ErrFleetTouch is a fleet with ships side by side or corner to corner where the ruleset forbids it.
	ErrFleetTouch = fmt.Errorf("%w: ships touch", ErrFleet)
)

// Errors about the announcement of a sunk ship. Each is also an ErrSunk.
var (
	// ErrSunk is an announcement of a sunk ship that cannot be true.
	ErrSunk = errors.New("bad announcement of a sunk ship")
	// ErrSunkSilent is an announcement under a ruleset that announces nothing.
	ErrSunkSilent = fmt.Errorf("%w: the ruleset announces none", ErrSunk)
	// ErrSunkMiss is an announcement with a miss.
	ErrSunkMiss = fmt.Errorf("%w: the shot missed", ErrSunk)
	// ErrSunkShape is an announcement of a ship that cannot lie on the board.
	ErrSunkShape = fmt.Errorf("%w: impossible ship", ErrSunk)
	// ErrSunkEarly is an announcement of a ship with tiles that are not hit yet.
	ErrSunkEarly = fmt.Errorf("%w: ship not fully hit", ErrSunk)
	// ErrSunkLate is an announcement of a ship that this shot did not hit.
	ErrSunkLate = fmt.Errorf("%w: ship not hit by this shot", ErrSunk)
	// ErrSunkAgain is an announcement of a ship of a class that is all sunk.
	ErrSunkAgain = fmt.Errorf("%w: class already sunk", ErrSunk)
	// ErrSunkClash is an announcement of a ship that an announced ship leaves no room for.
	ErrSunkClash = fmt.Errorf("%w: no room beside announced ships", ErrSunk)
)

// Errors about a claim. Each is also an ErrAudit; a claim with an illegal fleet is an ErrAudit and the ErrFleet... it
// shows.
var (
	// ErrAudit is a claim that does not show an honest board.
	ErrAudit = errors.New("audit failed")
	// ErrAuditAnswer is a fleet that contradicts an answer.
	ErrAuditAnswer = fmt.Errorf("%w: false answer", ErrAudit)
	// ErrAuditSunk is a fleet that contradicts the announcements of sunk ships.
	ErrAuditSunk = fmt.Errorf("%w: false announcement", ErrAudit)
)
