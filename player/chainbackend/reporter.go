package chainbackend

import (
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// reporter records the progress of one client's transactions. The record is guarded by the Backend's lock.
type reporter struct {
	backend *Backend
	tx      *tui.Transaction
}

// confirm notes the next act without a question: the screens have asked the player where that is needed.
func (r *reporter) confirm(i text.Intent) error {
	r.backend.update(func() {
		*r.tx = tui.Transaction{Stage: tui.StageSigning, What: r.backend.voice().Label(i)}
	})
	return nil
}

func (r *reporter) progress(p client.Progress) {
	r.backend.update(func() {
		if !p.Fee.IsZero() {
			r.tx.Fee = text.Coins(p.Fee)
		}
		r.tx.Why = ""
		switch p.Stage {
		case client.StageSigning:
			if r.tx.Stage != tui.StageBidding {
				r.tx.Stage = tui.StageSigning
			}
		case client.StageSent:
			if r.tx.Stage != tui.StageBidding {
				r.tx.Stage = tui.StageSent
			}
		case client.StageBid:
			r.tx.Stage = tui.StageBidding
			r.tx.Bids++
		case client.StageRetry:
			r.tx.Stage, r.tx.Why = tui.StageRetrying, problem(p.Err)
		}
	})
}

// included notes that an act is in a block.
func (r *reporter) included(d session.Done) {
	r.backend.update(func() {
		if d.OffChain {
			*r.tx = tui.Transaction{Proof: provenIn(d)}
			return
		}
		r.tx.Stage, r.tx.Height, r.tx.Bids, r.tx.Why = tui.StageIncluded, d.Height, d.Bids, ""
		r.tx.Proof = provenIn(d)
		if !d.Fees.IsZero() {
			r.tx.Fee = text.Coins(d.Fees)
		}
	})
}

// dropped notes that a retried act is no longer due.
func (r *reporter) dropped() {
	r.backend.update(func() {
		if r.tx.Stage == tui.StageRetrying {
			*r.tx = tui.Transaction{}
		}
	})
}

// failed notes that an act has failed, or is retried.
func (r *reporter) failed(err error, again bool) {
	r.backend.update(func() {
		if again && (r.tx.Stage == tui.StageNone || r.tx.Stage == tui.StageIncluded) {
			return // nothing was begun: the line says what is the matter
		}
		r.tx.Stage, r.tx.Why = tui.StageFailed, problem(err)
		if again {
			r.tx.Stage = tui.StageRetrying
		}
		r.tx.Height = heightOf(err)
	})
}
