package melee

import (
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/game"
)

// Step applies an action to a state in the block of a height. It returns the next state and its events, or the given
// state and an error. It changes none of its arguments and keeps no reference to the action.
func Step(s State, a Action, height int64) (State, []Event, error) {
	if err := s.Validate(); err != nil {
		return s, nil, err
	}
	kind, by, seated, ok := kindOf(a)
	if !ok {
		return s, nil, fmt.Errorf("%w: got %T", game.ErrAction, a)
	}
	if err := game.CheckHeight(height); err != nil {
		return s, nil, err
	}
	if s.Stage.Ended() {
		return s, nil, fmt.Errorf("%w: expected nothing more in stage %s, got %s", game.ErrPhase, s.Stage, kind)
	}
	if kinds := accepted(s.Stage); !slices.Contains(kinds, kind) {
		return s, nil, fmt.Errorf("%w: expected %s in stage %s, got %s", game.ErrPhase, eitherOf(kinds), s.Stage, kind)
	}
	if late := game.Late(s.Deadline, height); kind == kindExpire && !late {
		return s, nil, fmt.Errorf("%w: expected a height above %d, got %d", game.ErrNotLate, s.Deadline, height)
	} else if kind != kindExpire && late {
		return s, nil, fmt.Errorf("%w: expected a height of at most %d, got %d", game.ErrLate, s.Deadline, height)
	}
	if seated {
		if err := s.checkSeat(by); err != nil {
			return s, nil, err
		}
	}
	t := turn{State: s.clone(), height: height}
	if err := t.apply(a); err != nil {
		return s, nil, err
	}
	if !leads(s.Stage, kind, t.Stage) {
		return s, nil, fmt.Errorf("%w: expected a legal change of stage, got %s to %s by %s",
			game.ErrState, s.Stage, t.Stage, kind)
	}
	return t.State, t.events, nil
}

// turn is a step in progress: a state of its own, changed in place, and its events.
type turn struct {
	State
	height int64
	events []Event
}

// emit adds an event.
func (t *turn) emit(e Event) { t.events = append(t.events, e) }

// apply performs an action that the stage and the deadline allow, by a seat that is taken.
func (t *turn) apply(a Action) error {
	switch a := a.(type) {
	case Join:
		return t.join()
	case Decline:
		return t.decline()
	case Leave:
		return t.leave(a.By)
	case Confirm:
		return t.confirm(a.By)
	case Aim:
		return t.aim(a.By)
	case Fire:
		return t.fire(a)
	case Report:
		return t.report(a)
	case Concede:
		return t.concede(a.By)
	case Claim:
		return t.claim(a)
	case Expire:
		return t.expire()
	default:
		return fmt.Errorf("%w: got %T", game.ErrAction, a)
	}
}

// expire settles a deadline that has passed.
func (t *turn) expire() error {
	switch t.Stage {
	case StageOpen:
		if t.Withdrawn {
			t.cancel(CancelWithdrawn)
		} else {
			t.cancel(CancelExpired)
		}
	case StageReady:
		for seat := range t.Owes.All() {
			t.absent(seat)
		}
		t.begin()
	case StageAim, StageFire, StageReport:
		t.silence()
	case StageClaim, StageSecond:
		t.missClaim()
	case StageOver, StageCancelled:
	}
	return nil
}

// enter begins a stage in which seats owe something for a number of blocks.
func (t *turn) enter(stage Stage, owes Seats, blocks int64) {
	t.Stage, t.Owes, t.Deadline, t.Extended = stage, owes, t.height+blocks, false
	t.emit(StageBegan{Stage: stage, Round: t.Round, Owes: owes, Deadline: t.Deadline})
}

// lose puts a seat out of play.
func (t *turn) lose(seat Seat, how Standing) {
	p := &t.Players[seat]
	p.Standing, p.Round = how, t.Round
	t.Owes = t.Owes.Without(seat)
	t.emit(Lost{By: seat, Round: t.Round, How: how})
}
