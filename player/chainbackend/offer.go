package chainbackend

import (
	"context"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// offer is a game that the player has entered here, with all that it takes to open it again.
type offer struct {
	wish  tui.Wish
	fleet game.Fleet
	// shown is the wish with the intent that the player was shown.
	shown quoted
	// entered is the time at which it was entered, reopened how often it was opened again.
	entered  time.Time
	reopened int
}

// reopens reports whether a game is opened again once no opponent has joined it in time. If coins are in it, this
// machine's clock has to confirm that: a node could hide that it was joined.
func (o offer) reopens(p types.Params, g types.Game) bool {
	waited := time.Since(o.entered) >= p.Duration(p.OfferBlocks(g.TurnBlocks))/2
	return o.reopened < duel.MaxReopened && p.Live(g.TurnBlocks) && (waited || g.Terms.Entry().IsZero())
}

// reopen opens a game with a live clock again that no opponent has joined in time, and shows the new one in its place.
func (r *duelRunner) reopen(ctx context.Context) {
	b := r.backend
	b.mu.Lock()
	o, entered := b.offers[r.id]
	delete(b.offers, r.id)
	leaving := b.leaving || b.party != nil
	b.mu.Unlock()
	if !entered || leaving || r.wallet.AsksOwner() || !o.reopens(b.params, r.view.Game) {
		return
	}
	o.reopened++
	id, err := b.enterShown(ctx, o)
	if err != nil {
		return // the lobby shows why, unless another game is being entered
	}
	b.update(func() {
		g := *r.game
		g.Reopened, r.game, r.news = id, &g, false
		b.lobby.Notice = text.Reopened(r.id, id)
	})
}
