package live

import (
	"regexp"
	"strings"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
)

// reporter tells how the transactions of one client get on. What it tells of is guarded by the table's lock.
type reporter struct {
	backend *Backend
	tx      *tui.Transaction
}

// inGame is where a session says which game it is about; the screens show that beside.
var inGame = regexp.MustCompile(`( in game| in melee| of melee| melee) \d+$`)

// anAddress is the address of an account.
var anAddress = regexp.MustCompile(`\bship1[02-9ac-hj-np-z]{38,58}\b`)

// confirm notes what is about to be sent. The player has been asked by the screens, or does not need to be.
func (r *reporter) confirm(what string) error {
	// What it means was said before.
	what, _, _ = strings.Cut(what, ": ")
	what, _, _ = strings.Cut(what, "; ")
	what, _, _ = strings.Cut(what, " and end it here")
	what = anAddress.ReplaceAllStringFunc(what, r.backend.name)
	r.backend.update(func() {
		*r.tx = tui.Transaction{Stage: tui.StageSigning, What: inGame.ReplaceAllString(what, "")}
	})
	return nil
}

func (r *reporter) progress(p client.Progress) {
	r.backend.update(func() {
		if !p.Fee.IsZero() {
			r.tx.Fee = amounts(p.Fee)
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
			r.tx.Stage, r.tx.Why = tui.StageRetrying, sentence(p.Err)
		}
	})
}

// included notes that an act is in a block.
func (r *reporter) included(d session.Done) {
	r.backend.update(func() {
		if d.AtSea {
			*r.tx = tui.Transaction{Proof: provenIn(d)}
			return
		}
		r.tx.Stage, r.tx.Height, r.tx.Bids, r.tx.Why = tui.StageIncluded, d.Height, d.Bids, ""
		r.tx.Proof = provenIn(d)
		if !d.Fees.IsZero() {
			r.tx.Fee = amounts(d.Fees)
		}
	})
}

// dropped notes that what was tried again is not due any more.
func (r *reporter) dropped() {
	r.backend.update(func() {
		if r.tx.Stage == tui.StageRetrying {
			*r.tx = tui.Transaction{}
		}
	})
}

// failed notes that an act has failed, or is tried again.
func (r *reporter) failed(err error, again bool) {
	r.backend.update(func() {
		if again && (r.tx.Stage == tui.StageNone || r.tx.Stage == tui.StageIncluded) {
			return // nothing was begun: the line says what is the matter
		}
		r.tx.Stage, r.tx.Why = tui.StageFailed, sentence(err)
		if again {
			r.tx.Stage = tui.StageRetrying
		}
		r.tx.Height = heightOf(err)
	})
}
