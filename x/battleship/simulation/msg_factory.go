package simulation

import (
	"math/rand"
	"slices"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MsgShootAndRevealFactory plays games that were joined: it sends the owed moves.
func MsgShootAndRevealFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgShootAndReveal], error) {
		t, err := s.table(inPhase(types.PHASE_TOSS, types.PHASE_PLAY))
		if err != nil {
			return attempt[*types.MsgShootAndReveal]{}, err
		}
		if t.state.Owes == game.OwesTossReveal && t.game.JoinedHeight == s.ctx.BlockHeight() {
			return s.hasty(t)
		}
		before, by := t.state, t.state.Actor
		msg, err := t.move(s.dice, s.ctx.BlockHeight())
		if err != nil {
			return attempt[*types.MsgShootAndReveal]{}, err
		}
		a := attempt[*types.MsgShootAndReveal]{sender: s.actor(t, by), msg: msg}
		if s.slips() {
			a.slip(s.dice, badMoves(s.dice, before, msg))
		}
		if s.slips() && a.refusal == nil {
			if err := a.intrude(s, t, by); err != nil {
				return attempt[*types.MsgShootAndReveal]{}, err
			}
		}
		a.msg.Sender = a.sender.AddressBech32
		return a, nil
	})
}

// hasty opens a toss in the block of the join.
func (s scene) hasty(t *table) (attempt[*types.MsgShootAndReveal], error) {
	by := t.state.Actor
	msg := &types.MsgShootAndReveal{GameId: t.game.Id}
	if err := t.reveal(msg, s.ctx.BlockHeight()); err != nil {
		return attempt[*types.MsgShootAndReveal]{}, err
	}
	sender := s.actor(t, by)
	msg.Sender = sender.AddressBech32
	return attempt[*types.MsgShootAndReveal]{sender: sender, msg: msg, refusal: types.ErrTurn}, nil
}

// badMoves returns the ways to spoil a good move.
func badMoves(dice *rand.Rand, s game.State, msg *types.MsgShootAndReveal) []slip[*types.MsgShootAndReveal] {
	slips := []slip[*types.MsgShootAndReveal]{
		{types.ErrEmptyMove, func(msg *types.MsgShootAndReveal) { msg.Opening, msg.Sunk, msg.Target = nil, nil, "" }},
		{types.ErrTile, func(msg *types.MsgShootAndReveal) { msg.Opening, msg.Sunk, msg.Target = nil, nil, "Z99" }},
	}
	proven := s.Ruleset.Proven && s.Owes == game.OwesAnswer
	if proven {
		slips = append(slips,
			slip[*types.MsgShootAndReveal]{types.ErrInvalidProof, func(msg *types.MsgShootAndReveal) {
				msg.Opening.Proof = slices.Clone(msg.Opening.Proof)
				msg.Opening.Proof[dice.Intn(len(msg.Opening.Proof))] ^= 1 << dice.Intn(8)
			}},
			slip[*types.MsgShootAndReveal]{types.ErrInvalidMove, func(msg *types.MsgShootAndReveal) {
				msg.Opening.Salt = msg.Opening.Proof[:commitment.SaltSize]
			}},
		)
	}
	if msg.Opening != nil && !proven {
		slips = append(slips,
			slip[*types.MsgShootAndReveal]{types.ErrWrongOpening, func(msg *types.MsgShootAndReveal) {
				msg.Opening.Salt = slices.Clone(msg.Opening.Salt)
				msg.Opening.Salt[0]++
			}},
			slip[*types.MsgShootAndReveal]{types.ErrWrongOpening, func(msg *types.MsgShootAndReveal) {
				msg.Opening.Path = append(msg.Opening.Path, msg.Opening.Salt)
			}},
		)
	}
	if s.Owes == game.OwesAnswer {
		// A lie about the tile, and the shot without the answer.
		refusal := types.ErrWrongOpening
		if proven {
			refusal = types.ErrInvalidProof
		}
		slips = append(slips, slip[*types.MsgShootAndReveal]{refusal, func(msg *types.MsgShootAndReveal) {
			msg.Opening.Content, msg.Sunk = types.CONTENT_SHIP-msg.Opening.Content, nil
		}})
		if msg.Target != "" {
			slips = append(slips, slip[*types.MsgShootAndReveal]{types.ErrTurn, func(msg *types.MsgShootAndReveal) {
				msg.Opening, msg.Sunk = nil, nil
			}})
		}
		if msg.Opening.Content == types.CONTENT_WATER {
			slips = append(slips, slip[*types.MsgShootAndReveal]{types.ErrSunk, func(msg *types.MsgShootAndReveal) {
				msg.Sunk = types.NewShip(s.Ruleset, game.Ship{})
			}})
		}
	}
	if answered := s.Sides[s.Actor.Other()].Answered; msg.Target != "" && !answered.IsEmpty() {
		slips = append(slips, slip[*types.MsgShootAndReveal]{types.ErrTile, func(msg *types.MsgShootAndReveal) {
			msg.Target = s.Ruleset.TileName(anyTile(dice, answered))
		}})
	}
	return slips
}

