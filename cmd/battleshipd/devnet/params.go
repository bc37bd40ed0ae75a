package devnet

import (
	"time"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// openDeposit is what the creator of a game leaves until somebody joins, in uanchor: there to be seen, and little
// beside what a player needs for fees.
const openDeposit = 10_000

// localParams returns the params of a devnet: those of a network on one machine, with clocks that take as long at the
// devnet's pace as they do on a network of types.DefaultParams. A clock of more than types.MaxClockBlocks is cut down
// to that: at 200 ms a block, the three days of games by correspondence become two and a third.
func localParams(blockTime time.Duration) types.Params {
	p := types.LocalParams()
	pace := p.Duration(1)
	for _, clock := range []*int64{
		&p.TurnBlocksMax, &p.TurnBlocksDefault, &p.TurnBlocksCorrespondence,
		&p.OpenBlocks, &p.ClaimBlocks, &p.RewardPeriodBlocks,
	} {
		blocks := int64(time.Duration(*clock) * pace / blockTime)
		*clock = min(max(blocks, types.MinClockBlocks), types.MaxClockBlocks)
	}
	p.TurnBlocksMin = min(p.TurnBlocksMin, p.TurnBlocksDefault)
	p.BlockMillis = uint32(min(blockTime.Milliseconds(), types.MaxBlockMillis)) //nolint:gosec // at most an hour
	p.OpenDeposit.Amount = math.NewInt(openDeposit)
	return p
}
