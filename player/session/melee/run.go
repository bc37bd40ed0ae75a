package melee

import (
	"context"
	"errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Owes returns the stage in which the player owes something that it still can do: to confirm, aim, fire or report, or
// to prove its board. It returns 0 if it owes nothing.
func (m *Session) Owes(v View) (melee.Stage, error) {
	seat, err := m.seat(v)
	if err != nil || !v.Owes(seat) || v.State.Stage.Ended() || game.Late(v.State.Deadline, v.next()) {
		return 0, err
	}
	return v.State.Stage, nil
}

// Advance implements Game. It confirms, aims at the tile if there is one, fires, reports, or proves the board. A target
// already signed for the same round replaces the given one, so Aimed.Tile can be another one.
func (m *Session) Advance(ctx context.Context, aim *session.Aim) (session.Status, session.Done, bool, error) {
	v, seat, stage, err := m.due(ctx)
	if err != nil || stage == 0 {
		return m.status(v), session.Done{}, false, err
	}
	var choose aimer
	if aim != nil && aim.Turn == v.PositionKey() {
		choose = func(melee.State, melee.Seat, game.Set) (game.Tile, error) { return aim.Tile, nil }
	}
	done, err := m.meet(ctx, v, seat, stage, choose)
	if errors.Is(err, errNoAim) {
		return m.status(v), done, false, nil // which the player has not chosen yet
	}
	return m.status(v), done, err == nil, err
}

// due looks at the melee and returns the player's obligation.
func (m *Session) due(ctx context.Context) (v View, seat melee.Seat, stage melee.Stage, err error) {
	if v, seat, err = m.lookToAct(ctx); err != nil {
		return v, seat, 0, err
	}
	stage, err = m.Owes(v)
	return v, seat, stage, err
}

// meet meets the player's obligation in a stage.
func (m *Session) meet(
	ctx context.Context, v View, seat melee.Seat, stage melee.Stage, choose aimer,
) (session.Done, error) {
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
	return session.Done{}, v.notNow(game.ErrPhase, "")
}

// Run plays the rest of the melee with a strategy, as Run of package session does.
func (m *Session) Run(
	ctx context.Context, strategy bot.MeleeStrategy, observer session.Observer,
) (types.MeleeResult, error) {
	var ended *EndedError
	if err := session.Run(ctx, played{m, strategy}, observer); !errors.As(err, &ended) {
		return types.MeleeResult{}, err
	}
	return ended.Result, nil
}

// played is a melee that a strategy plays.
type played struct {
	*Session
	strategy bot.MeleeStrategy
}

// Advance implements Game. It has a pause after failures, and waits for a move that another program has sent.
func (p played) Advance(ctx context.Context, _ *session.Aim) (session.Status, session.Done, bool, error) {
	v, seat, stage, err := p.due(ctx)
	s := p.status(v)
	if err != nil || stage == 0 || p.Paused(s.Position) {
		return s, session.Done{}, false, err
	}
	if wait, err := p.OnItsWay(s.Position); err != nil || wait {
		return s, session.Done{}, false, err
	}
	done, err := p.meet(ctx, v, seat, stage, p.strategy.Aim)
	return s, done, err == nil, err
}

// Status implements Game.
func (m *Session) Status(ctx context.Context) (session.Status, error) {
	v, err := m.Look(ctx)
	return m.status(v), err
}

// status is the melee as the chain showed it, for the player. It is the zero Status for one that was not found.
func (m *Session) status(v View) session.Status {
	if v.State.Ruleset == nil {
		return session.Status{}
	}
	return v.Status(m.Address().String())
}

// Status is the melee as the player of an address sees it.
func (v View) Status(player string) session.Status {
	s := session.Status{
		Position: v.Position(), Created: v.Melee.CreatedHeight, Next: v.Next(), Concerned: true,
		Lasts: max(v.State.Deadline-v.Height, 0) + v.Melee.TurnBlocks + v.Melee.ClaimBlocks,
	}
	seat, ok := v.Melee.SeatOf(player)
	if !ok {
		return s
	}
	standing := v.State.Players[seat].Standing
	if standing != melee.Absent { // who has left a full table looks on
		s.Seated, s.Delegate, s.Turn = true, v.Melee.Players[seat].Delegate, v.PositionKey()
	}
	s.Concerned = v.Owes(seat) || standing != melee.Afloat || v.State.Stage >= melee.StageClaim
	return s
}

// Do implements Game.
func (m *Session) Do(ctx context.Context, act text.Act) (session.Done, error) {
	switch act {
	case text.ActConfirmMelee:
		return m.Confirm(ctx)
	case text.ActLeaveMelee:
		return m.Leave(ctx)
	case text.ActConcede:
		return m.Concede(ctx)
	case text.ActClaim:
		return m.Claim(ctx)
	case text.ActDecline:
		return m.Decline(ctx)
	default:
		return session.Done{}, session.ErrNoAct
	}
}
