package cli

import (
	"context"
	"fmt"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

// recoverMelee recovers the player's board in one melee, reports it, and meets obligations if asked to.
func (e *env) recoverMelee(ctx context.Context, p session.Player, id uint64, answer bool) recovered {
	r := recovered{GameID: id, Ruleset: melee.Ruleset().Name}
	m := session.OpenMelee(p, id)
	v, err := m.Look(ctx)
	if err == nil {
		r.Phase, r.Deadline = v.State.Stage.String(), v.State.Deadline
		if stage, dueErr := m.Owes(v); dueErr == nil && stage != 0 {
			r.Owes, r.By = stage.String(), e.me
		}
		e.tellMelee(v)
		fleet, _, fleetErr := m.Fleet(v)
		if err = fleetErr; err == nil {
			r.Fleet = v.State.Ruleset.FleetString(fleet)
		}
	}
	if err != nil {
		r.Trouble = err.Error()
	}
	switch {
	case e.out.json:
	case err != nil:
		e.out.text("  Your board cannot be recovered: %s.", err)
	default:
		e.out.text("  Your board is recovered, and is the one that you committed to: %s.", r.Fleet)
	}
	if err != nil || !answer {
		return r
	}
	if r.MeleeDone, err = e.meetMelee(ctx, m); err != nil {
		r.Trouble = err.Error()
		e.out.note("Melee %d: not all that you owe was sent: %s.", id, err)
	}
	return r
}

// tellMelee describes the obligations in an unfinished melee.
func (e *env) tellMelee(v session.MeleeView) {
	if !e.out.json {
		e.out.text("Melee %d (%s): %s.",
			v.Melee.Id, text.MeleeTerms(v.Melee.Terms), e.voice().Next(v.Next()))
	}
}

// meetMelee meets all of the player's obligations in a melee, except for aims.
func (e *env) meetMelee(ctx context.Context, m *session.Melee) (all []meleeReport, err error) {
	err = e.meetAll(ctx, fmt.Sprintf("Melee %d", m.GameID()), func() (session.Done, bool, error) {
		_, done, acted, err := m.Advance(ctx, nil)
		return done, acted, err
	}, func(done session.Done) {
		all = append(all, newMeleeReport(done))
		if !e.out.json {
			e.out.text("  Block %d: %s.%s", done.Height, e.done(done), paidFor(done))
		}
	})
	return all, err
}
