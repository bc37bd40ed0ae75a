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

// mayAct reports whether no bot of the player plays this game on this machine.
func (r *runner) mayAct() bool {
	freed, err := r.mayShare()
	if err != nil {
		r.refuse(err)
	}
	if freed {
		r.first = r.view.Height // what the bot has shot at is nobody's doing now
	}
	return err == nil
}

// watchOthers says so while somebody else moves with the player's key.
func (r *runner) watchOthers(v session.View) {
	if !r.seated {
		return
	}
	for i := len(r.past.log) - 1; i >= 0 && r.past.log[i].Height > max(r.first+1, v.Height-othersTold); i-- {
		shot, ok := r.past.log[i].Event.(game.ShotFired)
		if ok && shot.By == r.seat && !r.ours.Has(shot.Tile) {
			r.say(othersNotice)
			return
		}
	}
	r.unsay(othersNotice)
}
