package channel

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// Decode reads the canonical bytes of an off-chain state of this game. Empty bytes are the state left by the join. The
// error is an ErrState.
func (c *Channel) Decode(state []byte) (game.State, error) {
	if len(state) == 0 {
		return c.first, nil
	}
	s, err := c.first.Ruleset.UnmarshalState(state)
	if err != nil {
		return game.State{}, fmt.Errorf("%w: %w", ErrState, err)
	}
	return s, c.checkTerms(s)
}

// Encode is the inverse of Decode. The error is an ErrState.
func (c *Channel) Encode(s game.State) ([]byte, error) {
	state, err := c.first.Ruleset.AppendState(nil, s)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrState, err)
	}
	return state, c.checkTerms(s)
}

// Check returns ErrState for a state that this game cannot be in off-chain.
func (c *Channel) Check(s game.State) error {
	if err := s.Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	if !s.Ruleset.Equal(c.first.Ruleset) {
		return fmt.Errorf("%w: expected ruleset %s, got %s", ErrState, c.first.Ruleset.Name, s.Ruleset.Name)
	}
	return c.checkTerms(s)
}

// checkTerms returns ErrState unless a valid state of the ruleset has the terms of this game and can be reached by
// off-chain moves.
func (c *Channel) checkTerms(s game.State) error {
	if s.Clock != c.first.Clock || s.ProvenClaims != c.first.ProvenClaims {
		return fmt.Errorf("%w: expected turns and claims of %d and %d blocks, claims beside proofs %t, got %d, %d, %t",
			ErrState, c.first.Clock.TurnBlocks, c.first.Clock.ClaimBlocks, c.first.ProvenClaims,
			s.Clock.TurnBlocks, s.Clock.ClaimBlocks, s.ProvenClaims)
	}
	switch s.Phase {
	case game.PhaseToss, game.PhasePlay:
	case game.PhaseClaim, game.PhaseOver:
		if !endsOffChain(s) {
			return fmt.Errorf("%w: expected an end by %s, %s or %s, got %s by %s",
				ErrState, game.ReasonSunk, game.ReasonConceded, game.ReasonUnproven, s.Phase, s.Reason)
		}
	default:
		return fmt.Errorf("%w: expected a game that was joined, got phase %s", ErrState, s.Phase)
	}
	if want := c.deadline(s); s.Deadline != want {
		return fmt.Errorf("%w: expected deadline %d in phase %s, where time stands still, got %d",
			ErrState, want, s.Phase, s.Deadline)
	}
	return nil
}

// endsOffChain reports whether an off-chain move has ended play, and nothing has happened after that.
func endsOffChain(s game.State) bool {
	left := game.PhaseOver
	if s.Claims() {
		left = game.PhaseClaim
	}
	byMove := s.Reason == game.ReasonSunk || s.Reason == game.ReasonConceded || s.Reason == game.ReasonUnproven
	return s.Phase == left && byMove && s.Second == game.SecondNone
}

// height returns the height of every off-chain move: the block after the join, the first in which the toss may be
// opened.
func (c *Channel) height() int64 { return c.params.Game.JoinedHeight + 1 }

// deadline returns the deadline of an off-chain state. It follows from the phase.
func (c *Channel) deadline(s game.State) int64 {
	if s.Phase == game.PhaseToss {
		return c.first.Deadline
	}
	return s.Restart(c.height()).Deadline
}
