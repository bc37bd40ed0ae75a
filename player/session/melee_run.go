package session

import (
	"context"
	"errors"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Owes returns the stage in which the player owes something that it still can do: to confirm, aim, fire or report, or
// to prove its board. It returns 0 if it owes nothing.
func (m *Melee) Owes(v MeleeView) (melee.Stage, error) {
	seat, err := m.seat(v)
	if err != nil || !v.Owes(seat) || v.State.Stage.Ended() || game.Late(v.State.Deadline, v.next()) {
		return 0, err
	}
	return v.State.Stage, nil
}

// Advance meets the player's obligation: it confirms, aims at the target if there is one, fires, reports, or proves the
// board. It returns the melee before the act, and whether it acted. A target already signed for the same round replaces
// the given one, so Aimed.Tile can be another one.
func (m *Melee) Advance(ctx context.Context, target *game.Tile) (v MeleeView, done Done, acted bool, err error) {
	v, seat, stage, err := m.due(ctx)
	if err != nil || stage == 0 {
		return v, done, false, err
	}
	var choose aimer
	if target != nil {
		choose = func(melee.State, melee.Seat, game.Set) (game.Tile, error) { return *target, nil }
	}
	done, err = m.meet(ctx, v, seat, stage, choose)
	if errors.Is(err, errNoAim) {
		return v, done, false, nil // which the player has not chosen yet
	}
	return v, done, err == nil, err
}

// due looks at the melee and returns the player's obligation.
func (m *Melee) due(ctx context.Context) (v MeleeView, seat melee.Seat, stage melee.Stage, err error) {
	if v, seat, err = m.lookToAct(ctx); err != nil {
		return v, seat, 0, err
	}
	stage, err = m.Owes(v)
	return v, seat, stage, err
}

// meet meets the player's obligation in a stage.
func (m *Melee) meet(
	ctx context.Context, v MeleeView, seat melee.Seat, stage melee.Stage, choose aimer,
) (Done, error) {
	switch stage {
	case melee.StageReady:
		return m.confirm(ctx, v, seat)
	case melee.StageAim:
		return m.aim(ctx, v, seat, choose)
	case melee.StageFire:
		return m.fire(ctx, v, seat)
	case melee.StageReport:
		return m.report(ctx, v, seat)
	case melee.StageClaim, melee.StageSecond:
		return m.claim(ctx, v, seat)
	case melee.StageOpen, melee.StageOver, melee.StageCancelled:
	}
	return Done{}, v.notNow(game.ErrPhase, "")
}

// Run plays the rest of the melee with a strategy, to the proof of the board and the result, as Session.Run plays a
// duel: it waits for the others, and outlasts whatever can pass. The error is ErrGone if the chain has no such melee:
// it was cancelled.
func (m *Melee) Run(ctx context.Context, strategy bot.MeleeStrategy, observer Observer) (types.MeleeResult, error) {
	e := endurance{observer: observer, respondedUntil: time.Now().Add(patience)}
	for {
		v, done, acted, err := m.step(ctx, strategy, &e)
		var ended *MeleeEndedError
		if err == nil {
			e.well(m.lasts(ctx, v))
		}
		switch {
		case err == nil && acted:
			e.acted(done)
			continue // it may have been the last one that the stage waited for
		case err == nil:
			e.waits(v.Position(), v.Next())
		case errors.As(err, &ended):
			return ended.Result, nil
		case ctx.Err() != nil:
			return types.MeleeResult{}, context.Cause(ctx)
		default:
			if err := e.failed(m.gameID, v.Position(), err); err != nil {
				return types.MeleeResult{}, err
			}
		}
		if err := e.pause(ctx, m.Sleep); err != nil {
			return types.MeleeResult{}, err
		}
	}
}

// step meets the player's obligation, unless it has a pause, and returns the melee before the act.
func (m *Melee) step(
	ctx context.Context, strategy bot.MeleeStrategy, e *endurance,
) (v MeleeView, done Done, acted bool, err error) {
	v, seat, stage, err := m.due(ctx)
	if err != nil || stage == 0 || e.pauses.Wait(v.Position()) {
		return v, done, false, err
	}
	if wait, err := m.onItsWay(v.Position()); err != nil || wait {
		return v, done, false, err
	}
	done, err = m.meet(ctx, v, seat, stage, strategy.Aim)
	return v, done, err == nil, err
}

// lasts is the time for which the melee can continue without a word from the node: to the end of the current obligation
// and of the next one.
func (m *Melee) lasts(ctx context.Context, v MeleeView) time.Duration {
	params, err := m.chainParams(ctx)
	if err != nil {
		return 0
	}
	return params.Duration(max(v.State.Deadline-v.Height, 0) + v.Melee.TurnBlocks + v.Melee.ClaimBlocks)
}
