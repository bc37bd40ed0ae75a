package live

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxEndSearches is how often it is searched for how a game has ended.
const maxEndSearches = 100

// end shows how the game has ended.
func (r *runner) end(ctx context.Context, res types.Result) {
	r.endAhead()
	r.unsay(othersNotice)
	r.past.backend, r.past.id = r.backend, r.id
	if r.past.rules == nil {
		rules, err := types.RulesetByID(res.RulesetId)
		if err != nil {
			r.say("%s", sentence(err))
			return
		}
		r.past.rules = rules
	}
	copy(r.past.players[:], res.Players)
	r.incomplete, r.past.note = false, ""
	if err := r.past.read(ctx, res.CreatedHeight, res.EndedHeight); err != nil {
		r.past.again = 0 // the end has one height: each look is another attempt
		r.incomplete = errors.Is(err, errSearch) && r.past.searches < maxEndSearches
		if ctx.Err() != nil || session.MayPass(err) && !r.incomplete {
			return // it is looked for again
		}
		r.past.note = "how this game ended is not known to this node but for its result"
	}
	seat := slices.Index(res.Players, r.backend.key.Address.String())
	r.watching, r.seat = seat < 0, game.Seat(max(seat, 0))
	if !r.watching && !r.seated && !r.recoverEnded(ctx, res) {
		return // it is looked for again
	}
	g := &tui.Game{
		ID: r.id, Me: r.seat, State: r.endState(res), Log: slices.Clone(r.past.log), LogNote: r.past.note,
		BlockMillis: int64(r.backend.params.BlockMillis), CanRematch: !r.watching && r.canRematch(ctx),
	}
	if over := r.past.over; over != nil {
		g.Stakes = stakes(over.Terms)
		if !r.watching {
			g.Coins = r.coins(session.AccountOf(over, r.seat))
		}
	}
	r.fill(g)
	r.backend.update(func() {
		if !r.over && r.view != nil && !r.watching {
			r.news = r.backend.focus != r.id
		}
		r.game, r.over, r.ownBot = g, true, r.botPlays
		if created := r.past.created; created != nil {
			r.terms, r.turnBlocks = created.Terms, created.TurnBlocks
		}
	})
	r.refuse(errors.New("the game is over"))
}

// endState is the game as it was when it ended: rebuilt from all that has happened, or else as it was seen last.
func (r *runner) endState(res types.Result) game.State {
	if r.past.replay != nil && r.past.replay.State().Phase.Ended() {
		return r.past.replay.State()
	}
	s := game.State{Ruleset: r.past.rules}
	if r.view != nil {
		s = r.view.State
	}
	s.Phase, s.Owes, s.Deadline, s.HasPending, s.Pending = game.PhaseOver, game.OwesNothing, 0, false, 0
	s.Reason = game.Reason(res.Reason)
	if first, err := res.First.Parse(); err == nil {
		s.First = first
	}
	if winner, err := res.Winner.Parse(); err == nil {
		s.Actor = winner
	}
	return s
}

// wasCancelled reports whether a block has told that the game ended before anybody joined.
func (r *runner) wasCancelled(ctx context.Context) bool {
	return r.view != nil && r.past.read(ctx, r.view.Game.CreatedHeight, r.backend.height()) == nil && r.past.cancelled
}

// gone shows that the game has ended before anybody joined, of which the chain keeps no result.
func (r *runner) gone(ctx context.Context) {
	r.endAhead()
	if r.view == nil {
		r.say("there is no game %d: it was cancelled, or never was", r.id)
		r.refuse(fmt.Errorf("there is no game %d", r.id))
		r.missing = 0
		return
	}
	_ = r.past.read(ctx, r.view.Game.CreatedHeight, r.backend.height()) // only the cause is not told
	s := r.view.State
	if r.past.replay != nil && r.past.replay.State().Phase.Ended() {
		s = r.past.replay.State()
	}
	s.Phase, s.Owes, s.Deadline = game.PhaseCancelled, game.OwesNothing, 0
	g := &tui.Game{
		ID: r.id, Me: r.seat, State: s, Log: slices.Clone(r.past.log), BlockMillis: int64(r.backend.params.BlockMillis),
	}
	r.fill(g)
	r.backend.update(func() {
		if !r.over && !r.watching {
			r.news = r.backend.focus != r.id
		}
		r.game, r.over = g, true
	})
	r.refuse(errors.New("the game is over: nobody joined it"))
}

// recoverEnded finds the player's own fleet again in what it has entered a game with that is over. Nothing depends on
// it but what is shown, so a device is not asked for a signature. It reports whether that is all that can be done.
func (r *runner) recoverEnded(ctx context.Context, res types.Result) bool {
	if r.wallet.AsksOwner() {
		r.say("your own ships are not shown: your device would have to sign to find them again")
		return true
	}
	entry, err := r.past.entry(ctx, res.CreatedHeight, res.EndedHeight)
	if err == nil && entry == nil {
		err = errors.New("the node does not know how you entered the game")
	}
	if err == nil {
		r.fleet, err = r.wallet.FleetOf(r.past.rules, *entry)
	}
	switch {
	case err != nil && (ctx.Err() != nil || session.MayPass(err)):
		return false
	case err != nil:
		r.say("your own ships are not shown: %s", sentence(err))
		return true
	}
	r.seated = true
	other := int(r.seat.Other())
	r.botPlays = r.botPlays || other < len(res.Players) && r.wallet.IsOwnBot(res.Players[other])
	return true
}

// coins are what a game has brought, in words, and what its transactions have cost; nil if it was played for nothing.
func (r *runner) coins(a session.Account) *tui.Coins {
	in, out, fees := a.Terms.Entry(), a.FromEscrow().Add(a.Minted()), r.past.all.fees
	if in.IsZero() && out.IsZero() && fees.IsZero() {
		return nil
	}
	coins := &tui.Coins{
		In: amounts(in), Out: amounts(out), Fees: r.past.all.String(), Net: net(out, in.Add(fees...)), Notes: plainParts(a),
	}
	if bots := r.past.bots.String(); bots != "" {
		coins.Fees += ", of them " + bots + " of your bot"
	}
	return coins
}
