package live

import (
	"context"
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
)

// playBot lets the player's own bot play, if it is the opponent.
func (r *runner) playBot(ctx context.Context) {
	if !r.seated || r.ownBotAsked || r.backend.o.VaultOf == nil {
		return
	}
	s, err := r.wallet.OwnBot(ctx, r.backend.o.VaultOf)
	if err != nil {
		if !client.MayPass(err) {
			r.ownBotAsked = true
			r.say("%s", sentence(err))
		}
		return
	}
	r.ownBotAsked = true
	if s == nil {
		return
	}
	intn, err := r.backend.intn()
	if err != nil {
		return
	}
	strategy, err := bot.New(r.backend.o.Strategy, intn)
	if err != nil {
		r.say("%s", sentence(err))
		return
	}
	r.botPlays = true
	r.backend.update(func() { r.ownBot = true })
	r.backend.work.Go(func() {
		if err := runBot(ctx, s, strategy, intn); err != nil && ctx.Err() == nil {
			r.say("your bot does not play on: %s", sentence(err))
		}
	})
}

// runBot joins the game if it is open, and plays it to its end.
func runBot(ctx context.Context, s *session.Session, strategy bot.Strategy, intn bot.Intn) error {
	choose := func(r *game.Ruleset) (game.Fleet, error) { return game.RandomFleet(r, intn) }
	for {
		v, err := s.Look(ctx)
		if err == nil && v.State.Phase != game.PhaseOpen {
			break
		}
		if err == nil {
			_, err = s.Join(ctx, "", choose)
		}
		var (
			notIncluded *client.NotIncludedError
			ended       *session.EndedError
		)
		switch {
		case err == nil:
		case errors.As(err, &ended):
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !client.MayPass(err) && !errors.As(err, &notIncluded):
			return fmt.Errorf("join: %w", err)
		}
		if err := s.Sleep(ctx); err != nil {
			return err
		}
	}
	_, err := s.Run(ctx, strategy, session.Observer{})
	return err
}
