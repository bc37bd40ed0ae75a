package game

import (
	"fmt"
	"slices"
)

// Step applies an action to a state in the block of a height. It returns the next state and its events, or the given
// state and an error: an ErrState, ErrAction, ErrClock, ErrSeat, ErrPhase, ErrLate, ErrNotLate, ErrTurn, ErrTile,
// ErrTileTaken, ErrSunk... or ErrAudit.... It changes none of its arguments and keeps no reference to the action.
func Step(s State, a Action, height int64) (State, []Event, error) {
	if err := s.Validate(); err != nil {
		return s, nil, err
	}
	by, ok := kindOf(a)
	if !ok {
		return s, nil, fmt.Errorf("%w: got %T", ErrAction, a)
	}
	if err := CheckHeight(height); err != nil {
		return s, nil, err
	}
	if err := s.provenAlready(by); err != nil {
		return s, nil, err
	}
	if s.Phase.Ended() {
		return s, nil, fmt.Errorf("%w: expected nothing more in phase %s, got %s", ErrPhase, s.Phase, by)
	}
	if kinds := s.accepted(); !slices.Contains(kinds, by) {
		return s, nil, fmt.Errorf("%w: expected %s in phase %s, got %s", ErrPhase, eitherOf(kinds), s.Phase, by)
	}
	if late := Late(s.Deadline, height); by == kindExpire && !late {
		return s, nil, fmt.Errorf("%w: expected a height above %d, got %d", ErrNotLate, s.Deadline, height)
	} else if by != kindExpire && late {
		return s, nil, fmt.Errorf("%w: expected a height of at most %d, got %d", ErrLate, s.Deadline, height)
	}
	next, events, err := s.apply(a, height)
	if err != nil {
		return s, nil, err
	}
	if !s.leads(by, next.Phase) {
		return s, nil, fmt.Errorf("%w: expected a legal change of phase, got %s to %s by %s",
			ErrState, s.Phase, next.Phase, by)
	}
	return next, events, nil
}

// provenAlready returns an ErrPhase for an action that demands a proof or gives one in a game where that is done move
// by move.
func (s State) provenAlready(by kind) error {
	switch {
	case by == kindChallenge && s.Ruleset.Proven:
		return fmt.Errorf("%w: boards are proven in %s: there is nothing to challenge", ErrPhase, s.Ruleset.Name)
	case by == kindClaim && !s.Claims():
		return fmt.Errorf("%w: boards are proven in %s: there is nothing to claim", ErrPhase, s.Ruleset.Name)
	default:
		return nil
	}
}

// apply performs an action that the phase and the deadline allow.
func (s State) apply(a Action, height int64) (State, []Event, error) {
	switch a := a.(type) {
	case Join:
		return s.join(height)
	case RevealToss:
		return s.revealToss(a, height)
	case Shoot:
		return s.shoot(a, height)
	case Answer:
		return s.answer(a, height)
	case Concede:
		return s.concede(a, height)
	case Challenge:
		return s.challenge(a, height)
	case Claim:
		return s.claim(a)
	case Cancel:
		return s.cancel(a, height)
	case Decline:
		return s.callOff(CancelDeclined)
	case Expire:
		return s.expire(height)
	default:
		return s, nil, fmt.Errorf("%w: got %T", ErrAction, a)
	}
}

// owe makes a player owe something from this height on.
func (s State) owe(actor Seat, what Obligation, height int64) State {
	s.Actor, s.Owes, s.Deadline = actor, what, height+s.Clock.TurnBlocks
	return s
}

// leavePlay ends play: a player may now show its board to win, or has won already where no claim is kept.
func (s State) leavePlay(winner Seat, why Reason, height int64) (State, Event) {
	if s.Claims() {
		return s.openClaim(winner, why, height)
	}
	s.Pending, s.HasPending = 0, false
	return s.end(PhaseOver, winner, why), Over{Winner: winner, HasWinner: true, Reason: why}
}

