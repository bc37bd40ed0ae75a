package game

import "fmt"

// Validate returns an ErrState, an ErrRuleset or an ErrClock unless some sequence of steps from a new game leads to the
// state. Step validates every state it is given, so a damaged or forged record is rejected.
func (s State) Validate() error {
	if err := s.Ruleset.Validate(); err != nil {
		return err
	}
	if !s.Ruleset.Duel() {
		return fmt.Errorf("%w: expected a ruleset of duels, got %s, which is for up to %d players",
			ErrRuleset, s.Ruleset.Name, s.Ruleset.MaxPlayers)
	}
	if s.ProvenClaims && !s.Ruleset.Proven {
		return fmt.Errorf("%w: expected claims beside proofs in a proven ruleset alone, got them in %s",
			ErrState, s.Ruleset.Name)
	}
	if err := s.validateClock(); err != nil {
		return err
	}
	if err := s.validatePhase(); err != nil {
		return err
	}
	for seat, side := range s.Sides {
		if err := side.Validate(s.Ruleset); err != nil {
			return fmt.Errorf("%s: %w", Seat(seat), err)
		}
	}
	switch s.Phase {
	case PhaseOpen, PhaseToss, PhaseCancelled:
		return s.validateUntouched()
	case PhasePlay:
		return s.validatePlay()
	case PhaseClaim, PhaseOver:
		return s.validateEnding()
	default:
		return fmt.Errorf("%w: expected a phase, got %s", ErrState, s.Phase)
	}
}

// validateClock returns an error unless the waits and the deadline are in range.
func (s State) validateClock() error {
	if s.Clock.OpenBlocks != 0 {
		return fmt.Errorf("%w: expected no open wait in a state, got %d blocks", ErrClock, s.Clock.OpenBlocks)
	}
	if err := CheckBlocks("a turn", s.Clock.TurnBlocks); err != nil {
		return err
	}
	if err := CheckBlocks("a claim", s.Clock.ClaimBlocks); err != nil {
		return err
	}
	if s.Phase.Ended() {
		if s.Deadline != 0 {
			return fmt.Errorf("%w: expected no deadline in phase %s, got %d", ErrClock, s.Phase, s.Deadline)
		}
		return nil
	}
	// A deadline is the height of a step plus one wait. An open game's wait is not known any more.
	least, most := s.Clock.TurnBlocks, MaxBlockHeight+s.Clock.TurnBlocks
	if s.Phase == PhaseOpen {
		least, most = 1, MaxBlockHeight+MaxClockBlocks
	} else if s.Phase == PhaseClaim {
		least, most = s.Clock.ClaimBlocks, MaxBlockHeight+s.Clock.ClaimBlocks
	}
	if s.Deadline < least || s.Deadline > most {
		return fmt.Errorf("%w: expected a deadline of %d to %d, got %d", ErrClock, least, most, s.Deadline)
	}
	return nil
}

// validatePhase returns an error unless phase, obligation, actor, pending shot and reason match.
func (s State) validatePhase() error {
	if err := s.Actor.check(); err != nil {
		return fmt.Errorf("%w: actor: %w", ErrState, err)
	}
	if err := s.First.check(); err != nil {
		return fmt.Errorf("%w: first shooter: %w", ErrState, err)
	}
	if s.First != Creator && !s.Phase.tossed() {
		return fmt.Errorf("%w: expected no first shooter but the %s in phase %s, got the %s",
			ErrState, Creator, s.Phase, s.First)
	}
	if want := s.Owes == OwesAnswer; s.HasPending != want {
		return fmt.Errorf("%w: expected a pending shot if and only if an answer is owed, got %t while %s owes %s",
			ErrState, s.HasPending, s.Actor, s.Owes)
	}
	if !s.HasPending && s.Pending != 0 {
		return fmt.Errorf("%w: expected no pending shot, got one at tile %d", ErrState, s.Pending)
	}
	second := s.Phase == PhaseClaim && s.Reason.secondClaim() && s.Second <= SecondProven
	if s.Second != SecondNone && !second {
		return fmt.Errorf("%w: expected no second claim in phase %s for reason %s, got %s",
			ErrState, s.Phase, s.Reason, s.Second)
	}
	var fits bool
	switch s.Phase {
	case PhaseOpen:
		fits = s.Owes == OwesNothing && s.Actor == Creator && (s.Reason == ReasonNone || s.Reason == ReasonCancelled)
	case PhaseToss:
		fits = s.Owes == OwesTossReveal && s.Actor == Creator && s.Reason == ReasonNone
	case PhasePlay:
		fits = (s.Owes == OwesAnswer || s.Owes == OwesShot) && s.Reason == ReasonNone
	case PhaseClaim:
		fits = s.Owes == OwesClaim && s.Claims() && s.mayWinBy(s.Reason)
	case PhaseOver:
		fits = s.Owes == OwesNothing &&
			(s.mayWinBy(s.Reason) || s.Claims() && s.Reason == ReasonVoid && s.Actor == Creator)
	case PhaseCancelled:
		fits = s.Owes == OwesNothing && s.Actor == Creator && s.Reason == ReasonCancelled
	}
	if !fits {
		return fmt.Errorf("%w: expected what phase %s allows, got %s owing %s for reason %s",
			ErrState, s.Phase, s.Actor, s.Owes, s.Reason)
	}
	return nil
}

