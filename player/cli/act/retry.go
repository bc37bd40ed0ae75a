package act

import "fmt"

// Retry counts and reports successive temporary failures.
type Retry struct {
	// Most is how many attempts there are at most.
	Most int
	// Tell receives each new reason.
	Tell func(error)

	failed       int
	lastReported string
}

// Again records a failed attempt. It returns an error if it was the last one.
func (r *Retry) Again(err error) error {
	if r.failed++; r.failed >= r.Most {
		return fmt.Errorf("given up after %d attempts: %w", r.failed, err)
	}
	if text := err.Error(); text != r.lastReported {
		r.lastReported = text
		r.Tell(err)
	}
	return nil
}

// Well notes that an attempt has not failed.
func (r *Retry) Well() { r.failed, r.lastReported = 0, "" }
