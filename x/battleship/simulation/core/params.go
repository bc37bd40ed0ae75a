package core

import (
	"fmt"
	"math/big"
	"math/rand"
	"slices"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// PlayDenom is a coin of simulated chains that only games can destroy.
const PlayDenom = "udoubloon"

// playDenoms are the coins that simulated games are about, in ascending order.
func playDenoms() []string {
	denoms := []string{sdk.DefaultBondDenom, PlayDenom, types.RewardDenom}
	slices.Sort(denoms)
	return denoms
}

// RandomParams returns params with clocks so short that some games run out of time, limits so low that some are
// reached, prices that most accounts can pay, and now and then a cap that is soon reached. Half of them are those of a
// public network.
func RandomParams(dice *rand.Rand) types.Params {
	least := Between(dice, int64(types.MinClockBlocks), 5)
	standard := least + Between(dice, int64(0), 20)
	initial := Between(dice, int64(1), 20_000_000)
	limit := int64(types.MaxRewardCap)
	if dice.Intn(4) == 0 {
		limit = initial * Between(dice, int64(1), 20)
	}
	p := types.Params{
		TurnBlocksMin:            least,
		TurnBlocksMax:            standard + Between(dice, int64(0), 20),
		TurnBlocksDefault:        standard,
		TurnBlocksCorrespondence: standard,
		OpenBlocks:               Between(dice, int64(types.MinClockBlocks), 40),
		ClaimBlocks:              Between(dice, int64(types.MinClockBlocks), 40),
		ChannelTimeoutBlocks:     Between(dice, int64(types.MinClockBlocks), 60),
		BlockMillis:              Between(dice, uint32(1), types.MaxBlockMillis),
		MaxExpiriesPerBlock:      Between(dice, uint32(1), 20),

		StakeDenoms:   someOf(dice, playDenoms()),
		HouseShareBps: Between(dice, uint32(0), types.MaxHouseShareBps),
		OpenDeposit:   sdk.NewInt64Coin(OneOf(dice, playDenoms()), Between(dice, int64(0), 1_000)),
		MaxOpenGames:  Between(dice, uint32(1), 4),

		RewardInitial:   math.NewInt(initial),
		RewardGrowthPpm: Between(dice, uint32(0), 50_000),
		LoserShareBps:   Between(dice, uint32(0), types.BasisPoints),
		TimeoutShareBps: Between(dice, uint32(0), types.BasisPoints),
		RewardCap:       math.NewInt(limit),

		LocalNetwork:       dice.Intn(2) == 0,
		RewardPrice:        sdk.NewInt64Coin(priceDenom(dice), Between(dice, int64(0), 5_000)),
		RewardMinShots:     Between(dice, uint32(0), 8),
		PairCooldownBlocks: Between(dice, int64(0), 30),
		RewardPeriodBlocks: Between(dice, int64(1), 20),
		PlayerRewards:      Between(dice, uint32(0), 3),
		PairRatedGames:     Between(dice, uint32(1), 4),

		ProvenClaims: dice.Intn(2) == 0,
	}
	// At most one change a block, so that the price of each can be counted.
	p.NamePrice, p.NamePeriodBlocks = uint64(standard), least
	if p.PlayerRewards == 0 || dice.Intn(2) == 0 {
		p.ChainRewards = p.PlayerRewards + Between(dice, uint32(0), 4)
	}
	if !p.LocalNetwork {
		publish(&p)
	}
	return p
}

// priceDenom returns the coin of a price: most often the same, for games that were opened at a price in another coin
// than today's bring no reward.
func priceDenom(dice *rand.Rand) string {
	if dice.Intn(4) > 0 {
		return PlayDenom
	}
	return OneOf(dice, playDenoms())
}

// publish raises the params to the least that a public network accepts.
func publish(p *types.Params) {
	p.OpenDeposit.Amount = math.MaxInt(p.OpenDeposit.Amount, math.OneInt())
	p.RewardPrice.Amount = p.RewardPrice.Amount.MulRaw(200).AddRaw(types.BasePerReward)
	p.RewardMinShots = max(p.RewardMinShots, 1)
	p.PairCooldownBlocks = max(p.PairCooldownBlocks, 1)
	p.PlayerRewards = max(p.PlayerRewards, 1)
	p.ChainRewards = max(p.ChainRewards, p.PlayerRewards)
}

// RandomPublicParams returns params of a public network. It covers the whole space of those that Params.Validate
// accepts: each param is at one of its bounds, or near to one, as often as anywhere between them.
func RandomPublicParams(dice *rand.Rand) types.Params {
	least := Edgy(dice, types.MinClockBlocks, types.MaxClockBlocks)
	most := Edgy(dice, least, types.MaxClockBlocks)
	limit := Edgy(dice, 0, types.MaxRewardCap)
	price := OneOf(dice, []string{types.DefaultFeeDenom, types.RewardDenom, PlayDenom})
	player := Edgy(dice, 1, types.MaxPlayerRewards)
	return types.Params{
		TurnBlocksMin:            least,
		TurnBlocksMax:            most,
		TurnBlocksDefault:        Edgy(dice, least, most),
		TurnBlocksCorrespondence: Edgy(dice, least, most),
		OpenBlocks:               Edgy(dice, types.MinClockBlocks, types.MaxClockBlocks),
		ClaimBlocks:              Edgy(dice, types.MinClockBlocks, types.MaxClockBlocks),
		ChannelTimeoutBlocks:     Edgy(dice, types.MinClockBlocks, types.MaxClockBlocks),
		BlockMillis:              uint32(Edgy(dice, 1, types.MaxBlockMillis)),
		MaxExpiriesPerBlock:      uint32(Edgy(dice, 1, types.MaxExpiriesPerBlock)),

		StakeDenoms:   anyDenoms(dice),
		HouseShareBps: uint32(Edgy(dice, 0, types.MaxHouseShareBps)),
		OpenDeposit: sdk.NewCoin(OneOf(dice, []string{types.DefaultFeeDenom, types.RewardDenom, PlayDenom}),
			edgyAmount(dice, math.OneInt(), types.MaxStakeBits)),
		MaxOpenGames: uint32(Edgy(dice, 1, types.MaxOpenGames)),

		RewardInitial:   math.NewInt(Edgy(dice, 0, limit)),
		RewardGrowthPpm: uint32(Edgy(dice, 0, types.PartsPerMillion)),
		LoserShareBps:   uint32(Edgy(dice, 0, types.BasisPoints)),
		TimeoutShareBps: uint32(Edgy(dice, 0, types.BasisPoints)),
		RewardCap:       math.NewInt(limit),

		LocalNetwork:       false,
		RewardPrice:        sdk.NewCoin(price, edgyAmount(dice, math.NewInt(types.BasePerReward), types.MaxPriceBits)),
		RewardMinShots:     uint32(Edgy(dice, 1, types.MaxRewardMinShots)),
		PairCooldownBlocks: Edgy(dice, 1, types.MaxClockBlocks),
		RewardPeriodBlocks: Edgy(dice, 1, types.MaxClockBlocks),
		PlayerRewards:      uint32(player),
		ChainRewards:       uint32(Edgy(dice, player, types.MaxChainRewards)),
		PairRatedGames:     uint32(Edgy(dice, 1, types.MaxPairRatedGames)),

		ProvenClaims: dice.Intn(2) == 0,
	}
}

// Edgy returns a number from least to most: a bound, a number of any size near the least one, or any.
func Edgy(dice *rand.Rand, least, most int64) int64 {
	switch dice.Intn(4) {
	case 0:
		return least
	case 1:
		return most
	case 2:
		return min(most, least+dice.Int63n(int64(1)<<dice.Intn(40)))
	default:
		return Between(dice, least, most)
	}
}

// edgyAmount returns an amount from the least one up to one of the given bits: a bound, or an amount of any size.
func edgyAmount(dice *rand.Rand, least math.Int, bits uint) math.Int {
	switch dice.Intn(4) {
	case 0:
		return least
	case 1:
		return math.NewIntFromBigInt(belowBits(bits)).SubRaw(1)
	default:
		bits = uint(dice.Intn(int(bits))) + 1
		return math.MaxInt(least, math.NewIntFromBigInt(new(big.Int).Rand(dice, belowBits(bits))))
	}
}

// belowBits returns the least number with more than the given bits.
func belowBits(bits uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), bits) }

// anyDenoms returns up to as many denoms as can be staked, in ascending order.
func anyDenoms(dice *rand.Rand) []string {
	var denoms []string
	for i := range Edgy(dice, 0, types.MaxStakeDenoms) {
		denoms = append(denoms, fmt.Sprintf("coin%02d", i))
	}
	return denoms
}
