package melee

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Aim commits to a hidden target of the round that it names. Package play judges it, like the messages below.
func (k *Keeper) Aim(ctx context.Context, msg *types.MsgAim) error {
	return k.act(ctx, msg, msg.GameId, msg.Sender, func(ctx sdk.Context, before table, by melee.Seat) error {
		state, events, err := before.play().Aim(by, msg.Round, msg.Aim, ctx.BlockHeight())
		if err != nil {
			return types.RuleError(err)
		}
		if err := k.aims.Set(ctx, seatKey(before.Id, by), msg.Aim); err != nil {
			return err
		}
		return k.apply(ctx, before, before.then(state), stepEffects{events: events, aim: msg.Aim})
	})
}

// Fire opens the aim of the round: a bomb falls on that tile of every board.
func (k *Keeper) Fire(ctx context.Context, msg *types.MsgFire) error {
	return k.act(ctx, msg, msg.GameId, msg.Sender, func(ctx sdk.Context, before table, by melee.Seat) error {
		player, err := k.playerOf(ctx, before, by)
		if err != nil {
			return err
		}
		aim, err := k.aimOf(ctx, before.Id, by)
		if err != nil {
			return err
		}
		state, events, err := before.play().Fire(player, aim, msg.Target, msg.Salt, ctx.BlockHeight(), core.WorkMeter(ctx))
		if err != nil {
			return types.RuleError(err)
		}
		return k.apply(ctx, before, before.then(state), stepEffects{events: events})
	})
}

// Report opens each tile that was fired at in the round. Its gas follows from the round, and is charged first.
func (k *Keeper) Report(ctx context.Context, msg *types.MsgReport) error {
	return k.act(ctx, msg, msg.GameId, msg.Sender, func(ctx sdk.Context, before table, by melee.Seat) error {
		player, err := k.playerOf(ctx, before, by)
		if err != nil {
			return err
		}
		state, events, err := before.play().Report(player, msg.PlayOpenings(), ctx.BlockHeight(), core.WorkMeter(ctx))
		if err != nil {
			return types.RuleError(err)
		}
		return k.apply(ctx, before, before.then(state), stepEffects{events: events})
	})
}

// act acts for the seat for which the sender of a message may act. A player that makes up for a missed message,
// in a stage that has another clock, pays for that clock.
func (k *Keeper) act(
	ctx context.Context, msg sdk.Msg, id uint64, sender string,
	act func(ctx sdk.Context, before table, by melee.Seat) error,
) error {
	before, err := k.loadTable(ctx, id)
	if err != nil {
		return err
	}
	by, err := before.seatOf(k, msg, sender)
	if err != nil {
		return err
	}
	least := storetypes.Gas(0)
	if before.state.Extended && before.state.Owes.Has(by) {
		least = lateGas
	}
	return core.ChargeAtLeast(ctx, least, "settlement", func() error {
		return act(sdk.UnwrapSDKContext(ctx), before, by)
	})
}

// aimOf returns the aim of a seat that waits to be opened. It returns nil if there is none, which the rules refuse.
func (k *Keeper) aimOf(ctx context.Context, id uint64, seat melee.Seat) ([]byte, error) {
	aim, err := k.aims.Get(ctx, seatKey(id, seat))
	if stderrors.Is(err, collections.ErrNotFound) {
		return nil, nil
	}
	return aim, err
}
