package cli

import "fmt"

// retry counts the attempts in a row that have failed with what can pass, and tells of them.
type retry struct {
	// most is how many attempts there are at most.
	most int
	// tell is called with each reason once in a row.
	tell func(error)

	failed int
	told   string
}

// again notes that an attempt has failed; the error says that it was the last one, and why.
func (r *retry) again(err error) error {
	if r.failed++; r.failed >= r.most {
		return fmt.Errorf("given up after %d attempts: %w", r.failed, err)
	}
	if text := err.Error(); text != r.told {
		r.told = text
		r.tell(err)
	}
	return nil
}

// well notes that an attempt has not failed.
func (r *retry) well() { r.failed, r.told = 0, "" }
