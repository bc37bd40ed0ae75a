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
	if r.backend.o.Share == nil || r.share != nil {
		return true
	}
	share, err := r.backend.o.Share(r.backend.asker.ChainID(), r.backend.key.Address.String(), r.id)
	if err != nil {
		r.held = err.Error()
		r.say("%s", r.held)
		r.refuse(err)
		return false
	}
	r.share = share
	if r.held != "" {
		r.unsay(r.held)
		r.first = r.view.Height // what the bot has shot at is nobody's doing now
	}
	return true
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

// unsay takes back what was told the player, if that still stands there.
func (r *runner) unsay(text string) {
	r.backend.mu.Lock()
	stands := r.notice == text
	r.backend.mu.Unlock()
	if stands {
		r.say("")
	}
}
