package cli

import (
	"context"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
)

// recoverMelee finds the player's board in one melee again, tells of it, and does what is owed if that is wanted.
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

// tellMelee says of an unfinished melee who owes what.
func (e *env) tellMelee(v session.MeleeView) {
	if !e.out.json {
		e.out.text("Melee %d (%s): %s (%s left).",
			v.Melee.Id, meleeTerms(v.Melee.Terms), toYou(v.Owed(), e.me), seconds(v.SecondsLeft))
	}
}

// meetMelee does all that the player owes in a melee, but for aims. What fails and can pass is told, and tried again.
func (e *env) meetMelee(ctx context.Context, m *session.Melee) ([]meleeReport, error) {
	var all []meleeReport
	tries := retry{most: maxAnswerTries, tell: func(err error) {
		e.out.note("Melee %d: not done yet, and tried again: %s.", m.GameID(), err)
	}}
	for {
		_, done, acted, err := m.Advance(ctx, nil)
		if err != nil && client.MayPass(err) {
			if err := tries.again(err); err != nil {
				return all, err
			}
			if err := e.chain.Sleep(ctx); err != nil {
				return all, err
			}
			continue
		}
		tries.well()
		if err != nil || !acted {
			return all, err
		}
		all = append(all, newMeleeReport(done))
		if !e.out.json {
			e.out.text("  Block %d: %s.%s", done.Height, meleeSentence(done), paidFor(done))
		}
	}
}
