package core

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestRandomParamsAreValid(t *testing.T) {
	for seed := range int64(1000) {
		require.NoError(t, RandomParams(rand.New(rand.NewSource(seed))).Validate(), "seed %d", seed)
	}
}

func TestRandomPublicParamsAreValidAndReachEveryBound(t *testing.T) {
	const seeds = 1000
	reached := make(map[string]int)
	for seed := range int64(seeds) {
		p := RandomPublicParams(rand.New(rand.NewSource(seed)))
		require.NoError(t, p.Validate(), "seed %d", seed)
		require.False(t, p.LocalNetwork)
		for name, at := range map[string]bool{
			"no reward":                        p.RewardInitial.IsZero(),
			"the highest reward":               p.RewardInitial.Equal(math.NewInt(types.MaxRewardCap)),
			"no share for losers":              p.LoserShareBps == 0,
			"as much for losers":               p.LoserShareBps == types.BasisPoints,
			"a price of one for one":           p.RewardPrice.Amount.Equal(math.NewInt(types.BasePerReward)),
			"a price in the coin that it buys": p.RewardPrice.Denom == types.RewardDenom,
			"the highest price":                p.RewardPrice.Amount.BigInt().BitLen() == types.MaxPriceBits,
			"no cool-down to speak of":         p.PairCooldownBlocks == 1,
			"the longest cool-down":            p.PairCooldownBlocks == types.MaxClockBlocks,
			"one reward in all":                p.ChainRewards == 1,
			"the most rewards":                 p.ChainRewards == types.MaxChainRewards,
			"no coin to stake":                 len(p.StakeDenoms) == 0,
			"the most coins to stake":          len(p.StakeDenoms) == types.MaxStakeDenoms,
		} {
			if at {
				reached[name]++
			}
		}
	}
	require.Len(t, reached, 13)
}
