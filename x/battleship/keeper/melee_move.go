package keeper

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Aim commits to a hidden target of the round. Package play judges it, as it does what follows.
func (k *Keeper) Aim(ctx context.Context, msg *types.MsgAim) error {
	before, err := k.loadTable(ctx, msg.GameId)
	if err != nil {
		return err
	}
	by, err := before.seatOf(k, msg, msg.Sender)
	if err != nil {
		return err
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	state, events, err := before.play().Aim(by, msg.Aim, sdkCtx.BlockHeight())
	if err != nil {
		return types.RuleError(err)
	}
	if err := k.aims.Set(ctx, seatKey(before.Id, by), msg.Aim); err != nil {
		return err
	}
	return k.applyMelee(sdkCtx, before, before.then(state), told{events: events, aim: msg.Aim})
}

// Fire opens the aim of the round: a bomb falls on that tile of every board.
func (k *Keeper) Fire(ctx context.Context, msg *types.MsgFire) error {
	before, err := k.loadTable(ctx, msg.GameId)
	if err != nil {
		return err
	}
	by, err := before.seatOf(k, msg, msg.Sender)
	if err != nil {
		return err
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	player, err := k.meleePlayer(sdkCtx, before, by)
	if err != nil {
		return err
	}
	aim, err := k.aimOf(ctx, before.Id, by)
	if err != nil {
		return err
	}
	state, events, err := before.play().Fire(
		player, aim, msg.Target, msg.Salt, sdkCtx.BlockHeight(), workMeter(sdkCtx))
	if err != nil {
		return types.RuleError(err)
	}
	return k.applyMelee(sdkCtx, before, before.then(state), told{events: events})
}

// Report opens each tile that was fired at in the round. What it costs follows from the round, before any of it is
// looked at.
func (k *Keeper) Report(ctx context.Context, msg *types.MsgReport) error {
	before, err := k.loadTable(ctx, msg.GameId)
	if err != nil {
		return err
	}
	by, err := before.seatOf(k, msg, msg.Sender)
	if err != nil {
		return err
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	player, err := k.meleePlayer(sdkCtx, before, by)
	if err != nil {
		return err
	}
	state, events, err := before.play().Report(player, msg.PlayOpenings(), sdkCtx.BlockHeight(), workMeter(sdkCtx))
	if err != nil {
		return types.RuleError(err)
	}
	return k.applyMelee(sdkCtx, before, before.then(state), told{events: events})
}

// aimOf returns the aim of a seat that waits to be opened; nil if there is none, which the rules refuse.
func (k *Keeper) aimOf(ctx context.Context, id uint64, seat melee.Seat) ([]byte, error) {
	aim, err := k.aims.Get(ctx, seatKey(id, seat))
	if stderrors.Is(err, collections.ErrNotFound) {
		return nil, nil
	}
	return aim, err
}