// openClaim ends play and lets a player show its board.
func (s State) openClaim(claimant Seat, why Reason, height int64) (State, ClaimOpened) {
	s.Phase, s.Owes, s.Actor, s.Reason = PhaseClaim, OwesClaim, claimant, why
	s.Pending, s.HasPending = 0, false
	s.Deadline = height + s.Clock.ClaimBlocks
	return s, ClaimOpened{Claimant: claimant, Reason: why, Second: s.Second == SecondOpen, Deadline: s.Deadline}
}

// openSecondClaim lets the other player show its board too.
func (s State) openSecondClaim(height int64) (State, ClaimOpened) {
	s.Second = SecondOpen
	return s.openClaim(s.Actor.Other(), s.Reason, height)
}

// win ends the game with a winner.
func (s State) win(winner Seat, why Reason) (State, []Event, error) {
	return s.end(PhaseOver, winner, why), []Event{Over{Winner: winner, HasWinner: true, Reason: why}}, nil
}

// end ends the game: it clears the obligation and the deadline.
func (s State) end(p Phase, actor Seat, why Reason) State {
	s.Phase, s.Owes, s.Actor, s.Reason, s.Second, s.Deadline = p, OwesNothing, actor, why, SecondNone, 0
	return s
}

func (s State) join(height int64) (State, []Event, error) {
	s.Phase, s.Reason = PhaseToss, ReasonNone
	return s.owe(Creator, OwesTossReveal, height), []Event{Joined{}}, nil
}

func (s State) revealToss(a RevealToss, height int64) (State, []Event, error) {
	if err := s.owed(a.By, OwesTossReveal); err != nil {
		return s, nil, err
	}
	if err := a.First.check(); err != nil {
		return s, nil, fmt.Errorf("first shooter: %w", err)
	}
	s.Phase, s.First = PhasePlay, a.First
	return s.owe(a.First, OwesShot, height), []Event{TossOpened{First: a.First}}, nil
}

func (s State) shoot(a Shoot, height int64) (State, []Event, error) {
	if err := s.owed(a.By, OwesShot); err != nil {
		return s, nil, err
	}
	if err := s.Ruleset.checkTile(a.Tile); err != nil {
		return s, nil, err
	}
	target := a.By.Other()
	if s.Sides[target].Answered.Has(a.Tile) {
		return s, nil, fmt.Errorf("%w: expected a tile without an answer, got %s", ErrTileTaken, s.Ruleset.TileName(a.Tile))
	}
	s.Pending, s.HasPending = a.Tile, true
	return s.owe(target, OwesAnswer, height), []Event{ShotFired{By: a.By, Tile: a.Tile}}, nil
}

func (s State) answer(a Answer, height int64) (State, []Event, error) {
	if err := s.owed(a.By, OwesAnswer); err != nil {
		return s, nil, err
	}
	side, err := s.Sides[a.By].answer(s.Ruleset, s.Pending, a.Hit, a.Sunk)
	if err != nil {
		return s, nil, err
	}
	if !s.Claims() && side.finished(s.Ruleset) && !side.allSunk(s.Ruleset) {
		return s, nil, fmt.Errorf("%w: expected %d hits on a board without a tile left, got %d",
			ErrAnswer, s.Ruleset.ShipTiles(), side.Hits.Len())
	}
	answered := ShotAnswered{By: a.By, Tile: s.Pending, Hit: a.Hit}
	if a.Sunk != nil {
		sunk := *a.Sunk
		answered.Sunk = &sunk
	}
	shooter := a.By.Other()
	s.Sides[a.By] = side
	s.Pending, s.HasPending = 0, false

	switch {
	case side.allSunk(s.Ruleset):
		next, ended := s.leavePlay(shooter, ReasonSunk, height)
		return next, []Event{answered, ended}, nil
	case side.finished(s.Ruleset):
		// No tile is left and the fleet was never there.
		next, ended := s.leavePlay(shooter, ReasonUnproven, height)
		return next, []Event{answered, ended}, nil
	case a.Hit && s.Ruleset.HitShootsAgain:
		return s.owe(shooter, OwesShot, height), []Event{answered}, nil
	default:
		return s.owe(a.By, OwesShot, height), []Event{answered}, nil
	}
}