// MsgConcedeFactory gives up games that were joined.
func MsgConcedeFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgConcede], error) {
		if s.dice.Intn(meleeOdds) == 0 {
			return s.concedeMelee()
		}
		t, err := s.table(inPhase(types.PHASE_TOSS, types.PHASE_PLAY))
		if err != nil {
			return attempt[*types.MsgConcede]{}, err
		}
		by := anySeat(s.dice)
		a := attempt[*types.MsgConcede]{sender: s.actor(t, by), refusal: t.gagged(by)}
		if s.slips() {
			a.refusal = types.ErrUnauthorized
			if a.sender, err = s.stranger(t); err != nil {
				return attempt[*types.MsgConcede]{}, err
			}
		}
		a.msg = &types.MsgConcede{Sender: a.sender.AddressBech32, GameId: t.game.Id}
		return a, nil
	})
}

// MsgChallengeFactory demands proofs: of a cheater if there is one, else of an honest player.
func MsgChallengeFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgChallenge], error) {
		t, err := s.table(inPhase(types.PHASE_TOSS, types.PHASE_PLAY))
		if err != nil {
			return attempt[*types.MsgChallenge]{}, err
		}
		by := anySeat(s.dice)
		if t.boards[by.Other()].Honest() {
			by = by.Other()
		}
		a := attempt[*types.MsgChallenge]{sender: s.player(t, by), refusal: t.gagged(by)}
		if t.state.Ruleset.Proven {
			a.refusal = types.ErrPhase // there is nothing to challenge
		}
		if delegate := t.game.Participants[by].Delegate; delegate != "" && s.slips() {
			a.sender, a.refusal = s.account(delegate), types.ErrUnauthorized
		}
		a.msg = &types.MsgChallenge{Sender: a.sender.AddressBech32, GameId: t.game.Id}
		return a, nil
	})
}

// MsgClaimWinFactory shows the claimants' boards, in the second window those of either. Those of cheaters are refused.
func MsgClaimWinFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgClaimWin], error) {
		switch {
		case s.dice.Intn(meleeOdds) == 0:
			return s.claimMelee()
		case s.dice.Intn(4) == 0:
			return s.closing()
		}
		t, err := s.table(inPhase(types.PHASE_CLAIM))
		if err != nil {
			return attempt[*types.MsgClaimWin]{}, err
		}
		by := t.state.Actor
		if t.state.MayClaim(by.Other()) && s.dice.Intn(2) == 0 {
			by = by.Other()
		}
		board := t.boards[by]
		a := attempt[*types.MsgClaimWin]{sender: s.actor(t, by), msg: &types.MsgClaimWin{
			GameId:      t.game.Id,
			Fleet:       t.state.Ruleset.FleetString(board.Fleet),
			BoardSecret: board.Secret,
		}}
		switch {
		case !board.Honest():
			a.refusal = types.ErrClaim
		case s.slips():
			other, err := game.RandomFleet(t.state.Ruleset, s.dice.Intn)
			if err != nil {
				return attempt[*types.MsgClaimWin]{}, err
			}
			a.slip(s.dice, []slip[*types.MsgClaimWin]{
				{types.ErrClaim, func(msg *types.MsgClaimWin) { msg.BoardSecret = anyBytes(s.dice, commitment.SecretSize) }},
				{types.ErrClaim, func(msg *types.MsgClaimWin) { msg.BoardSecret = msg.BoardSecret[1:] }},
				{types.ErrClaim, func(msg *types.MsgClaimWin) { msg.Fleet = t.state.Ruleset.FleetString(other) }},
				{types.ErrClaim, func(msg *types.MsgClaimWin) { msg.Fleet = "" }},
			})
		case s.slips():
			if err := a.intrude(s, t, by); err != nil {
				return attempt[*types.MsgClaimWin]{}, err
			}
		}
		a.msg.Sender = a.sender.AddressBech32
		return a, nil
	})
}

// inPhase returns a filter for games in one of some phases, none of them off-chain.
func inPhase(phases ...types.Phase) func(types.Progress) bool {
	return func(m types.Progress) bool { return slices.Contains(phases, m.Phase) && !m.OffChain }
}
