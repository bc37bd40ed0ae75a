package game

import "fmt"

// State is the complete state of a game of two players. It is a value; Step makes new ones. State.Validate lists the
// invariants of every reachable state.
type State struct {
	// Ruleset is the variant that is played. It must not change while a state points to it.
	Ruleset *Ruleset
	// ProvenClaims keeps the claim in a game of a proven ruleset: its winner shows its board, in case the proofs should be
	// broken. It is one of the game's terms: NewState leaves it false, the creator of the game sets it, and nothing
	// changes it after that. It is false in other rulesets.
	ProvenClaims bool
	// Clock is how long players have.
	Clock Clock
	// Phase is the phase of the game.
	Phase Phase
	// Owes is what Actor owes.
	Owes Obligation
	// Actor is the player who owes it. Once the game is over it is the winner, if there is one.
	Actor Seat
	// First is the player who shot first, or will: set when the toss is opened, Creator before. It stays set to the end. A
	// game that ends in the toss counts the creator as first.
	First Seat
	// Deadline is the last height at which the obligation can be met, or an open game joined. It is 0 in an ended game.
	Deadline int64
	// Pending is the tile that was shot at and is not answered yet, if HasPending; else 0. It is on Actor's board.
	Pending Tile
	// HasPending reports whether a shot waits for its answer.
	HasPending bool
	// Reason is why the game left play, once it has. An open game that its creator has withdrawn has ReasonCancelled.
	Reason Reason
	// Second is how far the second claim has come.
	Second SecondClaim
	// Sides are the public boards of the players, by seat.
	Sides [2]Side
}

// NewState opens a game at a height. The error is an ErrRuleset or an ErrClock.
func NewState(r *Ruleset, c Clock, height int64) (State, error) {
	if err := r.Validate(); err != nil {
		return State{}, err
	}
	if err := CheckBlocks("an open game's wait", c.OpenBlocks); err != nil {
		return State{}, err
	}
	if err := CheckHeight(height); err != nil {
		return State{}, err
	}
	s := State{
		Ruleset:  r,
		Clock:    Clock{TurnBlocks: c.TurnBlocks, ClaimBlocks: c.ClaimBlocks},
		Phase:    PhaseOpen,
		Deadline: height + c.OpenBlocks,
	}
	return s, s.Validate()
}

// Claims reports whether a claim comes before the end of the game: the winner must show its board, unless all its
// answers have been proven.
func (s State) Claims() bool { return !s.Ruleset.Proven || s.ProvenClaims }

// Winner returns the winner of a game, and false if it is not over or has none.
func (s State) Winner() (Seat, bool) {
	if s.Phase != PhaseOver || s.Reason == ReasonVoid {
		return 0, false
	}
	return s.Actor, true
}

// Claimant is the player who was first to claim when play ended, if it has and the game has not.
func (s State) Claimant() (Seat, bool) {
	if s.Phase != PhaseClaim || s.Actor.check() != nil {
		return 0, false
	}
	if s.Second == SecondOpen {
		return s.Actor.Other(), true
	}
	return s.Actor, true
}

// MayClaim reports whether a player may show its board now, as far as its turn goes.
func (s State) MayClaim(by Seat) bool {
	return by.check() == nil && s.Phase == PhaseClaim && (by == s.Actor || s.Second == SecondOpen)
}

// Begun reports whether a shot was fired.
func (s State) Begun() bool {
	return s.HasPending || s.Sides[Creator].Answered.Len() > 0 || s.Sides[Joiner].Answered.Len() > 0
}

// Withdrawn reports whether the creator has taken the game back. Until the deadline it can still be joined.
func (s State) Withdrawn() bool { return s.Phase == PhaseOpen && s.Reason == ReasonCancelled }

// owed returns an ErrSeat or an ErrTurn unless the player owes this obligation now.
func (s State) owed(by Seat, what Obligation) error {
	if err := by.check(); err != nil {
		return err
	}
	if s.Owes != what || s.Actor != by {
		return fmt.Errorf("%w: expected %s by %s, got %s by %s", ErrTurn, s.Owes, s.Actor, what, by)
	}
	return nil
}
