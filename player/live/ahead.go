package live

import "context"

// proveAhead begins to prove the player's answers before they are owed, if they are proven in this game.
func (r *duelRunner) proveAhead(ctx context.Context) {
	if r.stopAhead != nil || !r.found {
		return
	}
	if ahead := r.wallet.Ahead(); ahead != nil {
		ctx, r.stopAhead = context.WithCancel(ctx)
		r.backend.work.Go(func() { ahead(ctx) })
	}
}

// endAhead ends that: the game is over.
func (r *duelRunner) endAhead() {
	if r.stopAhead != nil {
		r.stopAhead()
	}
}
