package types

import (
	"cosmossdk.io/errors"
	"cosmossdk.io/math"
)

// DefaultParams returns the params of a new chain: ten minutes a move at a block a second, and the rewards of the
// whitepaper, in uship.
func DefaultParams() Params {
	return Params{
		TurnBlocksMin:       10,
		TurnBlocksMax:       100_000,
		TurnBlocksDefault:   600,
		OpenBlocks:          10_000,
		ClaimBlocks:         600,
		MaxExpiriesPerBlock: 100,
		RewardInitial:       math.NewInt(42_000_000),
		RewardGrowthPpm:     1_000,
		LoserShareBps:       100,
		TimeoutShareBps:     1_000,
		RewardCap:           math.NewInt(MaxRewardCap),
	}
}

// Validate returns ErrInvalidParams unless every param is within bounds with which the chain goes on, whatever the
// others are.
func (p Params) Validate() error {
	if err := p.validateClocks(); err != nil {
		return err
	}
	if p.MaxExpiriesPerBlock < 1 || p.MaxExpiriesPerBlock > MaxExpiriesPerBlock {
		return invalidRange("max_expiries_per_block", 1, MaxExpiriesPerBlock, int64(p.MaxExpiriesPerBlock))
	}
	return p.validateRewards()
}

func (p Params) validateClocks() error {
	for _, clock := range []struct {
		name   string
		blocks int64
	}{
		{"turn_blocks_min", p.TurnBlocksMin},
		{"turn_blocks_max", p.TurnBlocksMax},
		{"turn_blocks_default", p.TurnBlocksDefault},
		{"open_blocks", p.OpenBlocks},
		{"claim_blocks", p.ClaimBlocks},
	} {
		if clock.blocks < MinClockBlocks || clock.blocks > MaxClockBlocks {
			return invalidRange(clock.name, MinClockBlocks, MaxClockBlocks, clock.blocks)
		}
	}
	if p.TurnBlocksMin > p.TurnBlocksDefault || p.TurnBlocksDefault > p.TurnBlocksMax {
		return errors.Wrapf(ErrInvalidParams, "expected turn_blocks min <= default <= max, got %d, %d, %d",
			p.TurnBlocksMin, p.TurnBlocksDefault, p.TurnBlocksMax)
	}
	return nil
}

func (p Params) validateRewards() error {
	if p.RewardGrowthPpm > PartsPerMillion {
		return invalidRange("reward_growth_ppm", 0, PartsPerMillion, int64(p.RewardGrowthPpm))
	}
	if p.LoserShareBps > BasisPoints {
		return invalidRange("loser_share_bps", 0, BasisPoints, int64(p.LoserShareBps))
	}
	if p.TimeoutShareBps > BasisPoints {
		return invalidRange("timeout_share_bps", 0, BasisPoints, int64(p.TimeoutShareBps))
	}
	if !inRange(p.RewardCap, math.NewInt(MaxRewardCap)) {
		return errors.Wrapf(ErrInvalidParams, "reward_cap: expected 0 to %d, got %s", int64(MaxRewardCap), p.RewardCap)
	}
	if !inRange(p.RewardInitial, p.RewardCap) {
		return errors.Wrapf(ErrInvalidParams, "reward_initial: expected 0 to reward_cap %s, got %s",
			p.RewardCap, p.RewardInitial)
	}
	return nil
}

// TurnBlocks returns the clock of a game that asks for one of that many blocks, 0 meaning the default, or
// ErrInvalidParams if the params do not allow it.
func (p Params) TurnBlocks(asked int64) (int64, error) {
	if asked == 0 {
		return p.TurnBlocksDefault, nil
	}
	if asked < p.TurnBlocksMin || asked > p.TurnBlocksMax {
		return 0, invalidRange("turn_blocks", p.TurnBlocksMin, p.TurnBlocksMax, asked)
	}
	return asked, nil
}

// inRange tells whether 0 <= amount <= most. An amount that a message left out is nil and not in range.
func inRange(amount, most math.Int) bool {
	return !amount.IsNil() && !amount.IsNegative() && amount.LTE(most)
}

func invalidRange(name string, from, to, got int64) error {
	return errors.Wrapf(ErrInvalidParams, "%s: expected %d to %d, got %d", name, from, to, got)
}
