package chainbackend

import (
	"context"
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
)

// playBot starts the player's own bot, if it is the opponent.
func (r *duelRunner) playBot(ctx context.Context) {
	if !r.found || r.ownBotAsked || r.backend.o.VaultOf == nil {
		return
	}
	s, err := r.wallet.OwnBot(ctx, r.backend.o.VaultOf)
	if err != nil {
		if !session.MayPass(err) {
			r.ownBotAsked = true
			r.say(text.BotFailed(problem(err)))
		}
		return
	}
	r.ownBotAsked = true
	if s == nil {
		return
	}
	intn, err := r.backend.intn()
	if err != nil {
		r.say(text.BotFailed(problem(err)))
		return
	}
	strategy, err := bot.New(r.backend.o.Strategy, intn)
	if err != nil {
		r.say(text.BotFailed(problem(err)))
		return
	}
	r.botPlays = true
	r.backend.update(func() { r.ownBot = true })
	r.backend.work.Go(func() {
		for failures := 0; ; failures++ {
			err := runBot(ctx, s, strategy, intn, r.botTrouble)
			if err == nil || ctx.Err() != nil {
				return
			}
			r.say(text.BotRetries(problem(err)))
			for range int64(1) << min(failures, maxBotPause) {
				if s.Sleep(ctx) != nil {
					return
				}
				if r.botPaid.Swap(false) {
					break
				}
			}
		}
	})
}

// maxBotPause bounds the pause before the next attempt of a bot that has failed: at most two to that power of polls.
const maxBotPause = 12

// botTrouble shows the player the error that delays its bot. It removes the notice if the error is nil.
func (r *duelRunner) botTrouble(err error) {
	if session.MovedOn(err) {
		return // it looks again, and sees what it owes now
	}
	var (
		none   *client.NoAllowanceError
		paused *session.PausedError
	)
	notice := ""
	switch {
	case err == nil:
	case errors.As(err, &paused):
		notice = text.BotFailures(paused.Failures, paused.Until, problem(paused.Err))
	case errors.As(err, &none):
		notice = text.BotAllowanceUsedUp
	default:
		notice = text.BotRetries(problem(err))
	}
	if notice != "" {
		r.say(notice)
	}
	r.backend.mu.Lock()
	defer r.backend.mu.Unlock()
	if err == nil && r.notice == r.botNotice {
		r.notice = ""
	}
	r.botNotice = notice
	r.botBroke = none != nil
}

// showBotFees shows the allowance that the player's own bot requests, once its earlier one is used up.
func (r *duelRunner) showBotFees(ctx context.Context, v duel.View) {
	r.backend.mu.Lock()
	broke, asked := r.botBroke, r.botFees != ""
	r.backend.mu.Unlock()
	if broke == asked {
		return
	}
	fees := ""
	if broke {
		coins, err := r.wallet.BotFees(ctx, v)
		if err != nil {
			return // the next look asks again
		}
		fees = text.Coins(coins)
	}
	r.backend.update(func() { r.botFees = fees })
}

// payBot grants the player's own bot the requested allowance.
func (r *duelRunner) payBot(ctx context.Context) (session.Done, error) {
	if !r.botPlays {
		return session.Done{}, errors.New(text.BotNotRunning)
	}
	done, err := r.wallet.AllowBot(ctx)
	if err == nil {
		r.botPaid.Store(true)
		r.backend.update(func() {
			r.botBroke, r.botFees = false, ""
			if r.notice == r.botNotice {
				r.notice = ""
			}
		})
	}
	return done, err
}

// runBot joins the game if it is open, and plays it to its end.
func runBot(ctx context.Context, s *duel.Session, strategy bot.Strategy, intn bot.Intn, trouble func(error)) error {
	choose := func(r *game.Ruleset) (game.Fleet, error) { return game.RandomFleet(r, intn) }
	for {
		v, err := s.Look(ctx)
		if err == nil && v.State.Phase != game.PhaseOpen {
			break
		}
		if err == nil {
			_, err = s.Join(ctx, "", choose)
		}
		var ended *duel.EndedError
		switch {
		case err == nil:
		case errors.As(err, &ended):
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !session.MayPass(err):
			return fmt.Errorf("join: %w", err)
		default:
			trouble(err)
		}
		if err := s.Sleep(ctx); err != nil {
			return err
		}
	}
	_, err := s.Run(ctx, strategy, session.Observer{Acted: func(session.Done) { trouble(nil) }, Trouble: trouble})
	if err == nil {
		trouble(nil) // what kept it from moving has no meaning any more
	}
	return err
}
