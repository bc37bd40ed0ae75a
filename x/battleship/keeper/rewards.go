package keeper

import (
	"context"

	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MintRestriction counts Shipcoin and refuses what would pass the cap, whoever mints it; other coins it lets through.
// The app installs it in the bank, so that the cap holds where minting happens. What is counted is what was ever
// minted: burning makes no room for more.
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

	params, err := k.Params.Get(ctx)
	if err != nil {
		return err
	}
	rewards, err := k.Rewards.Get(ctx)
	if err != nil {
		return err
	}
	if remaining := rewards.Remaining(params); amount.GT(remaining) {
		return errors.Wrapf(types.ErrRewardCap, "expected at most %s, got %s",
			types.RewardCoin(remaining), types.RewardCoin(amount))
	}
	rewards.Minted = rewards.Minted.Add(amount)
	return k.Rewards.Set(ctx, rewards)
}

// payWin pays what a win for that reason pays and returns what was paid. The winner must get its due, or the error
// undoes the win; a loser who cannot be paid does not stand in its way.
func (k *Keeper) payWin(ctx sdk.Context, winner, loser sdk.AccAddress, reason types.Reason) (types.Payment, error) {
	params, err := k.Params.Get(ctx)
	if err != nil {
		return types.Payment{}, err
	}
	rewards, err := k.Rewards.Get(ctx)
	if err != nil {
		return types.Payment{}, err
	}
	payment := rewards.Payment(params, reason)
	if err := k.pay(ctx, winner, payment.Winner); err != nil {
		return types.Payment{}, errors.Wrap(err, "winner")
	}
	payment.Loser = k.tryToPay(ctx, loser, payment.Loser)
	if payment.Grows {
		if err := k.grow(ctx, params); err != nil {
			return types.Payment{}, err
		}
	}
	return payment, nil
}

// pay mints an amount for an account. It makes sure that the mint was counted, for a bank without the restriction
// would let the cap be passed without anybody noticing.
func (k *Keeper) pay(ctx context.Context, to sdk.AccAddress, amount math.Int) error {
	if amount.IsZero() {
		return nil
	}
	before, err := k.Rewards.Get(ctx)
	if err != nil {
		return err
	}
	coins := sdk.NewCoins(types.RewardCoin(amount))
	if err := k.bank.MintCoins(ctx, types.ModuleName, coins); err != nil {
		return err
	}
	after, err := k.Rewards.Get(ctx)
	if err != nil {
		return err
	}
	if counted := after.Minted.Sub(before.Minted); !counted.Equal(amount) {
		return errors.Wrapf(types.ErrUncountedMint, "expected %s, got %s", amount, counted)
	}
	return k.bank.SendCoinsFromModuleToAccount(ctx, types.ModuleName, to, coins)
}

// tryToPay pays an account or, if that fails, nobody, and returns what was paid.
func (k *Keeper) tryToPay(ctx sdk.Context, to sdk.AccAddress, amount math.Int) math.Int {
	cached, write := ctx.CacheContext()
	if err := k.pay(cached, to, amount); err != nil {
		ctx.Logger().Error("cannot pay the loser's share", "amount", amount, "err", err)
		return math.ZeroInt()
	}
	write()
	return amount
}

// grow raises the next full reward.
func (k *Keeper) grow(ctx context.Context, params types.Params) error {
	rewards, err := k.Rewards.Get(ctx)
	if err != nil {
		return err
	}
	return k.Rewards.Set(ctx, rewards.Grown(params))
}
