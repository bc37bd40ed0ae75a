package melee

import (
	"slices"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// copyOdds is how many aims it takes, on average, to find one that was copied from another player.
const copyOdds = 10

// sent returns a completed attempt: sometimes an account without rights in the melee sends the message.
func sent[M sdk.Msg](
	s core.Scene, a core.Attempt[M], b *brawl, setSender func(msg M, sender string),
) (core.Attempt[M], error) {
	if a.Refusal == nil && s.Slips() {
		stranger, err := s.Somebody(b.insiders()...)
		if err != nil {
			return core.Attempt[M]{}, err
		}
		a.Sender, a.Refusal = stranger, types.ErrUnauthorized
	}
	setSender(a.Msg, a.Sender.AddressBech32)
	return a, nil
}

// owing has a message sent for a seat that owes it, or now and then for one that does not.
func owing[M sdk.Msg](
	k *keeper.Keeper, stage melee.Stage, next func(s core.Scene, b *brawl, seat melee.Seat) (core.Attempt[M], error),
	setSender func(msg M, sender string),
) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[M], error) {
		b, err := hurried(s, stage)
		if err != nil {
			return core.Attempt[M]{}, err
		}
		a, err := next(s, b, seatOf(s, b.state.Owes))
		if err != nil {
			return core.Attempt[M]{}, err
		}
		if idle := b.state.Seats(melee.Afloat) &^ b.state.Owes; a.Refusal == nil && idle != 0 && s.Slips() {
			a.Sender, a.Refusal = actorOf(s, b, seatOf(s, idle)), types.ErrTurn
		}
		return sent(s, a, b, setSender)
	})
}

// MsgConfirmMeleeFactory confirms that players are there.
func MsgConfirmMeleeFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return owing(k, melee.StageReady,
		func(s core.Scene, b *brawl, seat melee.Seat) (core.Attempt[*types.MsgConfirmMelee], error) {
			return core.Attempt[*types.MsgConfirmMelee]{
				Sender: actorOf(s, b, seat), Msg: &types.MsgConfirmMelee{GameId: b.melee.Id},
			}, nil
		}, func(msg *types.MsgConfirmMelee, sender string) { msg.Sender = sender })
}

// MsgAimFactory aims: sometimes by copying the aim of another player, who alone can open it.
func MsgAimFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return owing(k, melee.StageAim, func(s core.Scene, b *brawl, seat melee.Seat) (core.Attempt[*types.MsgAim], error) {
		board := b.boards[seat]
		aim, err := commitment.CommitAim(board.Binding, board.Secret, uint16(b.state.Round), target(s, b))
		if err != nil {
			return core.Attempt[*types.MsgAim]{}, err
		}
		if aimed := b.state.Aimed(); aimed != 0 && s.Dice.Intn(copyOdds) == 0 {
			if aim, err = aimOf(s, b, seatOf(s, aimed)); err != nil {
				return core.Attempt[*types.MsgAim]{}, err
			}
		}
		a := core.Attempt[*types.MsgAim]{Sender: actorOf(s, b, seat), Msg: &types.MsgAim{
			GameId: b.melee.Id, Aim: aim, Round: uint32(b.state.Round),
		}}
		if s.Slips() {
			a.Slip(s.Dice, []core.Slip[*types.MsgAim]{
				{Err: types.ErrInvalidAim, Do: func(msg *types.MsgAim) { msg.Aim = msg.Aim[1:] }},
				{Err: types.ErrInvalidAim, Do: func(msg *types.MsgAim) { msg.Aim = nil }},
				{Err: types.ErrPhase, Do: func(msg *types.MsgAim) { msg.Round-- }},
				{Err: types.ErrPhase, Do: func(msg *types.MsgAim) { msg.Round++ }},
				{Err: types.ErrGameNotFound, Do: func(msg *types.MsgAim) { msg.GameId = 0 }},
			})
		}
		return a, nil
	}, func(msg *types.MsgAim, sender string) { msg.Sender = sender })
}

// MsgFireFactory opens aims. Those that were copied cannot be opened.
func MsgFireFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return owing(k, melee.StageFire, func(s core.Scene, b *brawl, seat melee.Seat) (core.Attempt[*types.MsgFire], error) {
		aim, err := aimOf(s, b, seat)
		if err != nil {
			return core.Attempt[*types.MsgFire]{}, err
		}
		salt, err := commitment.AimSalt(b.boards[seat].Secret, uint16(b.state.Round))
		if err != nil {
			return core.Attempt[*types.MsgFire]{}, err
		}
		tile, own := b.found(seat, aim)
		if !own {
			tile = target(s, b)
		}
		name := b.state.Ruleset.TileName
		a := core.Attempt[*types.MsgFire]{Sender: actorOf(s, b, seat), Msg: &types.MsgFire{
			GameId: b.melee.Id, Target: name(tile), Salt: salt,
		}}
		if !own {
			a.Refusal = types.ErrWrongOpening
			return a, nil
		}
		if !s.Slips() {
			return a, nil
		}
		slips := []core.Slip[*types.MsgFire]{
			{Err: types.ErrTile, Do: func(msg *types.MsgFire) { msg.Target = "Z99" }},
			{Err: types.ErrWrongOpening, Do: func(msg *types.MsgFire) { msg.Salt[0]++ }},
			{Err: types.ErrWrongOpening, Do: func(msg *types.MsgFire) { msg.Salt = msg.Salt[1:] }},
		}
		if others := b.state.Free().Without(tile); !others.IsEmpty() {
			slips = append(slips, core.Slip[*types.MsgFire]{Err: types.ErrWrongOpening, Do: func(msg *types.MsgFire) {
				msg.Target = name(core.AnyTile(s.Dice, others))
			}})
		}
		if bombed := b.state.Bombed; !bombed.IsEmpty() {
			slips = append(slips, core.Slip[*types.MsgFire]{Err: types.ErrTile, Do: func(msg *types.MsgFire) {
				msg.Target = name(core.AnyTile(s.Dice, bombed))
			}})
		}
		a.Slip(s.Dice, slips)
		return a, nil
	}, func(msg *types.MsgFire, sender string) { msg.Sender = sender })
}

