package melee

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

func (t *turn) join() error {
	for seat := range t.Seats(Vacant).All() {
		t.Players[seat].Standing = Afloat
		t.Withdrawn = false
		t.emit(Joined{By: seat})
		t.fill()
		return nil
	}
	return fmt.Errorf("%w: expected a vacant seat in stage %s", game.ErrState, t.Stage)
}

// decline closes the highest vacant place, so that a player who is on its way finds a lower one.
func (t *turn) decline() error {
	for i := len(t.Players) - 1; i >= 0; i-- {
		if t.Players[i].Standing == Vacant {
			t.Players[i].Standing = Closed
			t.emit(Declined{Place: Seat(i)})
			break
		}
	}
	if t.Seats(Vacant).Len()+t.Seats(Afloat).Len() < t.Ruleset.MinPlayers {
		t.cancel(CancelDeclined)
		return nil
	}
	t.fill()
	return nil
}

// fill asks all to confirm once no seat is vacant.
func (t *turn) fill() {
	if t.Seats(Vacant) == 0 {
		t.Withdrawn = false
		t.enter(StageReady, t.Seats(Afloat), max(t.Clock.TurnBlocks, t.Clock.ClaimBlocks))
	}
}

func (t *turn) leave(by Seat) error {
	switch {
	case t.Stage == StageReady:
		if err := t.owed(by); err != nil {
			return err
		}
		t.absent(by)
		t.begin()
	case t.Seats(Afloat) != SeatsOf(by):
		t.Players[by].Standing = Vacant
		t.emit(Left{By: by})
	case t.Withdrawn:
		return fmt.Errorf("%w: the melee is withdrawn already", game.ErrPhase)
	default:
		// A join that is on its way must find a table.
		t.Withdrawn, t.Deadline = true, min(t.Deadline, t.height+game.WithdrawBlocks)
		t.emit(Withdrawn{By: by, Deadline: t.Deadline})
	}
	return nil
}

func (t *turn) confirm(by Seat) error {
	if err := t.owed(by); err != nil {
		return err
	}
	t.Owes = t.Owes.Without(by)
	t.emit(Confirmed{By: by})
	t.begin()
	return nil
}

// absent puts a seat out that has not confirmed.
func (t *turn) absent(seat Seat) {
	t.Players[seat].Standing = Absent
	t.Owes = t.Owes.Without(seat)
	t.emit(Left{By: seat})
}

// begin begins the first round once all have confirmed who stay, or cancels the melee if too few do.
func (t *turn) begin() {
	switch {
	case t.Seats(Afloat).Len() < t.Ruleset.MinPlayers:
		t.cancel(CancelAbsent)
	case t.Owes == 0:
		t.nextRound()
	}
}

// cancel ends a melee that has not begun.
func (t *turn) cancel(why CancelCause) {
	t.Stage, t.Owes, t.Deadline, t.Withdrawn = StageCancelled, 0, 0, false
	t.emit(Cancelled{Cause: why})
}
