package cli

import (
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/player/session"
)

// saidError is an error in the words of the command line. What it was is underneath.
type saidError struct {
	text string
	err  error
}

func (e *saidError) Error() string { return e.text }
func (e *saidError) Unwrap() error { return e.err }

// say puts an error into other words.
func say(err error, format string, args ...any) error {
	return &saidError{text: fmt.Sprintf(format, args...), err: err}
}

// explain puts an error into the words of the command line, where another package's do not say what to do.
func (e *env) explain(err error) error {
	var ended *session.EndedError
	if errors.As(err, &ended) {
		return say(err, "game %d is over: %s; nothing was sent", ended.Result.GameId, outcome(ended.Result, e.me))
	}
	return err
}
