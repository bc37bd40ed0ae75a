package duel

import (
	"math/rand"
	"slices"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MsgShootAndRevealFactory plays games that were joined: it sends the owed moves.
func MsgShootAndRevealFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgShootAndReveal], error) {
		t, err := find(s, inPhase(types.PHASE_TOSS, types.PHASE_PLAY))
		if err != nil {
			return core.Attempt[*types.MsgShootAndReveal]{}, err
		}
		if t.state.Owes == game.OwesTossReveal && t.game.JoinedHeight == s.Ctx.BlockHeight() {
			return hasty(s, t)
		}
		before, by := t.state, t.state.Actor
		msg, err := t.move(s.Dice, s.Ctx.BlockHeight())
		if err != nil {
			return core.Attempt[*types.MsgShootAndReveal]{}, err
		}
		a := core.Attempt[*types.MsgShootAndReveal]{Sender: actorOf(s, t, by), Msg: msg}
		if s.Slips() {
			a.Slip(s.Dice, badMoves(s.Dice, before, msg))
		}
		if s.Slips() && a.Refusal == nil {
			if err := intrude(s, &a, t, by); err != nil {
				return core.Attempt[*types.MsgShootAndReveal]{}, err
			}
		}
		a.Msg.Sender = a.Sender.AddressBech32
		return a, nil
	})
}

// hasty opens a toss in the block of the join.
func hasty(s core.Scene, t *table) (core.Attempt[*types.MsgShootAndReveal], error) {
	by := t.state.Actor
	msg := &types.MsgShootAndReveal{GameId: t.game.Id}
	if err := t.reveal(msg, s.Ctx.BlockHeight()); err != nil {
		return core.Attempt[*types.MsgShootAndReveal]{}, err
	}
	sender := actorOf(s, t, by)
	msg.Sender = sender.AddressBech32
	return core.Attempt[*types.MsgShootAndReveal]{Sender: sender, Msg: msg, Refusal: types.ErrTurn}, nil
}

// badMove is a way to spoil a good move.
type badMove = core.Slip[*types.MsgShootAndReveal]

// badMoves returns the ways to spoil a good move.
func badMoves(dice *rand.Rand, s game.State, msg *types.MsgShootAndReveal) []badMove {
	slips := []badMove{
		{Err: types.ErrEmptyMove, Do: func(msg *types.MsgShootAndReveal) {
			msg.Opening, msg.Sunk, msg.Target = nil, nil, ""
		}},
		{Err: types.ErrTile, Do: func(msg *types.MsgShootAndReveal) { msg.Opening, msg.Sunk, msg.Target = nil, nil, "Z99" }},
	}
	proven := s.Ruleset.Proven && s.Owes == game.OwesAnswer
	if proven {
		slips = append(slips,
			badMove{Err: types.ErrInvalidProof, Do: func(msg *types.MsgShootAndReveal) {
				msg.Opening.Proof = slices.Clone(msg.Opening.Proof)
				msg.Opening.Proof[dice.Intn(len(msg.Opening.Proof))] ^= 1 << dice.Intn(8)
			}},
			badMove{Err: types.ErrInvalidMove, Do: func(msg *types.MsgShootAndReveal) {
				msg.Opening.Salt = msg.Opening.Proof[:commitment.SaltSize]
			}},
		)
	}
	if msg.Opening != nil && !proven {
		slips = append(slips,
			badMove{Err: types.ErrWrongOpening, Do: func(msg *types.MsgShootAndReveal) {
				msg.Opening.Salt = slices.Clone(msg.Opening.Salt)
				msg.Opening.Salt[0]++
			}},
			badMove{Err: types.ErrWrongOpening, Do: func(msg *types.MsgShootAndReveal) {
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
		slips = append(slips, badMove{Err: refusal, Do: func(msg *types.MsgShootAndReveal) {
			msg.Opening.Content, msg.Sunk = types.CONTENT_SHIP-msg.Opening.Content, nil
		}})
		if msg.Target != "" {
			slips = append(slips, badMove{Err: types.ErrTurn, Do: func(msg *types.MsgShootAndReveal) {
				msg.Opening, msg.Sunk = nil, nil
			}})
		}
		if msg.Opening.Content == types.CONTENT_WATER {
			slips = append(slips, badMove{Err: types.ErrSunk, Do: func(msg *types.MsgShootAndReveal) {
				msg.Sunk = types.NewShip(s.Ruleset, game.Ship{})
			}})
		}
	}
	if answered := s.Sides[s.Actor.Other()].Answered; msg.Target != "" && !answered.IsEmpty() {
		slips = append(slips, badMove{Err: types.ErrTile, Do: func(msg *types.MsgShootAndReveal) {
			msg.Target = s.Ruleset.TileName(core.AnyTile(dice, answered))
		}})
	}
	return slips
}

// MsgChallengeFactory demands proofs: of a cheater if there is one, else of an honest player.
func MsgChallengeFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgChallenge], error) {
		t, err := find(s, inPhase(types.PHASE_TOSS, types.PHASE_PLAY))
		if err != nil {
			return core.Attempt[*types.MsgChallenge]{}, err
		}
		by := core.AnySeat(s.Dice)
		if t.boards[by.Other()].Honest() {
			by = by.Other()
		}
		a := core.Attempt[*types.MsgChallenge]{Sender: playerOf(s, t, by), Refusal: t.gagged(by)}
		if t.state.Ruleset.Proven {
			a.Refusal = types.ErrPhase // there is nothing to challenge
		}
		if delegate := t.game.Participants[by].Delegate; delegate != "" && s.Slips() {
			a.Sender, a.Refusal = s.Account(delegate), types.ErrUnauthorized
		}
		a.Msg = &types.MsgChallenge{Sender: a.Sender.AddressBech32, GameId: t.game.Id}
		return a, nil
	})
}

