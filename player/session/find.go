package session

import (
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Found is the result of looking for a game of some kind.
type Found int

const (
	// NoGame means that there is no game of that kind and id.
	NoGame Found = iota
	// UnfinishedGame means that there is an unfinished one.
	UnfinishedGame
	// EndedGame means that there was one.
	EndedGame
)

// Find looks for an unfinished game, and then for its result.
func Find(gameID uint64, looks ...func() error) (Found, error) {
	for i, look := range looks {
		switch err := look(); {
		case err == nil:
			return UnfinishedGame + Found(i), nil
		case status.Code(err) != codes.NotFound:
			return NoGame, fmt.Errorf("look at game %d: %w", gameID, err)
		}
	}
	return NoGame, nil
}

// NoShot is the name of a move that does not shoot.
const NoShot = "-"
