package chainbackend

import (
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

// reporter records the progress of one client's transactions. The record is guarded by the Backend's lock.
type reporter struct {
	backend *Backend
	tx      *text.Transaction
}

// confirm notes the next act without a question: the screens have asked the player where that is needed.
func (r *reporter) confirm(i text.Intent) error {
	r.backend.update(func() {
		*r.tx = text.Transaction{Stage: text.StageSigning, What: r.backend.voice().Label(i)}
	})
	return nil
}

func (r *reporter) progress(p client.Progress) {
	r.backend.update(func() {
		if !p.Fee.IsZero() {
			r.tx.Fee = text.Coins(p.Fee)
		}
		r.tx.Why, r.tx.Hash = "", ""
		switch p.Stage {
		case client.StageSigning:
			if r.tx.Stage != text.StageBidding {
				r.tx.Stage = text.StageSigning
			}
		case client.StageSent:
			if r.tx.Stage != text.StageBidding {
				r.tx.Stage = text.StageSent
			}
		case client.StageBid:
			r.tx.Stage = text.StageBidding
			r.tx.Bids++
		case client.StageRetry:
			r.tx.Stage, r.tx.Why = text.StageRetrying, problem(p.Err)
		}
	})
}

// included notes that an act is in a block.
func (r *reporter) included(d session.Done) {
	r.backend.update(func() {
		if d.OffChain {
			*r.tx = text.Transaction{Proof: provenIn(d)}
			return
		}
		r.tx.Stage, r.tx.Height, r.tx.Bids, r.tx.Why = text.StageIncluded, d.Height, d.Bids, ""
		r.tx.Proof, r.tx.Hash = provenIn(d), d.Hash
		if !d.Fees.IsZero() {
			r.tx.Fee = text.Coins(d.Fees)
		}
	})
}

// dropped notes that a retried act is no longer due.
func (r *reporter) dropped() {
	r.backend.update(func() {
		if r.tx.Stage == text.StageRetrying {
			*r.tx = text.Transaction{}
		}
	})
}

// failed notes that an act has failed, or is retried.
func (r *reporter) failed(err error, again bool) {
	r.backend.update(func() {
		if again && (r.tx.Stage == text.StageNone || r.tx.Stage == text.StageIncluded) {
			return // nothing was begun: the line says what is the matter
		}
		r.tx.Stage, r.tx.Why = text.StageFailed, problem(err)
		if again {
			r.tx.Stage = text.StageRetrying
		}
		r.tx.Height = heightOf(err)
	})
}
