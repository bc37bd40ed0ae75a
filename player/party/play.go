package party

import (
	"context"
	"errors"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
)

// Options are how a bot plays a party.
type Options struct {
	// Channel plays the games that the bot offers off-chain, over Relay.
	Channel bool
	Relay   string
	// Strategy chooses the shots, and Fleet places each fleet.
	Strategy bot.Strategy
	Fleet    func(*game.Ruleset) (game.Fleet, error)
	// Observer returns the observer of a game, which is about to be played.
	Observer func(id uint64) session.Observer
	// Changed is called with the party and the player's next step, whenever the step is another one.
	Changed func(Party, Step)
	// Trouble is called with failures, after which the bot tries again.
	Trouble func(error)
}

const (
	// maxFailures is the number of failures in a row after which a bot gives up, unless its node may answer again.
	maxFailures = 100
	// maxOutage is the time after which it gives up all the same.
	maxOutage = 5 * time.Minute
	// maxPause bounds the number of polls before it tries again.
	maxPause = 25
)

// outage counts failures in a row.
type outage struct {
	failures int
	since    time.Time
	last     string
}

// add counts a failure in a step. It reports whether the failure is another one than the last, and whether it is one
// too many. An offer that cannot be joined is left out after its time, however often that fails.
func (o *outage) add(do text.PartyStep, err error) (news, over bool) {
	if o.failures == 0 {
		o.since = time.Now()
	}
	o.failures++
	news, o.last = err.Error() != o.last, err.Error()
	return news, do != text.PartyEnter && o.failures > maxFailures &&
		(!session.MayPass(err) || time.Since(o.since) > maxOutage)
}

// Run plays the games of a party, in which the player has a seat, and leaves its table. It returns the party at its
// end.
func Run(ctx context.Context, p session.Player, id uint64, o Options) (Party, error) {
	now, last, begun := Party{ID: id}, Step{}, false
	for out := (outage{}); ; {
		view, err := Look(ctx, p.Chain, now)
		do := text.PartyWait
		if err == nil {
			now = view
			next := now.Next(p.Key().Address.String())
			if next != last || !begun {
				o.Changed(now, next)
			}
			last, begun, do = next, true, next.Do
			if err = o.act(ctx, p, id, next); err == nil && next.Do == text.PartyOver {
				return now, nil
			}
		}
		switch {
		case ctx.Err() != nil:
			return now, context.Cause(ctx)
		case err == nil:
			out = outage{}
		default:
			news, over := out.add(do, err)
			if over {
				return now, err
			}
			if news {
				o.Trouble(err)
			}
		}
		for range max(1, min(out.failures, maxPause)) {
			if err := p.Chain.Sleep(ctx); err != nil {
				return now, err
			}
		}
	}
}

// act does a step in the party with that id.
func (o Options) act(ctx context.Context, p session.Player, id uint64, s Step) error {
	switch s.Do {
	case text.PartyOffer:
		fleet, err := o.Fleet(Ruleset())
		if err != nil {
			return err
		}
		_, _, err = duel.Create(ctx, p, duel.Wish{
			Ruleset: Ruleset(), Fleet: fleet, Casual: true, Opponent: s.Opponent, Channel: o.Channel, Relay: o.Relay,
		})
		return err
	case text.PartyEnter:
		_, err := duel.Open(p, s.Game).Join(ctx, "", o.Fleet)
		return err
	case text.PartyPlay:
		_, err := duel.Open(p, s.Game).Run(ctx, o.Strategy, o.Observer(s.Game))
		if errors.Is(err, session.ErrGone) {
			return nil // the opponent has not joined
		}
		return err
	case text.PartyOver:
		return Leave(ctx, p, id)
	case text.PartyGather, text.PartyWait, text.PartyFinish:
	}
	return nil
}
