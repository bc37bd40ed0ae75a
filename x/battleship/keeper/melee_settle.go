package keeper

import (
	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// meleeEntryGas is what entering a melee costs at least.
const meleeEntryGas = settlementGas

// meleeSettlement is who gets what when a melee is over.
type meleeSettlement struct {
	// Shares are by seat.
	Shares []types.Share
	// House is what goes to the fee collector, Pooled what goes to the community pool.
	House, Pooled sdk.Coins
}

// settleMelee divides what the melee holds and pays everybody.
func (k *Keeper) settleMelee(ctx sdk.Context, t table) (meleeSettlement, error) {
	o, ok := t.state.Outcome()
	if !ok {
		return meleeSettlement{}, errors.Wrap(types.ErrCorrupt, "not over")
	}
	s := meleeSettlement{Shares: make([]types.Share, len(t.Players)), House: sdk.NewCoins(), Pooled: sdk.NewCoins()}
	if t.Terms.Stake == nil {
		return s, nil
	}
	stake := t.Terms.Stake.Amount
	denom := t.Terms.Stake.Denom
	pot := stake.MulRaw(int64(types.Staked(t.state).Len()))
	rest := pot
	give := func(to **sdk.Coin, amount math.Int) {
		if amount.IsPositive() {
			c := sdk.NewCoin(denom, amount)
			*to = &c
			rest = rest.Sub(amount)
		}
	}
	if o.Winners == 0 {
		for seat := range o.Refunded.All() {
			give(&s.Shares[seat].StakeBack, stake)
		}
	} else {
		kept := pot.MulRaw(int64(o.Kept.Num)).QuoRaw(int64(o.Kept.Den))
		house := kept.MulRaw(int64(t.Terms.HouseShareBps)).QuoRaw(10_000)
		left := kept.Sub(house)
		if house.IsPositive() {
			s.House = sdk.NewCoins(sdk.NewCoin(denom, house))
			rest = rest.Sub(house)
		}
		for seat := range o.Consoled.All() {
			c := stake.QuoRaw(100)
			give(&s.Shares[seat].StakeBack, c)
			left = left.Sub(c)
		}
		n := int64(o.Winners.Len())
		i := int64(0)
		mod := left.ModRaw(n).Int64()
		for seat := range o.Winners.All() {
			part := left.QuoRaw(n)
			if i < mod {
				part = part.AddRaw(1)
			}
			i++
			give(&s.Shares[seat].Pot, part)
		}
	}
	if rest.IsPositive() {
		s.Pooled = sdk.NewCoins(sdk.NewCoin(denom, rest))
	}
	if err := k.payHouse(ctx, t.Id, s.House); err != nil {
		return s, err
	}
	if err := k.payPool(ctx, t.Id, s.Pooled); err != nil {
		return s, err
	}
	for i := range t.Players {
		coins := s.Shares[i].FromEscrow()
		if coins.IsZero() {
			continue
		}
		who, err := k.addresses.Parse(t.AddressOf(melee.Seat(i)))
		if err != nil {
			return s, err
		}
		if err := k.payOut(ctx, t.Id, who, coins, sdk.NewCoins()); err != nil {
			return s, err
		}
	}
	return s, nil
}
