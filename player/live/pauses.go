package live

import "github.com/battleship-chain/battleship/player/session"

// pauses slow down what fails in blocks, where each attempt costs its fee. The first is followed by another at once,
// and then the pause doubles, up to half of the time that is left, so that there is always another attempt before the
// deadline: for a clock of N blocks there are at most 2*log2(N)+2 attempts. What all of them may cost together is
// session.Player's MaxFee besides. The zero pauses are those of a game in which nothing has failed.
type pauses struct {
	// position is that of the game in which it failed, failures how often, and until the last block to wait for.
	position string
	failures int
	until    int64
}

// failed notes a failure in a block.
func (p *pauses) failed(v session.View, height int64) {
	if p.position != v.Position() {
		*p = pauses{position: v.Position()}
	}
	p.failures++
	pause := int64(0)
	if p.failures > 1 {
		pause = int64(1) << min(p.failures-2, 32)
	}
	p.until = height + min(pause, max((v.State.Deadline-height)/2, 0))
}

// wait reports whether the next attempt has to wait. Another position is another obligation, which does not.
func (p *pauses) wait(v session.View) bool { return p.position == v.Position() && v.Height < p.until }

// skip lets the next attempt be made at once.
func (p *pauses) skip() { p.until = 0 }
