package chainbackend

import (
	"context"
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// end implements gameDriver.
func (r *duelRunner) end(ctx context.Context) {
	res := *r.result
	r.unsay(text.OtherProgram)
	if r.history.rules == nil {
		rules, err := types.RulesetByID(res.RulesetId)
		if err != nil {
			r.say(problem(err))
			return
		}
		r.history.rules = rules
	}
	copy(r.history.players[:], res.Players)
	known, shown := r.readEnd(ctx, res.CreatedHeight, res.EndedHeight)
	if !shown {
		return
	}
	if !known {
		r.past.Note = r.kind.EndUnknown()
	}
	seat := slices.Index(res.Players, r.backend.key.Address.String())
	r.watching, r.seat = seat < 0, game.Seat(max(seat, 0))
	if !r.recoverEnded(ctx, r.history.rules, res.CreatedHeight, res.EndedHeight) {
		return // it is looked for again
	}
	if other := int(r.seat.Other()); r.found && other < len(res.Players) && r.wallet.IsOwnBot(res.Players[other]) {
		r.botPlays = true
	}
	g := &tui.Game{
		ID: r.id, Me: r.seat, State: r.endState(res), Log: r.log(), LogNote: r.past.Note,
		BlockMillis: int64(r.backend.params.BlockMillis),
		CanRematch:  !r.watching && !r.backend.attends() && r.canRematch(ctx),
	}
	r.standings = [types.PlayersPerGame]tui.Standing{}
	if over := r.history.over; over != nil {
		r.readRatings(ctx, over)
		g.Stakes = text.StakeAndFee(over.Terms)
		if !r.watching {
			account := duel.AccountOf(over, r.seat)
			if g.Coins = r.coins(account); g.Coins != nil {
				g.Coins.Notes = account.Remarks()
				if bots := r.history.bots.String(); bots != "" {
					g.Coins.Fees = text.SpentByBot(g.Coins.Fees, bots)
				}
			}
		}
	}
	r.fill(g)
	r.finish(func() {
		r.game, r.ownBot = g, r.botPlays
		if created := r.history.created; created != nil {
			r.terms, r.turnBlocks, r.channel = created.Terms, created.TurnBlocks, created.ChannelTimeoutBlocks > 0
		}
	})
	if !r.incomplete {
		_ = r.wallet.Close() // the line to the relay
	}
}

// endState returns the final state: replayed from the events if all are known, else derived from the latest view and
// the result.
func (r *duelRunner) endState(res types.Result) game.State {
	if r.history.replay != nil && r.history.replay.State().Phase.Ended() {
		return r.history.replay.State()
	}
	s := game.State{Ruleset: r.history.rules}
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

// gone implements gameDriver.
func (r *duelRunner) gone(ctx context.Context) {
	s := r.view.State
	if r.history.replay != nil && r.history.replay.State().Phase.Ended() {
		s = r.history.replay.State()
	}
	s.Phase, s.Owes, s.Deadline = game.PhaseCancelled, game.OwesNothing, 0
	g := &tui.Game{
		ID: r.id, Me: r.seat, State: s, Log: slices.Clone(r.history.log), BlockMillis: int64(r.backend.params.BlockMillis),
	}
	r.fill(g)
	r.finish(func() { r.game = g })
	_ = r.wallet.Close() // the line to the relay, at which the player was present
	if r.history.cause == game.CancelExpired {
		r.reopen(ctx)
	}
}
