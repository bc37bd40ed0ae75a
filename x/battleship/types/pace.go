package types

import "time"

// AtPace returns the params for another time between blocks: clocks and periods keep their duration, and block_millis
// is the new time between blocks. Counts of blocks that are not durations are unchanged, such as the shortest clock
// that a creator may choose. A clock is never longer than MaxClockBlocks, nor shorter than MinClockBlocks. blockTime is
// positive; one longer than MaxBlockMillis counts as that.
func (p Params) AtPace(blockTime time.Duration) Params {
	pace := p.Duration(1)
	for _, clock := range []*int64{
		&p.TurnBlocksMax, &p.TurnBlocksDefault, &p.TurnBlocksCorrespondence,
		&p.OpenBlocks, &p.ClaimBlocks, &p.PairCooldownBlocks, &p.RewardPeriodBlocks, &p.ChannelTimeoutBlocks,
		&p.NamePeriodBlocks,
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
