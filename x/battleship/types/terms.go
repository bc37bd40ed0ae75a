package types

import (
	"slices"
	"strings"

	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
)

// NewTerms returns the terms of a game that is opened now under these rules: with the stake, nil for none, and the fee
// that pays for the reward it would bring now. It returns ErrInvalidStake if the params do not allow the stake.
func NewTerms(p Params, r Rewards, rules *game.Ruleset, stake *sdk.Coin, casual bool) (Terms, error) {
	t := Terms{Stake: stake, Casual: casual, ProvenClaims: rules.Proven && p.ProvenClaims}
	if stake != nil {
		if err := p.CheckStake(*stake); err != nil {
			return Terms{}, err
		}
		t.HouseShareBps = p.HouseShareBps
	}
	if casual {
		return t, nil
	}
	fee := r.Fee(p)
	t.Backing = backing(p, fee)
	if fee.IsPositive() {
		t.Fee = &fee
	}
	return t, nil
}

// CheckStake returns ErrInvalidStake unless a game can be played for that stake.
func (p Params) CheckStake(stake sdk.Coin) error {
	if !slices.Contains(p.StakeDenoms, stake.Denom) {
		return errors.Wrapf(ErrInvalidStake, "expected a coin of %s, got %q", strings.Join(p.StakeDenoms, " or "),
			stake.Denom[:min(len(stake.Denom), MaxErrorBytes)])
	}
	return checkStakeAmount(stake)
}

// checkStakeAmount returns ErrInvalidStake unless the amount is positive and not too large to be doubled.
func checkStakeAmount(stake sdk.Coin) error {
	if stake.Amount.IsNil() || !stake.Amount.IsPositive() || stake.Amount.BigInt().BitLen() > MaxStakeBits {
		return errors.Wrapf(ErrInvalidStake, "expected a positive amount below 2^%d, or no stake, got %s",
			MaxStakeBits, coinText(stake))
	}
	return nil
}

// Fee returns each player's fee for the reward: half the price of the full payment of a win now, rounded up. Its amount
// is 0 if rewards cost nothing.
func (r Rewards) Fee(p Params) sdk.Coin {
	price := r.Full(p).Mul(p.RewardPrice.Amount)
	half := math.NewInt(2 * BasePerReward)
	return sdk.NewCoin(p.RewardPrice.Denom, price.Add(half).SubRaw(1).Quo(half))
}

// backing returns how many uship the fees of both players together are worth at the price of the params, rounded down,
// or as many as there can ever be where rewards cost nothing. If each fee was rounded down by itself, both together
// could fall short of the full win they pay for.
func backing(p Params, fee sdk.Coin) uint64 {
	if !p.RewardPrice.IsPositive() {
		return MaxRewardCap
	}
	worth := fee.Amount.MulRaw(PlayersPerGame * BasePerReward).Quo(p.RewardPrice.Amount)
	return math.MinInt(worth, math.NewInt(MaxRewardCap)).Uint64()
}

// BackingAt returns how many uship both fees are worth at the price at which the game was opened or at today's,
// whichever gives less: a price that has risen since, or become another coin, must not be dodged by games from before.
func (t Terms) BackingAt(p Params) uint64 {
	switch {
	case !p.RewardPrice.IsPositive():
		return t.Backing
	case t.Fee == nil || t.Fee.Denom != p.RewardPrice.Denom:
		return 0
	default:
		return min(t.Backing, backing(p, *t.Fee))
	}
}

// Entry returns each player's payment into escrow on entering the game: stake and fee.
func (t Terms) Entry() sdk.Coins {
	return CoinsOf(t.Stake, t.Fee)
}

// Hold returns the coins of an unfinished game in escrow.
func (g Game) Hold() sdk.Coins {
	held := sdk.NewCoins()
	for range g.Participants {
		held = held.Add(g.Terms.Entry()...)
	}
	return held.Add(g.Offer.DepositCoins()...)
}

// DepositCoins returns the deposit, which is empty if there is no offer or it took none.
func (o *Offer) DepositCoins() sdk.Coins {
	if o == nil {
		return sdk.NewCoins()
	}
	return CoinsOf(o.Deposit)
}

// Validate returns an error unless the terms are such as NewTerms makes for some params, which may have been others
// than today's.
func (t Terms) Validate() error {
	if t.Stake != nil {
		if err := t.Stake.Validate(); err != nil {
			return errors.Wrapf(ErrInvalidStake, "expected a coin, got %s", coinText(*t.Stake))
		}
		if err := checkStakeAmount(*t.Stake); err != nil {
			return err
		}
	}
	if t.HouseShareBps > MaxHouseShareBps || (t.Stake == nil && t.HouseShareBps > 0) {
		return errors.Wrapf(ErrInvalidStake, "house_share_bps: expected 0 to %d of a stake, got %d",
			MaxHouseShareBps, t.HouseShareBps)
	}
	if t.Fee != nil && (validateCoin("fee", *t.Fee) != nil || !t.Fee.IsPositive()) {
		return errors.Wrapf(ErrInvalidStake, "fee: expected a positive coin, got %s", coinText(*t.Fee))
	}
	if t.Backing > MaxRewardCap {
		return errors.Wrapf(ErrInvalidStake, "backing: expected at most %d, got %d", int64(MaxRewardCap), t.Backing)
	}
	if t.Casual && (t.Fee != nil || t.Backing > 0) {
		return errors.Wrap(ErrInvalidStake, "expected neither fee nor backing in a casual game, got some")
	}
	return nil
}

// CoinsOf returns those of the coins that are there.
func CoinsOf(coins ...*sdk.Coin) sdk.Coins {
	all := sdk.NewCoins()
	for _, coin := range coins {
		if coin != nil {
			all = all.Add(*coin)
		}
	}
	return all
}
