package melee

import "errors"

// Errors of this package. What goes wrong in a duel as well is an error of package game: ErrRuleset, ErrState,
// ErrClock, ErrSeat, ErrAction, ErrPhase for an action that the stage does not allow, ErrTurn, ErrLate, ErrNotLate,
// ErrTile, ErrTileTaken, ErrAudit..., ErrEncoding and ErrDrawing.
var (
	// ErrPlayers is a number of players that the ruleset is not for.
	ErrPlayers = errors.New("bad number of players")
	// ErrReport is a report that cannot be one of this round: of a tile that nobody fired at, or of more hits than a fleet
	// has tiles.
	ErrReport = errors.New("bad report")
)
