package session

import "github.com/battleship-chain/battleship/player/text"

// Pauses slow down what fails in blocks, where each attempt costs its fee. The first is followed by another at once,
// and then the pause doubles, up to half of the time that is left, so that there is always another attempt before the
// deadline: for a clock of N blocks there are at most 2*log2(N)+2 attempts. What all of them may cost together is
// Player's MaxFee besides. The zero Pauses are those of a game in which nothing has failed.
type Pauses struct {
	// key is the position of the game in which it failed, failures the number of times, until the last block to wait for.
	key      string
	failures int
	until    int64
}

// Failed notes an attempt that failed in the block of that height. The error is a *PausedError about it, unless the
// next attempt may follow at once.
func (p *Pauses) Failed(m Position, height int64, err error) error {
	if p.key != m.Key {
		*p = Pauses{key: m.Key}
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
func (p *Pauses) Wait(m Position) bool { return p.key == m.Key && m.Height < p.until }

// Skip lets the next attempt be made at once.
func (p *Pauses) Skip() { p.until = 0 }

// PausedError means that a player's obligation has failed in blocks more than once, and is retried later.
type PausedError struct {
	// Failures is how often it has failed, Until the block after which it is tried again.
	Failures int
	Until    int64
	// Err is the last failure.
	Err error
}

// Error implements error.
func (e *PausedError) Error() string {
	return text.Failures(e.Failures, e.Until, false, e.Err.Error())
}

// Unwrap is the last failure.
func (e *PausedError) Unwrap() error { return e.Err }
