package duel

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// beginAll begins the requested number of games, first those that the player has already. It returns their number, and
// an error if there are fewer.
func (b *robot) beginAll(ctx context.Context) (begun int, err error) {
	w, err := wish(ctx, b.Env)
	if err != nil {
		return 0, err
	}
	if !w.Another {
		if begun, err = b.resume(ctx, w); err != nil {
			return begun, err
		}
	}
	for ; begun < b.games; begun++ {
		s, err := b.match(ctx)
		if err != nil {
			return begun, err
		}
		over, err := b.beginWith(ctx, s)
		if err != nil {
			return begun, err
		}
		if begun+1 < b.games {
			if err := b.awaitOpponent(ctx, s.GameID(), over); err != nil {
				return begun + 1, err
			}
		}
	}
	return begun, nil
}

// resume resumes unfinished games that no other bot plays.
func (b *robot) resume(ctx context.Context, w duel.Wish) (int, error) {
	p, err := b.UnaskedPlayer()
	if err != nil {
		return 0, err
	}
	games, err := duel.Unfinished(ctx, p)
	if err != nil {
		return 0, err
	}
	begun := 0
	for _, g := range games {
		if begun == b.games || !isOfKind(g, w) {
			continue
		}
		var held *env.LockedError
		err := b.begin(ctx, g.Id)
		switch {
		case errors.As(err, &held):
			b.Out.Note("%s.", held)
			continue
		case err != nil:
			return begun, err
		}
		begun++
		b.Out.Note(text.BotContinues, b.Out.Named(b.Me), b.Voice().Unfinished(g), env.FlagAnother)
	}
	return begun, nil
}

// isOfKind reports whether a game is of the ruleset, stake, clock and kind that a wish asks for.
func isOfKind(g types.GameSummary, w duel.Wish) bool {
	return g.RulesetId == w.Ruleset.ID && g.Channel == w.Channel && w.SameStakes(g.Terms) &&
		(w.TurnBlocks == 0 || w.TurnBlocks == g.TurnBlocks)
}

// maxMatchTries bounds the number of successive tries of a match, or of looking at a game, after temporary failures: 5
// minutes, and longer if each try is slow.
const maxMatchTries = int(5 * time.Minute / client.DefaultPoll)

// match finds an opponent.
func (b *robot) match(ctx context.Context) (*duel.Session, error) {
	tries := act.Retry{Most: maxMatchTries, Tell: func(err error) { b.Out.Note(text.NoMatch, err) }}
	p, w, err := b.entrant(ctx)
	for client.MayPass(err) {
		if err = tries.Again(err); err == nil {
			err = b.Chain.Sleep(ctx)
		}
		if err != nil {
			return nil, err
		}
		p, w, err = b.entrant(ctx)
	}
	if err != nil {
		return nil, err
	}
	for {
		s, done, err := duel.Match(ctx, p, w)
		if err == nil {
			b.tellMatch(done)
			b.notePaid(ctx, p, w, s.GameID())
			return s, nil
		}
		if s, err := b.afterMatch(ctx, p, w, &tries, err); s != nil || err != nil {
			return s, err
		}
	}
}

// entrant returns the player of a match, with a client of its own, and the player's wish.
func (b *robot) entrant(ctx context.Context) (p session.Player, w duel.Wish, err error) {
	if p, err = b.Player(ctx); err != nil {
		return p, w, err
	}
	if w, err = wish(ctx, b.Env); err == nil {
		w.Fleet, err = act.ChooseFleet(b.Cmd, w.Ruleset)
	}
	w.Another = true
	return p, w, err
}

// mayMatch reports whether a match that has failed can be asked for again.
func mayMatch(failed error) bool {
	var (
		notIncluded *client.NotIncludedError
		refused     *client.RefusedError
	)
	if errors.As(failed, &refused) && refused.OfKind(types.ErrNonce) {
		return true // a node that had lost blocks gave the nonce of an older one, or another program was faster
	}
	return client.MayPass(failed) || errors.As(failed, &notIncluded)
}

// notePaid notes the time at which a game was entered, if coins are in it as far as is known.
func (b *robot) notePaid(ctx context.Context, p session.Player, w duel.Wish, id uint64) {
	if q, err := duel.QuoteOf(ctx, p, w); err != nil || !q.Terms.Entry().IsZero() {
		b.matched[id] = time.Now()
	}
}

// afterMatch handles a failed match before the next try: it waits, or finds the game of a match whose receipt was lost.
// It returns an error if another try is of no use.
func (b *robot) afterMatch(
	ctx context.Context, p session.Player, w duel.Wish, tries *act.Retry, failed error,
) (*duel.Session, error) {
	var refused *client.RefusedError
	waits := errors.As(failed, &refused) && refused.OfKind(types.ErrAlreadyWaiting)
	if ctx.Err() != nil || !waits && !mayMatch(failed) {
		return nil, failed
	}
	games, err := duel.Unfinished(ctx, p)
	if err == nil {
		for _, g := range games {
			switch open := game.Phase(g.Phase) == game.PhaseOpen; {
			case !isOfKind(g, w):
			case waits && open:
				b.Out.Note(text.BotHasToWait, b.Out.Named(b.Me), b.Voice().Unfinished(g))
				return nil, b.awaitOpponent(ctx, g.Id, nil)
			case !waits && !b.Held[g.Id]:
				// The earlier transaction got into a block after all. Another match would need the same board nonce, so only
				// one of them can be in a block.
				return duel.Open(p, g.Id), nil
			}
		}
	}
	if err := tries.Again(failed); err != nil {
		return nil, err
	}
	return nil, b.Chain.Sleep(ctx)
}

// awaitOpponent waits until a game is no longer open, for the chain lets a player wait in one match of a kind. It also
// returns when over receives the end of the game, and with an error if it can wait no longer.
func (b *robot) awaitOpponent(ctx context.Context, id uint64, over <-chan struct{}) error {
	watcher := duel.Open(session.Player{Chain: b.Chain}, id)
	tries := act.Retry{Most: maxMatchTries, Tell: func(err error) {
		b.Out.Note(text.BotWaits, b.Out.Named(b.Me), id, err)
	}}
	for {
		v, err := watcher.Look(ctx)
		var ended *duel.EndedError
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.As(err, &ended), err == nil && v.State.Phase != game.PhaseOpen:
			return nil
		case err == nil:
			tries.Well()
		case status.Code(err) == codes.NotFound && over == nil:
			return nil // nobody joined: the chain had it a moment ago
		case status.Code(err) == codes.NotFound: // who plays it tells so, if it is not just a node that is behind
		case !session.MayPass(err):
			return err
		default:
			if err := tries.Again(err); err != nil {
				return err
			}
		}
		select {
		case <-over:
			return nil
		default:
		}
		if err := b.Chain.Sleep(ctx); err != nil {
			return err
		}
	}
}

// tellMatch reports the result of a match.
func (b *robot) tellMatch(done session.Done) {
	if notice := done.Entered().Notice; notice != "" {
		b.Out.Note("%s", notice)
	}
	b.Out.Note("%s, game %d, block %d: %s.%s",
		b.Out.Named(b.Me), done.GameID, done.Height, act.DoneText(b.Env, done), act.ProvenIn(done))
}
