package live

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
)

const (
	// othersNotice is what the player must know of another program that moves with its key, and othersTold for how many
	// blocks after its last shot.
	othersNotice = "another program plays this game with your key, too: end one of them, for both pay fees"
	othersTold   = 120
)

// watchOthers says so while somebody else moves with the player's key.
func (r *duelRunner) watchOthers(v session.View) {
	if !r.found {
		return
	}
	for i := len(r.history.log) - 1; i >= 0 && r.history.log[i].Height > max(r.first+1, v.Height-othersTold); i-- {
		shot, ok := r.history.log[i].Event.(game.ShotFired)
		if ok && shot.By == r.seat && !r.ours.Has(shot.Tile) {
			r.say(othersNotice)
			return
		}
	}
	r.unsay(othersNotice)
}
