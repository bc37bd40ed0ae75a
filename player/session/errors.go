package session

import (
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Errors of this package. They are wrapped with what was expected and what came; match them with errors.Is. What the
// rules refuse comes as the errors of package game.
var (
	// ErrNotInGame means that the key is neither of the game's players.
	ErrNotInGame = errors.New("not a player of this game")
	// ErrWrongBoard means that what the key recovers is not the board that the chain has the commitment of.
	ErrWrongBoard = errors.New("the recovered board is not the one committed to")
	// ErrOwnGame means that the player would play against itself.
	ErrOwnGame = errors.New("this is your own game")
	// ErrGone means that the chain knows no such game: it was cancelled before anybody joined, or never was.
	ErrGone = errors.New("it was cancelled, or never was")
)

// EndedError says that a game is over, and how.
type EndedError struct {
	Result types.Result
}

// Error implements error.
func (e *EndedError) Error() string {
	return fmt.Sprintf("game %d has ended: %s", e.Result.GameId, Outcome(e.Result))
}
