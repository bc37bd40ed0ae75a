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

// MsgCreateGameFactory opens games of any ruleset.
func MsgCreateGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgCreateGame], error) {
		creator, err := s.somebody()
		if err != nil {
			return attempt[*types.MsgCreateGame]{}, err
		}
		params, err := k.Params.Get(s.ctx)
		if err != nil {
			return attempt[*types.MsgCreateGame]{}, err
		}
		rules := anyRuleset(s.dice)
		entry, err := s.entry(creator, rules)
		if err != nil {
			return attempt[*types.MsgCreateGame]{}, err
		}
		a := attempt[*types.MsgCreateGame]{sender: creator, msg: &types.MsgCreateGame{
			Sender:     creator.AddressBech32,
			RulesetId:  rules.ID,
			Entry:      entry,
			TurnBlocks: between(s.dice, params.TurnBlocksMin, params.TurnBlocksMax),
		}}
		if s.slips() {
			a.slip(s.dice, []slip[*types.MsgCreateGame]{
				{types.ErrUnknownRuleset, func(msg *types.MsgCreateGame) { msg.RulesetId = 0 }},
				{types.ErrInvalidParams, func(msg *types.MsgCreateGame) { msg.TurnBlocks = params.TurnBlocksMax + 1 }},
				{types.ErrNonce, func(msg *types.MsgCreateGame) { msg.Entry.Board.Nonce++ }},
				{types.ErrInvalidBoard, func(msg *types.MsgCreateGame) { msg.Entry.Board.TossLeaf = nil }},
				{types.ErrInvalidDelegate, func(msg *types.MsgCreateGame) { msg.Entry.Delegate = msg.Sender }},
				{types.ErrInvalidRecovery, func(msg *types.MsgCreateGame) {
					msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes+1)
				}},
			})
		}
		return a, nil
	})
}

// MsgJoinGameFactory enters open games.
func MsgJoinGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgJoinGame], error) {
		t, err := s.table(inPhase(types.PHASE_OPEN))
		if err != nil {
			return attempt[*types.MsgJoinGame]{}, err
		}
		creator := t.game.Seats[game.Creator]
		joiner, err := s.stranger(t)
		if err != nil {
			return attempt[*types.MsgJoinGame]{}, err
		}
		entry, err := s.entry(joiner, t.state.Ruleset, creator.Address, creator.Delegate)
		if err != nil {
			return attempt[*types.MsgJoinGame]{}, err
		}
		a := attempt[*types.MsgJoinGame]{sender: joiner, msg: &types.MsgJoinGame{
			Sender: joiner.AddressBech32,
			GameId: t.game.Id,
			Entry:  entry,
			Toss:   anyBytes(s.dice, commitment.TossSize),
		}}
		if s.slips() {
			a.slip(s.dice, []slip[*types.MsgJoinGame]{
				{types.ErrGameNotFound, func(msg *types.MsgJoinGame) { msg.GameId = 0 }},
				{types.ErrNonce, func(msg *types.MsgJoinGame) { msg.Entry.Board.Nonce++ }},
				{types.ErrInvalidToss, func(msg *types.MsgJoinGame) { msg.Toss = msg.Toss[1:] }},
				{types.ErrInvalidDelegate, func(msg *types.MsgJoinGame) { msg.Entry.Delegate = creator.Address }},
				{types.ErrEqualBoards, func(msg *types.MsgJoinGame) {
					msg.Entry.Board.RowRoots = creator.Board.RowRoots
				}},
			})
		}
		return a, nil
	})
}

// MsgShootAndRevealFactory plays games that were joined: it sends what is owed.
func MsgShootAndRevealFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgShootAndReveal], error) {
		t, err := s.table(inPhase(types.PHASE_TOSS, types.PHASE_PLAY))
		if err != nil {
			return attempt[*types.MsgShootAndReveal]{}, err
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

// badMoves returns what can be spoiled of a good move.
func badMoves(dice *rand.Rand, s game.State, msg *types.MsgShootAndReveal) []slip[*types.MsgShootAndReveal] {
	slips := []slip[*types.MsgShootAndReveal]{
		{types.ErrEmptyMove, func(msg *types.MsgShootAndReveal) { msg.Opening, msg.Sunk, msg.Target = nil, nil, "" }},
		{types.ErrTile, func(msg *types.MsgShootAndReveal) { msg.Opening, msg.Sunk, msg.Target = nil, nil, "Z99" }},
	}
	if msg.Opening != nil {
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
		slips = append(slips, slip[*types.MsgShootAndReveal]{types.ErrWrongOpening, func(msg *types.MsgShootAndReveal) {
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
		t, err := s.table(inPhase(types.PHASE_TOSS, types.PHASE_PLAY))
		if err != nil {
			return attempt[*types.MsgConcede]{}, err
		}
		a := attempt[*types.MsgConcede]{sender: s.actor(t, anySeat(s.dice))}
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
		if t.hands[by.Other()].honest() {
			by = by.Other()
		}
		a := attempt[*types.MsgChallenge]{sender: s.player(t, by)}
		if delegate := t.game.Seats[by].Delegate; delegate != "" && s.slips() {
			a.sender, a.refusal = s.account(delegate), types.ErrUnauthorized
		}
		a.msg = &types.MsgChallenge{Sender: a.sender.AddressBech32, GameId: t.game.Id}
		return a, nil
	})
}

// MsgClaimWinFactory shows the claimants' boards. Those of cheaters are refused.
func MsgClaimWinFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgClaimWin], error) {
		t, err := s.table(inPhase(types.PHASE_CLAIM))
		if err != nil {
			return attempt[*types.MsgClaimWin]{}, err
		}
		by := t.state.Actor
		h := t.hands[by]
		a := attempt[*types.MsgClaimWin]{sender: s.actor(t, by), msg: &types.MsgClaimWin{
			GameId:      t.game.Id,
			Fleet:       t.state.Ruleset.FleetString(h.fleet),
			BoardSecret: h.secret,
		}}
		switch {
		case !h.honest():
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

// MsgCancelGameFactory withdraws open games.
func MsgCancelGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgCancelGame], error) {
		t, err := s.table(inPhase(types.PHASE_OPEN))
		if err != nil {
			return attempt[*types.MsgCancelGame]{}, err
		}
		a := attempt[*types.MsgCancelGame]{sender: s.player(t, game.Creator)}
		if s.slips() {
			a.refusal = types.ErrUnauthorized
			if a.sender, err = s.stranger(t); err != nil {
				return attempt[*types.MsgCancelGame]{}, err
			}
		}
		a.msg = &types.MsgCancelGame{Sender: a.sender.AddressBech32, GameId: t.game.Id}
		return a, nil
	})
}

// inPhase returns a filter for games in one of some phases.
func inPhase(phases ...types.Phase) func(types.Match) bool {
	return func(m types.Match) bool { return slices.Contains(phases, m.Phase) }
}
