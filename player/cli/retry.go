package cli

import "fmt"

// retry counts and reports successive temporary failures.
type retry struct {
	// most is how many attempts there are at most.
	most int
	// tell receives each new reason.
	tell func(error)

	failed       int
	lastReported string
}

// again records a failed attempt. It returns an error if it was the last one.
func (r *retry) again(err error) error {
	if r.failed++; r.failed >= r.most {
		return fmt.Errorf("given up after %d attempts: %w", r.failed, err)
	}
	if text := err.Error(); text != r.lastReported {
		r.lastReported = text
		r.tell(err)
	}
	return nil
}

// well notes that an attempt has not failed.
func (r *retry) well() { r.failed, r.lastReported = 0, "" }
