package play

import "errors"

// Errors of this package, for errors.Is.
var (
	// ErrEmpty is a move that neither opens anything nor shoots.
	ErrEmpty = errors.New("empty move")
	// ErrMove is a move whose parts do not belong together, or with a content that is none.
	ErrMove = errors.New("invalid move")
)
