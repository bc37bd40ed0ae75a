package game

import "fmt"

// Bounds of block heights, so that no sum of a height and a clock overflows.
const (
	// MaxClockBlocks is the longest wait a clock may set, in blocks.
	MaxClockBlocks = 1 << 40
	// MaxBlockHeight is the greatest block height that a step may happen at.
	MaxBlockHeight = 1 << 62
)

// WithdrawBlocks is how many blocks an open game can still be joined after its creator has taken it back: longer than a
// join takes to get into a block, so that a creator that sees one in the mempool cannot make it fail.
const WithdrawBlocks = 5

// Clock is how long players have, in blocks.
type Clock struct {
	// OpenBlocks is how long an open game waits for an opponent. NewState turns it into a deadline and a state does
	// not keep it: it is 0 there.
	OpenBlocks int64
	// TurnBlocks is how long a player has for each opening of the toss, answer and shot.
	TurnBlocks int64
	// ClaimBlocks is how long a claimant has to prove an honest board.
	ClaimBlocks int64
}

// Late reports whether a deadline has passed at a height. The deadline is the last height at which an obligation can be
// met, so a move is legal if and only if it is not late and an expiry is legal if and only if it is. Nothing else
// decides either.
func Late(deadline, height int64) bool { return height > deadline }

// Restart returns the state with its clock started anew at a height: the player who owes something has the full time
// of the clock from there. An open or ended game has no such clock and is returned unchanged.
func (s State) Restart(height int64) State {
	switch s.Phase {
	case PhaseToss, PhasePlay:
		s.Deadline = height + s.Clock.TurnBlocks
	case PhaseClaim:
		s.Deadline = height + s.Clock.ClaimBlocks
	case PhaseOpen, PhaseOver, PhaseCancelled:
	}
	return s
}

// CheckBlocks returns an ErrClock unless a wait is in range. The name is that of the wait in the error.
func CheckBlocks(name string, blocks int64) error {
	if blocks < 1 || blocks > MaxClockBlocks {
		return fmt.Errorf("%w: expected %s of 1 to %d blocks, got %d", ErrClock, name, int64(MaxClockBlocks), blocks)
	}
	return nil
}

// CheckHeight returns an ErrClock unless a block height is in range.
func CheckHeight(height int64) error {
	if height < 0 || height > MaxBlockHeight {
		return fmt.Errorf("%w: expected a height of 0 to %d, got %d", ErrClock, int64(MaxBlockHeight), height)
	}
	return nil
}
