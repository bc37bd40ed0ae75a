package relay

import (
	"context"
	"errors"
	"fmt"
)

// SilentError says that nobody answers where a relay should be.
type SilentError struct {
	// Err is what has failed.
	Err error
}

// Error implements error.
func (e *SilentError) Error() string { return "no relay answers (" + e.Reason() + ")" }

// Unwrap is what has failed.
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

// NoRelayError says that something else than a relay answers.
type NoRelayError struct {
	// Status is that of its answer in HTTP.
	Status int
}

// Error implements error.
func (e *NoRelayError) Error() string {
	return fmt.Sprintf("what answers is no relay (HTTP %d)", e.Status)
}
