package types

import "time"

// AtPace returns the params for blocks that come at another pace: clocks and periods take as long as they did, and
// block_millis tells the new time between blocks. What counts blocks for its own sake stays as it is, such as the
// shortest clock that a creator may choose. A clock is never longer than MaxClockBlocks, nor shorter than
// MinClockBlocks. blockTime is positive; of one longer than MaxBlockMillis that much is told.
func (p Params) AtPace(blockTime time.Duration) Params {
	pace := p.Duration(1)
	for _, clock := range []*int64{
		&p.TurnBlocksMax, &p.TurnBlocksDefault, &p.TurnBlocksCorrespondence,
		&p.OpenBlocks, &p.ClaimBlocks, &p.PairCooldownBlocks, &p.RewardPeriodBlocks, &p.LeaseBlocks,
	} {
		if *clock == 0 {
			continue // there is none
		}
		blocks := int64(time.Duration(*clock) * pace / blockTime)
		*clock = min(max(blocks, MinClockBlocks), MaxClockBlocks)
	}
	p.TurnBlocksMin = min(p.TurnBlocksMin, p.TurnBlocksDefault)
	p.BlockMillis = uint32(min(max(blockTime.Milliseconds(), 1), MaxBlockMillis))
	return p
}