// MsgReportFactory reports the hits of a round's bombs.
func MsgReportFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	next := func(s core.Scene, b *brawl, seat melee.Seat) (core.Attempt[*types.MsgReport], error) {
		a := core.Attempt[*types.MsgReport]{Sender: actorOf(s, b, seat), Msg: &types.MsgReport{
			GameId: b.melee.Id, Openings: b.openings(seat, b.state.Volley()),
		}}
		if s.Slips() {
			a.Slip(s.Dice, []core.Slip[*types.MsgReport]{
				{Err: types.ErrInvalidMove, Do: func(msg *types.MsgReport) { msg.Openings = msg.Openings[1:] }},
				{Err: types.ErrInvalidMove, Do: func(msg *types.MsgReport) {
					msg.Openings = append(msg.Openings, msg.Openings[0])
				}},
				{Err: types.ErrWrongOpening, Do: func(msg *types.MsgReport) { msg.Openings[0].Salt[0]++ }},
				{Err: types.ErrWrongOpening, Do: func(msg *types.MsgReport) {
					msg.Openings[0].Path = slices.Concat(msg.Openings[0].Path, [][]byte{msg.Openings[0].Salt})
				}},
			})
		}
		return a, nil
	}
	return owing(k, melee.StageReport, next, func(msg *types.MsgReport, sender string) { msg.Sender = sender })
}

// Concede gives up a melee that has begun.
func (Kind) Concede(s core.Scene) (core.Attempt[*types.MsgConcede], error) {
	b, err := findBrawl(s, inStage(melee.StageAim, melee.StageFire, melee.StageReport))
	if err != nil {
		return core.Attempt[*types.MsgConcede]{}, err
	}
	seat := seatOf(s, types.Staked(b.state))
	a := core.Attempt[*types.MsgConcede]{Sender: actorOf(s, b, seat), Msg: &types.MsgConcede{GameId: b.melee.Id}}
	p, alone := b.state.Players[seat], b.state.Seats(melee.Afloat).Len() == 1
	if p.Standing != melee.Afloat || p.Hits.Len() == b.state.Ruleset.ShipTiles() || alone {
		a.Refusal = types.ErrTurn
	}
	return sent(s, a, b, func(msg *types.MsgConcede, sender string) { msg.Sender = sender })
}

// ClaimWin shows a board that may still win a melee. Those of cheaters are refused.
func (Kind) ClaimWin(s core.Scene) (core.Attempt[*types.MsgClaimWin], error) {
	b, err := findBrawl(s, inStage(melee.StageClaim, melee.StageSecond))
	if err != nil {
		return core.Attempt[*types.MsgClaimWin]{}, err
	}
	seat := seatOf(s, b.state.Owes)
	board := b.boards[seat]
	a := core.Attempt[*types.MsgClaimWin]{Sender: actorOf(s, b, seat), Msg: &types.MsgClaimWin{
		GameId: b.melee.Id, Fleet: b.state.Ruleset.FleetString(board.Fleet), BoardSecret: board.Secret,
	}}
	switch {
	case !board.Honest():
		a.Refusal = types.ErrClaim
	case s.Slips():
		other, err := game.RandomFleet(b.state.Ruleset, s.Dice.Intn)
		if err != nil {
			return core.Attempt[*types.MsgClaimWin]{}, err
		}
		a.Slip(s.Dice, []core.Slip[*types.MsgClaimWin]{
			{Err: types.ErrClaim, Do: func(msg *types.MsgClaimWin) {
				msg.BoardSecret = core.AnyBytes(s.Dice, commitment.SecretSize)
			}},
			{Err: types.ErrClaim, Do: func(msg *types.MsgClaimWin) { msg.Fleet = b.state.Ruleset.FleetString(other) }},
			{Err: types.ErrNotChannel, Do: func(msg *types.MsgClaimWin) { msg.Proof = &types.StateProof{} }},
		})
	}
	return sent(s, a, b, func(msg *types.MsgClaimWin, sender string) { msg.Sender = sender })
}
