package simulation

import (
	"slices"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// copyOdds is how many aims it takes, on average, to find one that was copied from another player.
const copyOdds = 10

// send completes an attempt: sometimes an account without rights in the melee sends the message.
func (a *attempt[M]) send(s scene, b *brawl, setSender func(msg M, sender string)) error {
	if a.refusal == nil && s.slips() {
		stranger, err := s.somebody(b.insiders()...)
		if err != nil {
			return err
		}
		a.sender, a.refusal = stranger, types.ErrUnauthorized
	}
	setSender(a.msg, a.sender.AddressBech32)
	return nil
}

// owing has a message sent for a seat that owes it, or now and then for one that does not.
func owing[M sdk.Msg](
	k *keeper.Keeper, stage melee.Stage, next func(s scene, b *brawl, seat melee.Seat) (attempt[M], error),
	setSender func(msg M, sender string),
) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[M], error) {
		b, err := s.hurried(stage)
		if err != nil {
			return attempt[M]{}, err
		}
		a, err := next(s, b, s.seatOf(b.state.Owes))
		if err != nil {
			return attempt[M]{}, err
		}
		if idle := b.state.Seats(melee.Afloat) &^ b.state.Owes; a.refusal == nil && idle != 0 && s.slips() {
			a.sender, a.refusal = s.actorOf(b, s.seatOf(idle)), types.ErrTurn
		}
		return a, a.send(s, b, setSender)
	})
}

// MsgConfirmMeleeFactory confirms that players are there.
func MsgConfirmMeleeFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return owing(k, melee.StageReady,
		func(s scene, b *brawl, seat melee.Seat) (attempt[*types.MsgConfirmMelee], error) {
			return attempt[*types.MsgConfirmMelee]{
				sender: s.actorOf(b, seat), msg: &types.MsgConfirmMelee{GameId: b.melee.Id},
			}, nil
		}, func(msg *types.MsgConfirmMelee, sender string) { msg.Sender = sender })
}

// MsgAimFactory aims: sometimes by copying the aim of another player, who alone can open it.
func MsgAimFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return owing(k, melee.StageAim, func(s scene, b *brawl, seat melee.Seat) (attempt[*types.MsgAim], error) {
		board := b.boards[seat]
		aim, err := commitment.CommitAim(board.Binding, board.Secret, uint16(b.state.Round), s.target(b))
		if err != nil {
			return attempt[*types.MsgAim]{}, err
		}
		if aimed := b.state.Aimed(); aimed != 0 && s.dice.Intn(copyOdds) == 0 {
			if aim, err = s.aim(b, s.seatOf(aimed)); err != nil {
				return attempt[*types.MsgAim]{}, err
			}
		}
		a := attempt[*types.MsgAim]{sender: s.actorOf(b, seat), msg: &types.MsgAim{
			GameId: b.melee.Id, Aim: aim, Round: uint32(b.state.Round),
		}}
		if s.slips() {
			a.slip(s.dice, []slip[*types.MsgAim]{
				{types.ErrInvalidAim, func(msg *types.MsgAim) { msg.Aim = msg.Aim[1:] }},
				{types.ErrInvalidAim, func(msg *types.MsgAim) { msg.Aim = nil }},
				{types.ErrPhase, func(msg *types.MsgAim) { msg.Round-- }},
				{types.ErrPhase, func(msg *types.MsgAim) { msg.Round++ }},
				{types.ErrGameNotFound, func(msg *types.MsgAim) { msg.GameId = 0 }},
			})
		}
		return a, nil
	}, func(msg *types.MsgAim, sender string) { msg.Sender = sender })
}

// MsgFireFactory opens aims. Those that were copied cannot be opened.
func MsgFireFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return owing(k, melee.StageFire, func(s scene, b *brawl, seat melee.Seat) (attempt[*types.MsgFire], error) {
		aim, err := s.aim(b, seat)
		if err != nil {
			return attempt[*types.MsgFire]{}, err
		}
		salt, err := commitment.AimSalt(b.boards[seat].Secret, uint16(b.state.Round))
		if err != nil {
			return attempt[*types.MsgFire]{}, err
		}
		tile, own := b.found(seat, aim)
		if !own {
			tile = s.target(b)
		}
		name := b.state.Ruleset.TileName
		a := attempt[*types.MsgFire]{sender: s.actorOf(b, seat), msg: &types.MsgFire{
			GameId: b.melee.Id, Target: name(tile), Salt: salt,
		}}
		if !own {
			a.refusal = types.ErrWrongOpening
			return a, nil
		}
		if !s.slips() {
			return a, nil
		}
		slips := []slip[*types.MsgFire]{
			{types.ErrTile, func(msg *types.MsgFire) { msg.Target = "Z99" }},
			{types.ErrWrongOpening, func(msg *types.MsgFire) { msg.Salt[0]++ }},
			{types.ErrWrongOpening, func(msg *types.MsgFire) { msg.Salt = msg.Salt[1:] }},
		}
		if others := b.state.Free().Without(tile); !others.IsEmpty() {
			slips = append(slips, slip[*types.MsgFire]{types.ErrWrongOpening, func(msg *types.MsgFire) {
				msg.Target = name(anyTile(s.dice, others))
			}})
		}
		if bombed := b.state.Bombed; !bombed.IsEmpty() {
			slips = append(slips, slip[*types.MsgFire]{types.ErrTile, func(msg *types.MsgFire) {
				msg.Target = name(anyTile(s.dice, bombed))
			}})
		}
		a.slip(s.dice, slips)
		return a, nil
	}, func(msg *types.MsgFire, sender string) { msg.Sender = sender })
}

