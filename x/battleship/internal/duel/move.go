package duel

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ShootAndReveal opens the toss or answers the pending shot, shoots, or does both in this order. Either all of it
// happens or nothing. Package play judges it.
func (k *Keeper) ShootAndReveal(ctx context.Context, msg *types.MsgShootAndReveal) error {
	move := msg.Move()
	if err := move.Validate(); err != nil {
		return types.RuleError(err)
	}
	g, before, err := k.load(ctx, msg.GameId)
	if err != nil {
		return err
	}
	by := play.Player{}
	if by.Seat, err = k.seatOf(g, msg, msg.Sender); err != nil {
		return err
	}
	if err := before.CheckMove(); err != nil {
		return types.RuleError(err)
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	if move.Opening != nil {
		if by.Board, err = k.BoardOf(sdkCtx, g.Participants[by.Seat], before.State.Ruleset); err != nil {
			return err
		}
	}
	after, events, err := g.Play(before.State).Move(by, move, sdkCtx.BlockHeight(), core.WorkMeter(sdkCtx))
	if err != nil {
		return types.RuleError(err)
	}
	return k.apply(ctx, g, before, moved(g, before, by.Seat, after), events)
}
