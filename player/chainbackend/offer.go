package chainbackend

import (
	"context"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// maxReopened bounds how often in a row a game is opened again, so that a player who has left the terminal meets no
// opponents for ever: with types.LiveOffer, an hour.
const maxReopened = 12

// offer is a game that the player has entered here, with all that it takes to open it again.
type offer struct {
	wish  tui.Wish
	fleet game.Fleet
	// shown is the wish with the intent that the player was shown.
	shown quoted
	// reopened is how often it was opened again.
	reopened int
}

// reopen opens a game with a live clock again that no opponent has joined in time, and shows the new one in its place.
func (r *duelRunner) reopen(ctx context.Context) {
	b := r.backend
	b.mu.Lock()
	o, entered := b.offers[r.id]
	delete(b.offers, r.id)
	b.mu.Unlock()
	if !entered || o.reopened == maxReopened || r.wallet.AsksOwner() || !b.params.Live(r.view.Game.TurnBlocks) {
		return
	}
	o.reopened++
	id, err := b.enterShown(ctx, o)
	if err != nil {
		return // the lobby shows why
	}
	b.update(func() {
		g := *r.game
		g.Reopened, r.game, r.news = id, &g, false
		b.lobby.Notice = text.Reopened(r.id, id)
	})
}
