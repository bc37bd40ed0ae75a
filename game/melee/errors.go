package melee

import "errors"

// Errors of this package. Errors that a duel has too are those of package game: ErrRuleset, ErrState, ErrClock,
// ErrSeat, ErrAction, ErrPhase for an action that the stage does not allow, ErrTurn, ErrLate, ErrNotLate, ErrTile,
// ErrTileTaken, ErrAudit..., ErrEncoding and ErrDrawing.
var (
	// ErrPlayers is a number of players that the ruleset is not for.
	ErrPlayers = errors.New("bad number of players")
	// ErrReport is a report that is impossible in this round: of a tile outside the volley, or of more hits than a fleet
	// has tiles.
	ErrReport = errors.New("bad report")
)
