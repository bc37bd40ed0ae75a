package relay

import (
	"context"
	"errors"
	"fmt"
)

// SilentError means that the relay's address does not answer.
type SilentError struct {
	// Err is the underlying error.
	Err error
}

// Error implements error.
func (e *SilentError) Error() string { return "no relay answers (" + e.Reason() + ")" }

// Unwrap returns the underlying error.
func (e *SilentError) Unwrap() error { return e.Err }

// Reason is why in a few words, such as connection refused.
func (e *SilentError) Reason() string {
	if errors.Is(e.Err, context.DeadlineExceeded) {
		return "no answer in time"
	}
	err := e.Err
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return err.Error()
}

// NoRelayError means that the server is not a relay.
type NoRelayError struct {
	// Status is that of its answer in HTTP.
	Status int
}

// Error implements error.
func (e *NoRelayError) Error() string {
	return fmt.Sprintf("what answers is no relay (HTTP %d)", e.Status)
}
