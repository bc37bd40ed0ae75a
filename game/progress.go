package game

// Progress tells which of two states of one game is the newer one: each act of a player leads to a state of greater
// Progress. It depends on the boards and the phase alone, so nobody has to count, and who says in one act what another
// says in two has come as far.
//
// It is twice the number of answers, one more while a shot waits for its answer, one more once somebody is first, and
// two more once play has ended. Giving up therefore counts for more than what can be done in its place, a shot.
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
