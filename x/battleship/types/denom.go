package types

import (
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// The names of Shipcoin, the coin that the module mints as reward.
const (
	// RewardDenom is the base denomination: the unit of all amounts in messages and state.
	RewardDenom = "uship"
	// RewardDisplayDenom is the denomination for people.
	RewardDisplayDenom = "ship"
	// RewardExponent is the power of ten between the two.
	RewardExponent = 6
	// BasePerReward is how many uship one SHIP is.
	BasePerReward = 1_000_000

	// DefaultFeeDenom is the coin of deposits and fees in the default params: the chain's coin of stake and gas.
	DefaultFeeDenom = "uanchor"
)

// RewardCoin returns an amount of Shipcoin.
func RewardCoin(amount math.Int) sdk.Coin { return sdk.NewCoin(RewardDenom, amount) }
