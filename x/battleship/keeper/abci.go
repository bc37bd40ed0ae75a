package keeper

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// EndBlock settles games whose deadline has passed, the longest overdue first and no more than the params allow in
// one block; what is left over is first in the next one. What it costs depends on what is due, not on how many games
// there are. A game that cannot be settled is put aside and tried again later: it never stops the chain. An error
// means that the store itself has failed.
func (k *Keeper) EndBlock(ctx context.Context) error {
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	due, err := k.dueExpiries(sdkCtx)
	if err != nil {
		return err
	}
	for _, entry := range due {
		if err := k.Expiries.Remove(ctx, entry); err != nil {
			return err
		}
		if err := k.expire(sdkCtx, entry.K2()); err != nil {
			return err
		}
	}
	return nil
}
