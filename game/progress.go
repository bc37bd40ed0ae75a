package game

// Progress orders the states of a game: each act of a player leads to a state of greater Progress. It depends on the
// boards and the phase alone, so no counter is kept, and one act that answers and shoots makes the same progress as two
// separate ones.
//
// It is twice the number of answers, one more while a shot waits for its answer, one more once the first player is
// known, and two more once play has ended. Giving up therefore counts for more than a shot, its only alternative.
func (s State) Progress() int {
	n := 0
	for _, side := range s.Sides {
		n += 2 * side.Answered.Len()
	}
	if s.HasPending {
		n++
	}
	if s.Phase.tossed() {
		n++
	}
	if s.Phase == PhaseClaim || s.Phase == PhaseOver {
		n += 2
	}
	return n
}