func (s State) concede(a Concede, height int64) (State, []Event, error) {
	if err := a.By.check(); err != nil {
		return s, nil, err
	}
	next, ended := s.leavePlay(a.By.Other(), ReasonConceded, height)
	return next, []Event{Conceded{By: a.By}, ended}, nil
}

func (s State) challenge(a Challenge, height int64) (State, []Event, error) {
	if err := a.By.check(); err != nil {
		return s, nil, err
	}
	next, opened := s.openClaim(a.By.Other(), ReasonChallenged, height)
	return next, []Event{Challenged{By: a.By}, opened}, nil
}

func (s State) claim(a Claim) (State, []Event, error) {
	if !s.MayClaim(a.By) {
		return s, nil, s.owed(a.By, OwesClaim)
	}
	if err := CheckClaim(s, a.By, a.Fleet); err != nil {
		return s, nil, err
	}
	if s.Second == SecondOpen && a.By == s.Actor {
		s.Second, s.Actor = SecondProven, a.By.Other()
		return s, []Event{ClaimProven{By: a.By, Fleet: slices.Clone(a.Fleet)}}, nil
	}
	return s.win(a.By, s.Reason)
}

// CheckClaim is the half of the audit that concerns the rules: whether a player whose fleet this is has answered
// honestly, as Ruleset.CheckSide says. It asks neither whose turn it is to claim, which Step does, nor whether this is
// the fleet that the player committed to, which the caller does. The error is an ErrAudit..., an ErrSeat or an
// ErrState.
func CheckClaim(s State, by Seat, f Fleet) error {
	if err := s.Validate(); err != nil {
		return err
	}
	if err := by.check(); err != nil {
		return err
	}
	return s.Ruleset.CheckSide(s.Sides[by], f)
}

func (s State) cancel(a Cancel, height int64) (State, []Event, error) {
	if err := a.By.check(); err != nil {
		return s, nil, err
	}
	if a.By != Creator {
		return s, nil, fmt.Errorf("%w: expected cancel by %s, got cancel by %s", ErrTurn, Creator, a.By)
	}
	if s.Withdrawn() {
		return s, nil, fmt.Errorf("%w: the game is withdrawn already", ErrPhase)
	}
	s.Reason, s.Deadline = ReasonCancelled, min(s.Deadline, height+WithdrawBlocks)
	return s, []Event{Withdrawn{Deadline: s.Deadline}}, nil
}

// callOff ends a game without a joiner.
func (s State) callOff(why CancelCause) (State, []Event, error) {
	return s.end(PhaseCancelled, Creator, ReasonCancelled), []Event{Cancelled{Cause: why}}, nil
}

func (s State) expire(height int64) (State, []Event, error) {
	switch {
	case s.Withdrawn():
		return s.callOff(CancelWithdrawn)
	case s.Phase == PhaseOpen:
		return s.callOff(CancelExpired)
	}
	passed := DeadlinePassed{By: s.Actor, Obligation: s.Owes}
	switch {
	case s.Phase != PhaseClaim:
		next, ended := s.leavePlay(s.Actor.Other(), ReasonTimeout, height)
		return next, []Event{passed, ended}, nil
	case s.Second == SecondProven:
		next, events, err := s.win(s.Actor.Other(), ReasonUnproven)
		return next, append([]Event{passed}, events...), err
	case s.Second == SecondNone && s.Reason.secondClaim():
		next, opened := s.openSecondClaim(height)
		return next, []Event{passed, opened}, nil
	default:
		return s.end(PhaseOver, Creator, ReasonVoid), []Event{passed, Over{Reason: ReasonVoid}}, nil
	}
}
