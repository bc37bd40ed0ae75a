package melee

import (
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// consolation is which part of its stake a player gets back that was sunk by its own report and has not won: the
// hundredth part, rounded down. So saying that one has sunk is worth more than falling silent.
const consolation = 100

// division is the division of the stakes of a melee that is over. Its parts add up to the stakes of all seats of the
// first round.
type division struct {
	// Shares are by seat.
	Shares []types.Share
	// House is for the network's fee collector, Pooled for the community pool.
	House, Pooled sdk.Coins
}

// divide divides the stakes of the seats that were in the first round of a melee for a number of seats. Winners share
// the kept part of the pot, after the network's share of it and the consolations; a remainder goes unit by unit to the
// lowest seats. Forfeits go to the community pool and not to the network, because those who order transactions must not
// be paid for censoring some.
func divide(t types.Terms, o melee.Outcome, began melee.Seats, seats int) division {
	d := division{Shares: make([]types.Share, seats), House: sdk.NewCoins(), Pooled: sdk.NewCoins()}
	if t.Stake == nil {
		return d
	}
	stake := t.Stake.Amount
	pot := stake.MulRaw(int64(began.Len()))
	if o.Winners == 0 {
		for seat := range o.Refunded.All() {
			d.Shares[seat].StakeBack = coin(t, stake)
		}
		d.Pooled = coins(t, pot.Sub(stake.MulRaw(int64(o.Refunded.Len()))))
		return d
	}
	kept, consoled := pot.MulRaw(int64(o.Kept.Num)).QuoRaw(int64(o.Kept.Den)), stake.QuoRaw(consolation)
	for seat := range o.Consoled.All() {
		d.Shares[seat].StakeBack = coin(t, consoled)
	}
	house, parts := t.DividePot(kept, consoled.MulRaw(int64(o.Consoled.Len())), o.Winners.Len())
	for seat := range o.Winners.All() {
		d.Shares[seat].Pot, parts = coin(t, parts[0]), parts[1:]
	}
	d.House, d.Pooled = coins(t, house), coins(t, pot.Sub(kept))
	return d
}

// coin returns an amount of the staked coin, or nil for zero.
func coin(t types.Terms, amount math.Int) *sdk.Coin {
	if amount.IsZero() {
		return nil
	}
	c := sdk.NewCoin(t.Stake.Denom, amount)
	return &c
}

// coins is coin, as coins.
func coins(t types.Terms, amount math.Int) sdk.Coins {
	return sdk.NewCoins(sdk.NewCoin(t.Stake.Denom, amount))
}
