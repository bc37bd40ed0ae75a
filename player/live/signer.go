package live

import (
	"context"
	"errors"

	"github.com/battleship-chain/battleship/player/session"
)

// findActing finds out who signs the player's moves: the board's own delegate while the game names it and its allowance
// lasts, else the wallet. It is found out anew whenever the game names another delegate than before, for another
// machine may have taken over. It reports whether it is known.
func (r *runner) findActing(ctx context.Context, v session.View) bool {
	named := v.Game.Participants[r.seat].Delegate
	if r.acting != nil && named == r.delegate {
		return true
	}
	if r.acting != nil {
		r.usedUp = false
	}
	r.acting, r.delegate = nil, named
	if !r.seated || r.usedUp {
		r.acting = r.wallet // the delegate's key comes with the board
		return true
	}
	delegate, err := r.wallet.AsDelegate(ctx)
	switch {
	case err == nil:
		r.acting = delegate
	case !errors.Is(err, session.ErrNotDelegate):
		return false
	case named == "" && v.Game.Offer == nil && r.wallet.AsksOwner() && r.renew(ctx):
		return false // the next look shows it
	default:
		r.acting = r.wallet
	}
	return true
}

// renew asks the owner of a device for a delegate with an allowance, a few times at most. It reports whether there is
// one.
func (r *runner) renew(ctx context.Context) bool {
	if r.renewals >= maxRenewals {
		return false
	}
	r.renewals++
	r.say("your device asks for a key of this game and an allowance for its fees: confirm it there")
	done, err := r.wallet.NameDelegate(ctx)
	if err != nil {
		r.told.failed(err, false)
		return false
	}
	r.say("")
	r.told.included(done)
	r.poke()
	return true
}

// allowanceUsedUp lets the wallet act from now on: what was agreed for the delegate is spent or over, and no other
// allowance is given without the player's word, which only the owner of a device gives by confirming it there. The
// wallet pays for each move what it would without a delegate.
func (r *runner) allowanceUsedUp(ctx context.Context) {
	if r.wallet.AsksOwner() && r.renew(ctx) {
		return
	}
	r.usedUp, r.acting = true, r.wallet
	r.say("the fees that you allowed this game's key are used up or over: your wallet pays for each move now")
	r.poke()
}