// MsgReportFactory reports the hits of a round's bombs.
func MsgReportFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return owing(k, melee.StageReport, func(s scene, b *brawl, seat melee.Seat) (attempt[*types.MsgReport], error) {
		a := attempt[*types.MsgReport]{sender: s.actorOf(b, seat), msg: &types.MsgReport{
			GameId: b.melee.Id, Openings: b.openings(seat, b.state.Volley()),
		}}
		if s.slips() {
			a.slip(s.dice, []slip[*types.MsgReport]{
				{types.ErrInvalidMove, func(msg *types.MsgReport) { msg.Openings = msg.Openings[1:] }},
				{types.ErrInvalidMove, func(msg *types.MsgReport) { msg.Openings = append(msg.Openings, msg.Openings[0]) }},
				{types.ErrWrongOpening, func(msg *types.MsgReport) { msg.Openings[0].Salt[0]++ }},
				{types.ErrWrongOpening, func(msg *types.MsgReport) {
					msg.Openings[0].Path = slices.Concat(msg.Openings[0].Path, [][]byte{msg.Openings[0].Salt})
				}},
			})
		}
		return a, nil
	}, func(msg *types.MsgReport, sender string) { msg.Sender = sender })
}

// concedeMelee gives up a melee that has begun.
func (s scene) concedeMelee() (attempt[*types.MsgConcede], error) {
	b, err := s.brawl(inStage(melee.StageAim, melee.StageFire, melee.StageReport))
	if err != nil {
		return attempt[*types.MsgConcede]{}, err
	}
	seat := s.seatOf(types.Staked(b.state))
	a := attempt[*types.MsgConcede]{sender: s.actorOf(b, seat), msg: &types.MsgConcede{GameId: b.melee.Id}}
	p, alone := b.state.Players[seat], b.state.Seats(melee.Afloat).Len() == 1
	if p.Standing != melee.Afloat || p.Hits.Len() == b.state.Ruleset.ShipTiles() || alone {
		a.refusal = types.ErrTurn
	}
	return a, a.send(s, b, func(msg *types.MsgConcede, sender string) { msg.Sender = sender })
}

// claimMelee shows a board that may still win a melee. Those of cheaters are refused.
func (s scene) claimMelee() (attempt[*types.MsgClaimWin], error) {
	b, err := s.brawl(inStage(melee.StageClaim, melee.StageSecond))
	if err != nil {
		return attempt[*types.MsgClaimWin]{}, err
	}
	seat := s.seatOf(b.state.Owes)
	board := b.boards[seat]
	a := attempt[*types.MsgClaimWin]{sender: s.actorOf(b, seat), msg: &types.MsgClaimWin{
		GameId: b.melee.Id, Fleet: b.state.Ruleset.FleetString(board.Fleet), BoardSecret: board.Secret,
	}}
	switch {
	case !board.Honest():
		a.refusal = types.ErrClaim
	case s.slips():
		other, err := game.RandomFleet(b.state.Ruleset, s.dice.Intn)
		if err != nil {
			return attempt[*types.MsgClaimWin]{}, err
		}
		a.slip(s.dice, []slip[*types.MsgClaimWin]{
			{types.ErrClaim, func(msg *types.MsgClaimWin) { msg.BoardSecret = anyBytes(s.dice, commitment.SecretSize) }},
			{types.ErrClaim, func(msg *types.MsgClaimWin) { msg.Fleet = b.state.Ruleset.FleetString(other) }},
			{types.ErrNotChannel, func(msg *types.MsgClaimWin) { msg.Proof = &types.StateProof{} }},
		})
	}
	return a, a.send(s, b, func(msg *types.MsgClaimWin, sender string) { msg.Sender = sender })
}
