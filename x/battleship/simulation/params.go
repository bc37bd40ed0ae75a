package simulation

import (
	"math/rand"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// randomParams returns params with clocks so short that some games run out of time, and now and then a cap that is
// soon reached.
func randomParams(dice *rand.Rand) types.Params {
	least := between(dice, int64(types.MinClockBlocks), 5)
	standard := least + between(dice, int64(0), 20)
	initial := between(dice, int64(0), 100_000_000)
	limit := int64(types.MaxRewardCap)
	if dice.Intn(4) == 0 {
		limit = initial * between(dice, int64(1), 20)
	}
	return types.Params{
		TurnBlocksMin:       least,
		TurnBlocksMax:       standard + between(dice, int64(0), 20),
		TurnBlocksDefault:   standard,
		OpenBlocks:          between(dice, int64(types.MinClockBlocks), 40),
		ClaimBlocks:         between(dice, int64(types.MinClockBlocks), 40),
		MaxExpiriesPerBlock: between(dice, uint32(1), 20),
		RewardInitial:       math.NewInt(initial),
		RewardGrowthPpm:     between(dice, uint32(0), 50_000),
		LoserShareBps:       between(dice, uint32(0), types.BasisPoints),
		TimeoutShareBps:     between(dice, uint32(0), types.BasisPoints),
		RewardCap:           math.NewInt(limit),
	}
}
