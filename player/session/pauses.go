package session

import "fmt"

// Pauses slow down what fails in blocks, where each attempt costs its fee. The first is followed by another at once,
// and then the pause doubles, up to half of the time that is left, so that there is always another attempt before the
// deadline: for a clock of N blocks there are at most 2*log2(N)+2 attempts. What all of them may cost together is
// Player's MaxFee besides. The zero Pauses are those of a game in which nothing has failed.
type Pauses struct {
	// position is that of the game in which it failed, failures how often, and until the last block to wait for.
	position string
	failures int
	until    int64
}

// Failed notes an attempt that failed in the block of that height. The error is a *PausedError about it, unless the
// next attempt may follow at once.
func (p *Pauses) Failed(m Moment, height int64, err error) error {
	if p.position != m.Position {
		*p = Pauses{position: m.Position}
	}
	p.failures++
	pause := int64(0)
	if p.failures > 1 {
		pause = int64(1) << min(p.failures-2, 32)
	}
	p.until = height + min(pause, max((m.Deadline-height)/2, 0))
	if p.failures == 1 {
		return err
	}
	return &PausedError{Failures: p.failures, Until: p.until, Err: err}
}

// Wait reports whether the next attempt has to wait. Another position is another obligation, which does not.
func (p *Pauses) Wait(m Moment) bool { return p.position == m.Position && m.Height < p.until }

// Skip lets the next attempt be made at once.
func (p *Pauses) Skip() { p.until = 0 }

// PausedError says that what a player owes has failed in blocks more than once, and when it is tried again.
type PausedError struct {
	// Failures is how often it has failed, Until the block after which it is tried again.
	Failures int
	Until    int64
	// Err is the last failure.
	Err error
}

// Error implements error.
func (e *PausedError) Error() string {
	return fmt.Sprintf("it has failed %d times in blocks, each at its fee, and is tried again after block %d: %s",
		e.Failures, e.Until, e.Err)
}

// Unwrap is the last failure.
func (e *PausedError) Unwrap() error { return e.Err }
