package melee

import (
	"context"
	"errors"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// aimer chooses what to aim at in a state in which the player owes an aim. Own are the tiles of the player's own ships.
type aimer func(s melee.State, seat melee.Seat, own game.Set) (game.Tile, error)

// Confirm binds the player to a full table, to the end of the melee.
func (m *Session) Confirm(ctx context.Context) (session.Done, error) {
	v, seat, err := m.lookToAct(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if err := v.check(seat, "you have confirmed", melee.StageReady); err != nil {
		return session.Done{}, err
	}
	return m.confirm(ctx, v, seat)
}

func (m *Session) confirm(ctx context.Context, v View, seat melee.Seat) (session.Done, error) {
	params, err := m.ChainParams(ctx)
	if err == nil {
		err = m.checkParty(v, params)
	}
	if err != nil {
		return session.Done{}, err
	}
	if _, _, err := melee.Step(v.State, melee.Confirm{By: seat}, v.next()); err != nil {
		return session.Done{}, fmt.Errorf("melee %d: %w", m.ID, err)
	}
	msg := &types.MsgConfirmMelee{Sender: m.Sender(), GameId: m.ID}
	return m.sendOwed(ctx, v, text.Intent{Act: text.ActConfirmMelee}, msg, session.NoShot, nil)
}

// Aim commits to the target of the round. The error is an ErrOwnShip if the tile holds one of the player's own ships,
// which the bomb would hit as well, unless anyway is set; and an *AimedError if another target was signed for this
// round.
func (m *Session) Aim(ctx context.Context, tileName string, anyway bool) (session.Done, error) {
	v, seat, err := m.lookToAct(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if err := v.check(seat, "you have aimed", melee.StageAim); err != nil {
		return session.Done{}, err
	}
	tile, err := v.State.Ruleset.ParseTile(tileName)
	if err != nil {
		return session.Done{}, err
	}
	if signed, ok, err := m.signedAim(v); err != nil {
		return session.Done{}, err
	} else if ok && signed != tile {
		name := v.State.Ruleset.TileName(signed)
		return session.Done{}, &AimedError{GameID: m.ID, Round: v.State.Round, Signed: name, Wanted: tileName}
	}
	return m.aim(ctx, v, seat, func(_ melee.State, _ melee.Seat, own game.Set) (game.Tile, error) {
		if own.Has(tile) && !anyway {
			return 0, fmt.Errorf("melee %d: %w: %s", m.ID, text.ErrOwnShip, tileName)
		}
		return tile, nil
	})
}

// errNoAim means that nothing was signed in a round, and no target is chosen.
var errNoAim = errors.New("no target is chosen")

// aim aims at the chosen target, or at the one already signed in this round, regardless of the choice. A nil aimer
// chooses nothing.
func (m *Session) aim(ctx context.Context, v View, seat melee.Seat, choose aimer) (session.Done, error) {
	s := v.State
	if _, _, err := melee.Step(s, melee.Aim{By: seat}, v.next()); err != nil {
		return session.Done{}, fmt.Errorf("melee %d: %w", m.ID, err)
	}
	tile, signed, err := m.signedAim(v)
	if err != nil {
		return session.Done{}, err
	}
	if !signed && choose == nil {
		return session.Done{}, fmt.Errorf("melee %d: %w", m.ID, errNoAim)
	}
	own, err := m.recover(v, seat)
	if err != nil {
		return session.Done{}, err
	}
	ships, err := s.Ruleset.FleetTiles(own.Fleet)
	if err != nil {
		return session.Done{}, fmt.Errorf("melee %d: your fleet: %w", m.ID, err)
	}
	if !signed {
		if tile, err = choose(s, seat, ships); err != nil {
			return session.Done{}, err
		}
	}
	name := s.Ruleset.TileName(tile)
	if !s.Free().Has(tile) {
		return session.Done{}, fmt.Errorf("melee %d: %w: expected a tile that was not bombed yet, got %s",
			m.ID, game.ErrTileTaken, name)
	}
	aim, err := commitment.CommitAim(own.Binding, own.Secret, v.round(), tile)
	if err != nil {
		return session.Done{}, fmt.Errorf("melee %d: %w", m.ID, err)
	}
	msg := &types.MsgAim{Sender: m.Sender(), GameId: m.ID, Aim: aim, Round: uint32(s.Round)}
	i := text.Intent{Act: text.ActAim, Target: name, Round: s.Round}
	done, err := m.sendOwed(ctx, v, i, msg, name, text.Aimed{Round: s.Round, Tile: tile, OwnShip: ships.Has(tile)})
	if err != nil && session.MovedOn(err) {
		err = m.lateAim(ctx, v, seat, name, err)
	}
	return done, err
}

// lateAim is a refusal of an aim as a *LateAimError if the round of the aim is over.
func (m *Session) lateAim(ctx context.Context, aimed View, seat melee.Seat, name string, refused error) error {
	now, err := m.Look(ctx)
	if err != nil || now.State.Round <= aimed.State.Round {
		return refused
	}
	return &LateAimError{
		GameID: m.ID, Target: name, Round: aimed.State.Round, Now: now.State.Round,
		Again: now.State.Stage == melee.StageAim && now.Owes(seat), Err: refused,
	}
}

// Fire opens the player's aim: a bomb falls on that tile of every board.
func (m *Session) Fire(ctx context.Context) (session.Done, error) {
	v, seat, err := m.lookToAct(ctx)
	if err != nil {
		return session.Done{}, err
	}
	done := text.HasFired
	if v.State.Struck.Has(seat) && !v.State.Players[seat].HasTarget {
		done = text.NoAimToOpen
	}
	if err := v.check(seat, done, melee.StageFire); err != nil {
		return session.Done{}, err
	}
	return m.fire(ctx, v, seat)
}

func (m *Session) fire(ctx context.Context, v View, seat melee.Seat) (session.Done, error) {
	tile, own, err := m.findAim(v, seat)
	if err != nil {
		return session.Done{}, err
	}
	salt, err := commitment.AimSalt(own.Secret, v.round())
	if err != nil {
		return session.Done{}, fmt.Errorf("melee %d: %w", m.ID, err)
	}
	_, by, err := m.ownIn(v, seat)
	if err != nil {
		return session.Done{}, err
	}
	name := v.State.Ruleset.TileName(tile)
	judge := play.Melee{State: v.State}
	if _, _, err := judge.Fire(by, v.Aims[seat], name, salt, v.next(), nil); err != nil {
		return session.Done{}, fmt.Errorf("melee %d: %w", m.ID, err)
	}
	msg := &types.MsgFire{Sender: m.Sender(), GameId: m.ID, Target: name, Salt: salt}
	i := text.Intent{Act: text.ActFire, Target: name, Round: v.State.Round}
	return m.sendOwed(ctx, v, i, msg, name, text.Fired{Round: v.State.Round, Tile: tile})
}

// Report reports which targets of the round hold one of the player's ships, with openings.
func (m *Session) Report(ctx context.Context) (session.Done, error) {
	v, seat, err := m.lookToAct(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if err := v.check(seat, "you have reported", melee.StageReport); err != nil {
		return session.Done{}, err
	}
	return m.report(ctx, v, seat)
}

func (m *Session) report(ctx context.Context, v View, seat melee.Seat) (session.Done, error) {
	own, by, err := m.ownIn(v, seat)
	if err != nil {
		return session.Done{}, err
	}
	// A report that contradicts the public hits on the board would be refused after it was seen.
	side, err := v.State.Side(seat)
	if err != nil {
		return session.Done{}, fmt.Errorf("melee %d: %w", m.ID, err)
	}
	if err := v.State.Ruleset.CheckSide(side, own.Fleet); err != nil {
		return session.Done{}, fmt.Errorf("%w: %w", session.ErrFalseGame, err)
	}
	ships, err := v.State.Ruleset.FleetTiles(own.Fleet)
	if err != nil {
		return session.Done{}, fmt.Errorf("melee %d: your fleet: %w", m.ID, err)
	}
	msg := &types.MsgReport{Sender: m.Sender(), GameId: m.ID}
	volley := v.State.Volley()
	for tile := range volley.All() {
		opening, err := commitment.Open(own.Binding, own.Fleet, own.Secret, tile)
		if err != nil {
			return session.Done{}, fmt.Errorf("open %s: %w", v.State.Ruleset.TileName(tile), err)
		}
		msg.Openings = append(msg.Openings, *types.NewOpening(opening))
	}
	next, _, err := play.Melee{State: v.State}.Report(by, msg.PlayOpenings(), v.next(), nil)
	if err != nil {
		return session.Done{}, fmt.Errorf("melee %d: %w", m.ID, err)
	}
	reported := text.Reported{
		Round: v.State.Round, Volley: volley, Hits: volley.Intersect(ships),
		Sunk: next.Players[seat].Hits.Len() == v.State.Ruleset.ShipTiles(),
	}
	// The node gets the openings with the request for their gas, so the volley is recorded before. With proofs the volley
	// is the chain's, even if another node has shown a different one.
	names := nameTiles(v.State.Ruleset, volley)
	if err := m.Moves().Sign(v.volleyKey(own), names); err != nil {
		var other *vault.OtherMoveError
		if !errors.As(err, &other) {
			return session.Done{}, err
		}
		if !m.Player.Chain.Proves() {
			return session.Done{}, &ReportedError{GameID: m.ID, Round: v.State.Round, Signed: other.Signed, Shown: names}
		}
	}
	i := text.Intent{Act: text.ActReport, Round: v.State.Round, Tiles: volley.Len()}
	return m.sendOwed(ctx, v, i, msg, session.NoShot, reported)
}

// Concede gives up after the first round has begun. The others play on.
func (m *Session) Concede(ctx context.Context) (session.Done, error) {
	v, seat, err := m.lookToAct(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if why := v.lost(seat); why != "" {
		return session.Done{}, v.notNow(game.ErrPhase, why)
	}
	switch stage := v.State.Stage; stage {
	case melee.StageOpen, melee.StageReady:
		if stage == melee.StageReady && !v.Owes(seat) {
			return session.Done{}, v.notNow(game.ErrPhase, text.ConfirmedConcedes)
		}
		return session.Done{}, v.notNow(game.ErrPhase, text.LeaveNotConcede)
	case melee.StageClaim, melee.StageSecond, melee.StageOver, melee.StageCancelled:
		return session.Done{}, v.notNow(game.ErrPhase, "")
	case melee.StageAim, melee.StageFire, melee.StageReport:
	}
	if _, _, err := melee.Step(v.State, melee.Concede{By: seat}, v.next()); err != nil {
		return session.Done{}, fmt.Errorf("melee %d: %w", m.ID, err)
	}
	i := text.Intent{Act: text.ActConcede, Terms: v.Melee.Terms}
	return m.sendAct(ctx, v, i, &types.MsgConcede{Sender: m.Sender(), GameId: m.ID}, nil)
}

// Claim proves the player's board when play has ended.
func (m *Session) Claim(ctx context.Context) (session.Done, error) {
	v, seat, err := m.lookToAct(ctx)
	if err != nil {
		return session.Done{}, err
	}
	const done = text.ProvenOrOutranked
	if err := v.check(seat, done, melee.StageClaim, melee.StageSecond); err != nil {
		return session.Done{}, err
	}
	return m.claim(ctx, v, seat)
}

func (m *Session) claim(ctx context.Context, v View, seat melee.Seat) (session.Done, error) {
	own, by, err := m.ownIn(v, seat)
	if err != nil {
		return session.Done{}, err
	}
	// The secret must not be shown for a claim that fails.
	claim := play.Claim{Fleet: own.Fleet, Secret: own.Secret}
	if _, _, err := (play.Melee{State: v.State}).Claim(by, claim, v.next(), nil); err != nil {
		return session.Done{}, fmt.Errorf("claim melee %d: %w", m.ID, err)
	}
	msg := &types.MsgClaimWin{
		Sender: m.Sender(), GameId: m.ID,
		Fleet: v.State.Ruleset.FleetString(own.Fleet), BoardSecret: own.Secret,
	}
	done, err := m.sendOwed(ctx, v, text.Intent{Act: text.ActClaim}, msg, session.NoShot, nil)
	if err != nil {
		return done, err
	}
	done.Result, err = m.claimed(done.Receipt, seat)
	return done, err
}

// claimed reads the result of a claim.
func (m *Session) claimed(r client.Receipt, seat melee.Seat) (text.MeleeClaimed, error) {
	var res types.MsgClaimWinResponse
	if err := r.Response(&res); err != nil {
		return text.MeleeClaimed{}, err
	}
	claimed := text.MeleeClaimed{Until: res.Deadline}
	if over, ended := session.EventOf[*types.EventMeleeOver](r); ended {
		account := AccountOf(over, seat)
		claimed.Over, claimed.Account = over, &account
	}
	return claimed, nil
}

// sendOwed sends a message that the melee waits for, and writes it down before any node gets it.
func (m *Session) sendOwed(
	ctx context.Context, v View, i text.Intent, msg sdk.Msg, move string, result text.Result,
) (session.Done, error) {
	return m.sent(ctx, v, i, m.owedIn(ctx, v, msg, move), msg, result)
}

// sendAct sends a message that is not owed.
func (m *Session) sendAct(
	ctx context.Context, v View, i text.Intent, msg sdk.Msg, result text.Result,
) (session.Done, error) {
	return m.sent(ctx, v, i, session.Delivery{}, msg, result)
}

func (m *Session) sent(
	ctx context.Context, v View, i text.Intent, d session.Delivery, msg sdk.Msg, result text.Result,
) (session.Done, error) {
	i.GameID, i.Kind = m.ID, text.Melee
	receipt, err := m.Player.Send(ctx, i, d, msg)
	if err != nil {
		return session.Done{}, fmt.Errorf("%s in melee %d: %w", i.Act, m.ID, err)
	}
	return session.Done{Receipt: receipt, GameID: m.ID, Act: i.Act, Ruleset: v.State.Ruleset, Result: result}, nil
}