// Concede gives up a duel that was joined.
func (Kind) Concede(s core.Scene) (core.Attempt[*types.MsgConcede], error) {
	t, err := find(s, inPhase(types.PHASE_TOSS, types.PHASE_PLAY))
	if err != nil {
		return core.Attempt[*types.MsgConcede]{}, err
	}
	by := core.AnySeat(s.Dice)
	a := core.Attempt[*types.MsgConcede]{Sender: actorOf(s, t, by), Refusal: t.gagged(by)}
	if s.Slips() {
		a.Refusal = types.ErrUnauthorized
		if a.Sender, err = strangerTo(s, t); err != nil {
			return core.Attempt[*types.MsgConcede]{}, err
		}
	}
	a.Msg = &types.MsgConcede{Sender: a.Sender.AddressBech32, GameId: t.game.Id}
	return a, nil
}

// ClaimWin shows the claimant's board, in the second window that of either player. Those of cheaters are refused.
func (Kind) ClaimWin(s core.Scene) (core.Attempt[*types.MsgClaimWin], error) {
	if s.Dice.Intn(4) == 0 {
		return closing(s)
	}
	t, err := find(s, inPhase(types.PHASE_CLAIM))
	if err != nil {
		return core.Attempt[*types.MsgClaimWin]{}, err
	}
	by := t.state.Actor
	if t.state.MayClaim(by.Other()) && s.Dice.Intn(2) == 0 {
		by = by.Other()
	}
	board := t.boards[by]
	a := core.Attempt[*types.MsgClaimWin]{Sender: actorOf(s, t, by), Msg: &types.MsgClaimWin{
		GameId:      t.game.Id,
		Fleet:       t.state.Ruleset.FleetString(board.Fleet),
		BoardSecret: board.Secret,
	}}
	switch {
	case !board.Honest():
		a.Refusal = types.ErrClaim
	case s.Slips():
		other, err := game.RandomFleet(t.state.Ruleset, s.Dice.Intn)
		if err != nil {
			return core.Attempt[*types.MsgClaimWin]{}, err
		}
		a.Slip(s.Dice, []core.Slip[*types.MsgClaimWin]{
			{Err: types.ErrClaim, Do: func(msg *types.MsgClaimWin) {
				msg.BoardSecret = core.AnyBytes(s.Dice, commitment.SecretSize)
			}},
			{Err: types.ErrClaim, Do: func(msg *types.MsgClaimWin) { msg.BoardSecret = msg.BoardSecret[1:] }},
			{Err: types.ErrClaim, Do: func(msg *types.MsgClaimWin) { msg.Fleet = t.state.Ruleset.FleetString(other) }},
			{Err: types.ErrClaim, Do: func(msg *types.MsgClaimWin) { msg.Fleet = "" }},
		})
	case s.Slips():
		if err := intrude(s, &a, t, by); err != nil {
			return core.Attempt[*types.MsgClaimWin]{}, err
		}
	}
	a.Msg.Sender = a.Sender.AddressBech32
	return a, nil
}

// inPhase returns a filter for games in one of some phases, none of them off-chain.
func inPhase(phases ...types.Phase) func(types.Progress) bool {
	return func(m types.Progress) bool { return slices.Contains(phases, m.Phase) && !m.OffChain }
}
