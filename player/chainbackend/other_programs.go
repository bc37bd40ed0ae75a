package chainbackend

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
)

// othersShown is the number of blocks for which a shot of another program is reported.
const othersShown = 120

// watchOthers shows a notice while another program moves with the player's key.
func (r *duelRunner) watchOthers(v duel.View) {
	if !r.found {
		return
	}
	for i := len(r.history.log) - 1; i >= 0 && r.history.log[i].Height > max(r.first+1, v.Height-othersShown); i-- {
		shot, ok := r.history.log[i].Event.(game.ShotFired)
		if ok && shot.By == r.seat && !r.ours.Has(shot.Tile) {
			r.say(text.OtherProgram)
			return
		}
	}
	r.unsay(text.OtherProgram)
}
