package melee

import (
	"context"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// recovered is the report about one melee.
type recovered struct {
	act.Recovered
	// Done are the transactions that have met obligations.
	Done []act.Report `json:"melee_done,omitempty"`
}

// Recover implements act.Kind.
func (Kind) Recover(ctx context.Context, e *env.Env, p session.Player, answer bool) (all []act.Found, err error) {
	ids, err := melee.Unfinished(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		all = append(all, recoverOne(ctx, e, melee.Open(p, id), answer))
	}
	return all, nil
}

// recoverOne recovers the player's board in one melee, reports it, and meets obligations if asked to.
func recoverOne(ctx context.Context, e *env.Env, m *melee.Session, answer bool) *recovered {
	r := &recovered{Recovered: act.Recovered{GameID: m.ID, Ruleset: rules.Ruleset().Name}}
	next := ""
	v, err := m.Look(ctx)
	if err == nil {
		r.Phase, r.Deadline = v.State.Stage.String(), v.State.Deadline
		if stage, dueErr := m.Owes(v); dueErr == nil && stage != 0 {
			r.Owes, r.By = stage.String(), e.Me
		}
		next = fmt.Sprintf("melee %d (%s): %s", m.ID, text.StakeTerms(v.Melee.Terms), e.Voice().Next(v.Next()))
		var fleet game.Fleet
		if fleet, _, err = m.Fleet(v); err == nil {
			r.Fleet = v.State.Ruleset.FleetString(fleet)
		}
	}
	r.Done = act.Meet(ctx, e, Kind{}, &r.Recovered, next, err, answer, func() (session.Done, bool, error) {
		_, done, acted, err := m.Advance(ctx, nil)
		return done, acted, err
	})
	return r
}
