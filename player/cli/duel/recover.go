package duel

import (
	"context"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Recover implements act.Kind.
func (Kind) Recover(ctx context.Context, e *env.Env, p session.Player, answer bool) (all []act.Found, err error) {
	games, err := duel.Unfinished(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		all = append(all, recoverGame(ctx, e, p, g, answer))
	}
	return all, nil
}

// recoverGame recovers the player's board in one duel, reports it, and meets obligations if asked to.
func recoverGame(ctx context.Context, e *env.Env, p session.Player, g types.GameSummary, answer bool) *act.Recovered {
	r := &act.Recovered{
		GameID: g.Id, Ruleset: env.RulesetName(g.RulesetId), Phase: game.Phase(g.Phase).String(),
		Owes: game.Obligation(g.Owes).String(), By: g.Actor, Deadline: g.Deadline,
	}
	s := duel.Open(p, g.Id)
	e.Playing = s
	defer func() { _ = s.Close() }() // nothing hangs on how
	v, err := s.Look(ctx)
	if err == nil {
		var fleet game.Fleet
		if fleet, _, err = s.Fleet(v); err == nil {
			r.Fleet = v.State.Ruleset.FleetString(fleet)
		}
	}
	acting := s
	if err == nil && answer {
		delegate, delegateErr := s.AsDelegate(ctx)
		if allowed, err := s.Allowed(ctx); delegateErr == nil && err == nil && allowed {
			acting = delegate
		}
	}
	r.Done = act.Meet(ctx, e, Kind{}, r, e.Voice().Unfinished(g), err, answer, func() (session.Done, bool, error) {
		_, done, acted, err := acting.Advance(ctx, nil)
		return done, acted, err
	})
	return r
}
