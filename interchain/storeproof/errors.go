package storeproof

import "errors"

// Errors of verification. They are wrapped with details.
var (
	// ErrMalformed means the input is not a proof or record at all.
	ErrMalformed = errors.New("not understood")
	// ErrKey is for the proof of another key, or of another store.
	ErrKey = errors.New("another key")
	// ErrValue is for a value that the proof does not prove, or that there is none where one is, or the reverse.
	ErrValue = errors.New("not what the chain holds")
)
