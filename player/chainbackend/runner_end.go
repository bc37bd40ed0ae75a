package chainbackend

import (
	"context"
	"errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// readEnd reads the events of a game that is over. It reports whether all are known, and whether the end can be shown
// as far as it is known; otherwise the next round reads again.
func (r *runner[S]) readEnd(ctx context.Context, created, ended int64) (known, shown bool) {
	passing, err := r.past.ReadEnd(ctx, created, ended)
	r.incomplete = passing
	if err == nil {
		return true, true
	}
	return false, ctx.Err() == nil && (r.incomplete || !session.MayPass(err))
}

// recoverEnded recovers the player's own fleet of an ended game from its entry. The fleet is only for display, so a
// device is not asked for a signature. It reports whether no further attempt is due.
func (r *runner[S]) recoverEnded(ctx context.Context, rules *game.Ruleset, created, ended int64) bool {
	if r.found || r.watching {
		return true
	}
	if r.wallet.Shared().AsksOwner() {
		r.say(text.FleetHidden(text.DeviceNotAsked))
		return true
	}
	entry, err := r.past.Entry(ctx, r.backend.o.Link.TxConfig.TxDecoder(), created, ended)
	if err == nil && entry == nil {
		err = errors.New(r.kind.EntryUnknown())
	}
	if err == nil {
		r.fleet, err = r.wallet.Shared().FleetOf(rules, *entry)
	}
	if err != nil && (ctx.Err() != nil || session.MayPass(err)) {
		return false
	}
	if r.found = err == nil; err != nil {
		r.say(text.FleetHidden(problem(err)))
	}
	return true
}

// finish shows a game that is over. It calls show under the lock.
func (r *runner[S]) finish(show func()) {
	r.backend.update(func() {
		if !r.over && r.first > 0 && !r.watching {
			r.news = r.backend.focus != r.id
		}
		show()
		r.over = true
	})
	r.refuse(errors.New(r.kind.IsOver()))
}

// wasCancelled reports whether the events show that the game was cancelled before its start.
func (r *runner[S]) wasCancelled(ctx context.Context) bool {
	return r.first > 0 && r.past.Read(ctx, r.now.Created, r.backend.height()) == nil && r.known.cancelled()
}

// believeGone shows that the game was cancelled, for which the chain keeps no result, or that it does not exist.
func (r *runner[S]) believeGone(ctx context.Context) {
	if r.first == 0 {
		r.say(r.kind.Missing(r.id))
		r.refuse(errors.New(r.kind.Missing(r.id)))
		r.missing = 0
		return
	}
	_ = r.past.Read(ctx, r.now.Created, r.backend.height()) // without them only the cause is missing
	r.driver.gone(ctx)
}

// coins returns the payments, gains and transaction fees of a game. It returns nil if all are zero.
func (r *runner[S]) coins(a text.Account) *tui.Coins {
	in, out, fees := a.Terms.Entry(), a.FromEscrow().Add(a.Minted()), r.past.Fees.Coins
	if in.IsZero() && out.IsZero() && fees.IsZero() {
		return nil
	}
	return &tui.Coins{
		In: text.Coins(in), Out: text.Coins(out), Fees: r.past.Fees.String(), Net: text.Net(out, in.Add(fees...)),
	}
}
