package keeper

import (
	"context"

	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MintRestriction counts Shipcoin and refuses to exceed the cap, for any minter; it allows other coins. The app
// installs it in the bank, so that the cap holds where minting happens. It counts all Shipcoin ever minted: burning
// makes no room for more.
func (k *Keeper) MintRestriction(ctx context.Context, coins sdk.Coins) error {
	amount := math.ZeroInt()
	// The bank asks before it validates, so the coins may be unsorted or worse.
	for _, coin := range coins {
		if coin.Denom != types.RewardDenom {
			continue
		}
		if coin.Amount.IsNil() || coin.Amount.IsNegative() {
			return errors.Wrapf(sdkerrors.ErrInvalidCoins, "expected a positive amount of %s, got %s", coin.Denom, coin.Amount)
		}
		amount = amount.Add(coin.Amount)
	}
	if amount.IsZero() {
		return nil
	}

	params, err := k.core.Params(ctx)
	if err != nil {
		return err
	}
	rewards, err := k.core.Rewards(ctx)
	if err != nil {
		return err
	}
	if remaining := rewards.Remaining(params); amount.GT(remaining) {
		return errors.Wrapf(types.ErrRewardCap, "expected at most %s, got %s",
			types.RewardCoin(remaining), types.RewardCoin(amount))
	}
	rewards.Minted = rewards.Minted.Add(amount)
	return k.core.SetRewards(ctx, rewards)
}
