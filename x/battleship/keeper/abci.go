package keeper

import (
	"context"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// entriesPerSettlement is how many entries of the expiry queue a block looks at for each game that it may settle. An
// entry that comes up before its game's deadline is moved there, which is little work; since it was set, at least one
// message has put the deadline later. So one block can make no more of them come up than it has room for messages, and
// there are fewer messages in a block than this many for each settlement.
const entriesPerSettlement = 16

// EndBlock settles games whose deadline has passed, the longest overdue first and no more than the params allow in one
// block; the rest is first in the next one. The params count duels, of two seats each; the limit is on settled seats.
// The cost depends on the number of due games, not on the number of open ones. A game that the rules cannot settle is
// quarantined and retried later: it never stops the chain. An error or a panic means that the node itself has failed.
func (k *Keeper) EndBlock(ctx context.Context) error {
	// The block's own work is not charged, and must not run out of gas.
	sdkCtx := sdk.UnwrapSDKContext(ctx).WithGasMeter(storetypes.NewInfiniteGasMeter())
	due, err := k.core.Queue.Due(sdkCtx, sdkCtx.BlockHeight(), 1)
	if err != nil || len(due) == 0 {
		return err
	}
	params, err := k.core.Params(sdkCtx)
	if err != nil {
		return err
	}
	return k.expireDue(sdkCtx, int(params.MaxExpiriesPerBlock))
}

// expireDue settles due games, until the seats of the given number of duels are settled or no game is left. The last
// game may have more seats than there is room for: it is settled whole.
func (k *Keeper) expireDue(ctx sdk.Context, most int) error {
	settled := 0
	for range entriesPerSettlement {
		due, err := k.core.Queue.Due(ctx, ctx.BlockHeight(), most)
		if err != nil {
			return err
		}
		for _, id := range due {
			if settled >= most*types.PlayersPerGame {
				return nil
			}
			seats, err := k.expire(ctx, id)
			if err != nil {
				return err
			}
			settled += seats
		}
		if len(due) < most {
			return nil
		}
	}
	return nil
}
