package chainbackend

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/kinds"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// Enter implements tui.Backend.
func (b *Backend) Enter(ctx context.Context, w tui.Wish, fleet game.Fleet) (uint64, error) {
	b.mu.Lock()
	shown := b.shown
	b.mu.Unlock()
	return b.enterShown(ctx, offer{wish: w, fleet: fleet, shown: shown})
}

// enterShown enters a game at the terms that the player was shown, and returns its id.
func (b *Backend) enterShown(ctx context.Context, o offer) (uint64, error) {
	if !b.entering.TryLock() {
		return 0, errors.New(text.StillEntering)
	}
	defer b.entering.Unlock()
	rep := &reporter{backend: b, tx: &b.lobby.Sending}
	b.update(func() {
		b.forgetNotice()
		b.lobby.Sending = text.Transaction{Stage: text.StageSigning, What: "enter a game"}
	})
	entered, done, err := b.enter(ctx, rep, o)
	if err != nil {
		rep.failed(err, false)
		var notIncluded *client.NotIncludedError
		if errors.As(err, &notIncluded) {
			err = fmt.Errorf("%s: if it does, the game appears among yours", problem(err))
		}
		return 0, plainly(err)
	}
	rep.included(done)
	b.update(func() {
		if notice := done.Notice(); notice != "" {
			b.lobby.Notice = notice
		}
		o.entered = time.Now()
		b.offers[done.GameID] = o
		if b.baseOf(done.GameID) == nil {
			sent := b.lobby.Sending
			if d := entered(done.GameID, rep); sent.Proof != "" {
				d.sending = sent // the player looks at the game now
			}
		}
	})
	if err := b.refresh(ctx); err != nil && ctx.Err() == nil {
		b.setLine(tui.LineSlow, problem(err))
	}
	return done.GameID, nil
}

// enter enters the game of a wish, and returns a function that starts to play it. The caller of begin holds the lock.
func (b *Backend) enter(ctx context.Context, rep *reporter, o offer) (
	begin beginning, done session.Done, err error,
) {
	p, err := b.player(ctx, rep)
	if err != nil {
		return nil, session.Done{}, err
	}
	p.BoardNonce = b.entered
	p.Confirm = func(i text.Intent) error {
		if err := o.checkShown(i); err != nil {
			return err
		}
		return rep.confirm(i)
	}
	begin, done, err = b.kinds[o.wish.Of].enter(ctx, p, o)
	var sent *session.EnteringError
	switch {
	case errors.As(err, &sent):
		b.entered = &sent.BoardNonce
	case errors.Is(err, session.ErrEntered):
		b.entered = nil
		err = fmt.Errorf("nothing was sent: %w, and its game is among yours in the lobby", err)
	case err == nil:
		b.entered = nil
	}
	return begin, done, err
}

// enterAs enters the game of a wish as a player.
func (b *Backend) enterAs(ctx context.Context, p session.Player, o offer) (*duel.Session, session.Done, error) {
	w, fleet := o.wish, o.fleet
	choose := func(r *game.Ruleset) (game.Fleet, error) {
		if r.ID != w.Ruleset.ID {
			return nil, fmt.Errorf("expected a fleet for %s, got one for %s", r.Name, w.Ruleset.Name)
		}
		return fleet, nil
	}
	if w.Kind == tui.WishJoin {
		s := duel.Open(p, w.ID)
		done, err := s.Join(ctx, "", choose)
		return s, done, err
	}
	wish, err := b.wish(w)
	if err != nil {
		return nil, session.Done{}, err
	}
	wish.Fleet = fleet
	if o.shown.wish == w && !o.shown.intent.Channel {
		wish.Channel, wish.OrOnChain = false, false
	}
	switch w.Kind {
	case tui.WishMatch:
		return duel.Match(ctx, p, wish)
	case tui.WishRematch:
		if !wish.OwnBot { // whose key was of that game alone, so that this is another game
			return duel.Rematch(ctx, p, w.ID, wish, choose)
		}
	case tui.WishCreate, tui.WishBot, tui.WishJoin:
	}
	return duel.Create(ctx, p, wish)
}

// Do implements tui.Backend.
func (b *Backend) Do(ctx context.Context, id uint64, act tui.Act) error {
	if _, ok := act.(tui.Decline); ok {
		return b.decline(ctx, id)
	}
	if _, ok := act.(tui.Cancel); ok {
		b.mu.Lock()
		delete(b.offers, id) // whatever comes of it, the player does not want it again
		b.mu.Unlock()
	}
	return b.baseFor(id).do(ctx, act)
}

func (b *Backend) decline(ctx context.Context, id uint64) error {
	rep := &reporter{backend: b, tx: &b.lobby.Sending}
	p, err := b.player(ctx, rep)
	if err != nil {
		return err
	}
	done, err := kinds.All[b.invitationTo(id)].Open(p, id).Do(ctx, text.ActDecline)
	if err != nil {
		rep.failed(err, false)
		return err
	}
	rep.included(done)
	return b.refresh(ctx)
}

// invitationTo returns the kind of the game of an invitation.
func (b *Backend) invitationTo(id uint64) text.Kind {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.lobby.Invitations, func(g tui.OpenGame) bool { return g.ID == id })
	if i < 0 {
		return text.Duel
	}
	return b.lobby.Invitations[i].Kind
}
