package channelpolicy_test

// moves are the moves that the honest player can make off-chain now, and the state that they are made in. After an
// opening alone they are those that complete it, in the same state.
func (e *explorer) moves(r run) (state, []edge) {
	if !e.halfway(r) {
		return r.n, e.offChain(r.n)
	}
	var list []edge
	for _, m := range e.offChain(r.base) {
		if e.progress[m.to] > e.progress[r.n] {
			list = append(list, m)
		}
	}
	return r.base, list
}

// halfway reports whether the newest state is that of an opening alone of the honest player, which still owes a shot.
func (e *explorer) halfway(r run) bool {
	list := e.lists[r.signed]
	return r.n != e.start && r.n == list[len(list)-1] && e.inPlay(r.n) && e.states[r.n].Actor == e.honest
}
