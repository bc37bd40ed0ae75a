package channelpolicy

import "fmt"

// String names the duty.
func (d Duty) String() string {
	names := [...]string{
		"wait", "play", "resend", "submit", "submit base", "submit move", "move", "claim", "claim with proof",
	}
	if int(d) >= len(names) {
		return fmt.Sprintf("duty %d", d)
	}
	return names[d]
}

// Submits reports whether the duty sends something to the chain.
func (d Duty) Submits() bool { return d >= Submit }
