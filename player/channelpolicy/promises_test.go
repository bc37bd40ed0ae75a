package channelpolicy_test

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// checkShown is what may be seen of the honest player's board while the game goes on.
func (e *explorer) checkShown(r run) {
	if !e.live(r) {
		return
	}
	if r.shown {
		e.fail(r, "the board is shown while the game goes on")
	}
	if r.offChain || r.gaveUp || r.unsure || !r.responded[e.honest] {
		return
	}
	newest := r.x
	if e.progress[r.n] > e.progress[r.x] {
		newest = r.n
	}
	if r.opened&^e.states[newest].Sides[e.honest].Answered[0] != 0 {
		e.fail(r, "a tile is shown that counts for nothing: %b", r.opened)
	}
}

// over checks how a game has ended.
func (e *explorer) over(r run) {
	me := e.honest
	s := e.states[r.x]
	winner, won := s.Winner()
	e.ends[fmt.Sprintf("won by the honest player: %t, %s", won && winner == me, s.Reason)]++
	knewWon := !e.inPlay(r.known) && e.states[r.known].Actor == me && r.known != r.x
	list := e.lists[r.signed]
	last := e.states[list[len(list)-1]]
	switch {
	case !won:
		e.fail(r, "nobody wins")
	case winner != me && knewWon && !r.unsure:
		e.fail(r, "a won game is lost")
	case winner != me && s.Reason == game.ReasonSunk && s.Sides[me].Hits == e.Boards[me].Ships:
	case winner != me && s.Reason == game.ReasonConceded && r.gaveUp:
	case winner != me:
		e.fail(r, "the game is lost by %s", s.Reason)
	case r.gaveUp, r.unsure:
	case knewWon && (s.Reason == game.ReasonTimeout || s.Reason == game.ReasonUnproven):
		e.fail(r, "a game that was won ends by %s", s.Reason)
	case s.Sides[0].Answered.Len() < last.Sides[0].Answered.Len(),
		s.Sides[1].Answered.Len() < last.Sides[1].Answered.Len():
		e.fail(r, "the reward is lost: the game ends with fewer answers than it had")
	}
	if r.submits > 1 && !r.gaveUp && !r.unsure {
		e.fail(r, "%d states are submitted", r.submits)
	}
}