// mayWinBy reports whether the game can be won for this reason.
func (s State) mayWinBy(r Reason) bool {
	switch r {
	case ReasonSunk, ReasonConceded, ReasonTimeout:
		return true
	case ReasonChallenged:
		return !s.Ruleset.Proven
	case ReasonUnproven:
		return s.Claims()
	default:
		return false
	}
}

// validateUntouched returns an error if a shot was fired.
func (s State) validateUntouched() error {
	for seat, side := range s.Sides {
		if !side.Answered.IsEmpty() {
			return fmt.Errorf("%w: expected no shot in phase %s, got one at the %s", ErrState, s.Phase, Seat(seat))
		}
	}
	return nil
}

// validatePlay returns an error unless a game can still be in play.
func (s State) validatePlay() error {
	shooter := s.Actor
	if s.Owes == OwesAnswer {
		shooter = s.Actor.Other()
		if err := s.Ruleset.checkTile(s.Pending); err != nil {
			return fmt.Errorf("%w: pending shot: %w", ErrState, err)
		}
		if s.Sides[s.Actor].Answered.Has(s.Pending) {
			return fmt.Errorf("%w: expected no answer for the pending shot, got one on %s",
				ErrState, s.Ruleset.TileName(s.Pending))
		}
	}
	for seat, side := range s.Sides {
		if side.finished(s.Ruleset) {
			return fmt.Errorf("%w: expected a target left on the board of the %s, got none", ErrState, Seat(seat))
		}
	}
	lead := s.leadBeforeShot(shooter)
	if err := s.validateLead(shooter, lead, lead); err != nil {
		return err
	}
	return s.validateFirstTurn(s.turns(s.First) == 0)
}

// validateEnding returns an error unless the boards match the reason why play ended and the claimant or winner. It does
// not search for a fleet that a winner could have shown.
func (s State) validateEnding() error {
	var finished []Seat
	for seat, side := range s.Sides {
		if side.finished(s.Ruleset) {
			finished = append(finished, Seat(seat))
		}
	}
	switch {
	case len(finished) == 1:
		return s.validateFinish(finished[0])
	case len(finished) > 1:
		return fmt.Errorf("%w: expected at most one board without a target left, got %d", ErrState, len(finished))
	case s.Reason == ReasonSunk:
		return fmt.Errorf("%w: expected a board with %d hits, got none", ErrState, s.Ruleset.ShipTiles())
	case s.Reason == ReasonUnproven && s.Phase == PhaseClaim:
		return fmt.Errorf("%w: no board has all its targets hit", ErrState)
	default:
		if err := s.validateLead(s.First, 0, 1); err != nil {
			return err
		}
		return s.validateFirstTurn(s.turns(s.First) == 0)
	}
}

// validateFinish returns an error unless play can have ended with the last shot at the loser's board.
func (s State) validateFinish(loser Seat) error {
	side, winner := s.Sides[loser], loser.Other()
	sunk := side.allSunk(s.Ruleset)
	var fits bool
	switch s.Reason {
	case ReasonVoid:
		fits = true
	case ReasonSunk:
		fits = sunk && (s.Actor == loser) == (s.Second == SecondOpen)
	case ReasonUnproven:
		// With all ships sunk the loser has won by the second claim; otherwise its board has failed already.
		fits = sunk == (s.Actor == loser) && (s.Phase == PhaseOver || !sunk)
	default:
	}
	if !fits {
		return fmt.Errorf("%w: expected what follows from the board of the %s, got reason %s for the %s",
			ErrState, loser, s.Reason, s.Actor)
	}
	// The last shot used the winner's turn up, unless it was a hit and hits shoot again.
	before := s.leadBeforeShot(winner)
	least, most := before+1, before+1
	if s.Ruleset.HitShootsAgain && !side.Hits.IsEmpty() {
		least = before
		if sunk {
			most = before
		}
	}
	if err := s.validateLead(winner, least, most); err != nil {
		return err
	}
	// The second player has not shot if the first player's first turn was the last one too.
	return s.validateFirstTurn(winner == s.First && s.turns(s.First.Other()) == 0 && s.turns(s.First) <= 1)
}

// leadBeforeShot is how many turns a player has used more than the opponent when it may shoot: as many as the opponent,
// or one less if the opponent is first.
func (s State) leadBeforeShot(shooter Seat) int {
	if shooter == s.First {
		return 0
	}
	return -1
}

// validateFirstTurn returns an error unless only the first player has shot, if nothing but its first turn was played.
func (s State) validateFirstTurn(only bool) error {
	if only && !s.Sides[s.First].Answered.IsEmpty() {
		return fmt.Errorf("%w: expected only the %s to have shot in the first turn, got a shot at it", ErrState, s.First)
	}
	return nil
}

// validateLead returns an error unless a player is ahead of the opponent by least to most turns.
func (s State) validateLead(seat Seat, least, most int) error {
	if lead := s.turns(seat) - s.turns(seat.Other()); lead < least || lead > most {
		return fmt.Errorf("%w: expected the %s to lead by %d to %d turns, got %d", ErrState, seat, least, most, lead)
	}
	return nil
}

// turns is how many turns a player has used up: shots after which the other player shoots.
func (s State) turns(seat Seat) int {
	target := s.Sides[seat.Other()]
	if s.Ruleset.HitShootsAgain {
		return target.Answered.Minus(target.Hits).Len()
	}
	return target.Answered.Len()
}
