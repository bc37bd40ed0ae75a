package live

import (
	"context"
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
)

// maxEndSearches is how often it is searched for how a game has ended.
const maxEndSearches = 100

// readEnd reads what has happened in a game that is over. It reports whether its end can be shown, as far as it is
// known; otherwise the next look reads again.
func (r *runner[S]) readEnd(ctx context.Context, created, ended int64) (known, shown bool) {
	r.incomplete, r.past.note = false, ""
	err := r.past.read(ctx, created, ended)
	if err == nil {
		return true, true
	}
	r.past.again = 0 // the end has one height: each look is another attempt
	r.incomplete = errors.Is(err, errSearch) && r.past.searches < maxEndSearches
	return false, ctx.Err() == nil && (r.incomplete || !session.MayPass(err))
}

// recoverEnded finds the player's own fleet again in what it has entered a game with that is over. Nothing depends on
// it but what is shown, so a device is not asked for a signature. It reports whether that is all that can be done.
func (r *runner[S]) recoverEnded(ctx context.Context, rules *game.Ruleset, created, ended int64) bool {
	if r.found || r.watching {
		return true
	}
	if r.wallet.AsksOwner() {
		r.say("your own ships are not shown: your device would have to sign to find them again")
		return true
	}
	entry, err := r.past.entry(ctx, created, ended)
	if err == nil && entry == nil {
		err = fmt.Errorf("the node does not know how you entered the %s", r.words.game)
	}
	if err == nil {
		r.fleet, err = r.wallet.FleetOf(rules, *entry)
	}
	if err != nil && (ctx.Err() != nil || session.MayPass(err)) {
		return false
	}
	if r.found = err == nil; err != nil {
		r.say("your own ships are not shown: %s", sentence(err))
	}
	return true
}

// finish shows a game that is over, as show writes it down under the lock.
func (r *runner[S]) finish(show func()) {
	r.backend.update(func() {
		if !r.over && r.first > 0 && !r.watching {
			r.news = r.backend.focus != r.id
		}
		show()
		r.over = true
	})
	r.refuse(fmt.Errorf("the %s is over", r.words.game))
}

// wasCancelled reports whether a block has told that the game ended before it began.
func (r *runner[S]) wasCancelled(ctx context.Context) bool {
	return r.first > 0 && r.past.read(ctx, r.now.created, r.backend.height()) == nil && r.past.into.cancelled()
}

// believeGone shows that the game has ended before it began, of which the chain keeps no result.
func (r *runner[S]) believeGone(ctx context.Context) {
	if r.first == 0 {
		r.say("there is no %s %d: it was cancelled, or never was", r.words.game, r.id)
		r.refuse(fmt.Errorf("there is no %s %d", r.words.game, r.id))
		r.missing = 0
		return
	}
	_ = r.past.read(ctx, r.now.created, r.backend.height()) // only the cause is not told
	r.plays.gone()
}
