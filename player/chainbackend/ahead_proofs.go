package chainbackend

import "context"

// proveAhead starts to prove the player's answers before they are due, if the game has proven answers.
func (r *duelRunner) proveAhead(ctx context.Context) {
	if r.stopAhead != nil || !r.found {
		return
	}
	if ahead := r.wallet.Ahead(); ahead != nil {
		ctx, r.stopAhead = context.WithCancel(ctx)
		r.backend.work.Go(func() { ahead(ctx) })
	}
}

// endAhead stops that work at the end of the game.
func (r *duelRunner) endAhead() {
	if r.stopAhead != nil {
		r.stopAhead()
	}
}
