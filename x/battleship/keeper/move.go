package keeper

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ShootAndReveal opens the toss or answers the pending shot, shoots, or does both in this order. Either all of it
// happens or nothing. Whatever a reveal says, the rules judge it first, which is cheap; then its hashes are paid for
// and checked.
func (k *Keeper) ShootAndReveal(ctx context.Context, msg *types.MsgShootAndReveal) error {
	if err := validateMove(msg); err != nil {
		return err
	}
	g, before, err := k.load(ctx, msg.GameId)
	if err != nil {
		return err
	}
	by, err := k.seatOf(g, msg, msg.Sender)
	if err != nil {
		return err
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	after := before
	var events []game.Event
	if msg.Opening != nil {
		if after, events, err = k.reveal(sdkCtx, g, before, by, msg); err != nil {
			return err
		}
	}
	if msg.Target != "" {
		var fired []game.Event
		if after, fired, err = shoot(sdkCtx, after, by, msg.Target); err != nil {
			return err
		}
		events = append(events, fired...)
	}
	return k.apply(ctx, g, before, after, events)
}

// validateMove checks what can be checked of a move without the game.
func validateMove(msg *types.MsgShootAndReveal) error {
	if msg.Opening == nil && msg.Target == "" {
		return errors.Wrap(types.ErrEmptyMove, "expected an opening, a target or both, got neither")
	}
	if msg.Opening == nil && msg.Sunk != nil {
		return errors.Wrap(types.ErrInvalidMove, "expected a sunk ship with an answer, got one without an opening")
	}
	return nil
}

// reveal performs the opening of a move: of the toss if that is owed, else of the tile that was shot at.
func (k *Keeper) reveal(
	ctx sdk.Context, g types.Game, s game.State, by game.Seat, msg *types.MsgShootAndReveal,
) (game.State, []game.Event, error) {
	participant := g.Participants[by]
	scheme, err := schemeOf(participant.Board)
	if err != nil {
		return game.State{}, nil, err
	}
	binding, err := k.bindingOf(ctx, participant, s.Ruleset)
	if err != nil {
		return game.State{}, nil, err
	}
	r := revealer{scheme: scheme, binding: binding, board: participant.Board, by: by}
	if s.Owes == game.OwesTossReveal {
		return r.toss(ctx, g, s, msg)
	}
	return r.answer(ctx, s, msg)
}

// shoot performs the shot of a move.
func shoot(ctx sdk.Context, s game.State, by game.Seat, target string) (game.State, []game.Event, error) {
	tile, err := s.Ruleset.ParseTile(target)
	if err != nil {
		return game.State{}, nil, types.RuleError(err)
	}
	return step(ctx, s, game.Shoot{By: by, Tile: tile})
}
