package nodeconfig

import (
	"fmt"
	"time"

	cmtcfg "github.com/cometbft/cometbft/config"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// DefaultBlockTime is the time between the blocks of a new network.
const DefaultBlockTime = time.Second

// MinBlockTime is the shortest time between blocks that CometBFT keeps up with on two cores.
const MinBlockTime = 10 * time.Millisecond

// MaxBlockTime is the longest time between blocks that the params allow.
const MaxBlockTime = types.MaxBlockMillis * time.Millisecond

// What validators need to agree on a block once it is proposed, among neighbours. It is part of the time between
// blocks, and at most a share of it.
const (
	roundTime  = 200 * time.Millisecond
	roundShare = 5
)

// minRoundTimeout is the shortest time that a step of a round is waited for: a message across the world and back, with
// a block in it.
const minRoundTimeout = 500 * time.Millisecond

// CheckBlockTime returns an error unless a network can have that time between blocks.
func CheckBlockTime(blockTime time.Duration) error {
	if blockTime < MinBlockTime || blockTime > MaxBlockTime || blockTime%time.Millisecond != 0 {
		return fmt.Errorf("block time: expected whole milliseconds from %s to %s, got %s",
			MinBlockTime, MaxBlockTime, blockTime)
	}
	return nil
}

// SetPace makes a node keep a network's time between blocks: it pauses for the rest of it after a round. If a proposer
// is away, the others wait for its proposal and then, having voted for none, for more votes: one and a half blocks,
// rather than CometBFT's four seconds.
func SetPace(cfg *cmtcfg.Config, blockTime time.Duration) {
	c, slowest := cfg.Consensus, cmtcfg.DefaultConsensusConfig()
	c.TimeoutCommit = blockTime - min(roundTime, blockTime/roundShare)
	c.TimeoutPropose = min(max(blockTime, minRoundTimeout), slowest.TimeoutPropose)
	c.TimeoutPrevote = min(max(blockTime/2, minRoundTimeout), slowest.TimeoutPrevote)
	c.TimeoutPrecommit = min(max(blockTime/2, minRoundTimeout), slowest.TimeoutPrecommit)
}

// CheckPace returns an error unless a node's pause after a block fits its chain's block time. A round takes the rest,
// which is at most as long as the pause.
func CheckPace(pause, blockTime time.Duration) error {
	if pause < blockTime/2 || pause > blockTime {
		return fmt.Errorf("timeout_commit in config.toml: expected %s to %s for blocks of %s "+
			"(block_millis of this chain), got %s", blockTime/2, blockTime, blockTime, pause)
	}
	return nil
}

// CheckRunningPace is CheckPace for a node with blocks, whose state knows what governance has changed since the
// genesis. It accepts anything of one without.
func CheckRunningPace(pause time.Duration, node *app.App) error {
	if node.LastBlockHeight() == 0 {
		return nil
	}
	params, err := node.BattleshipKeeper.Params(node.NewContext(true))
	if err != nil {
		return fmt.Errorf("read the time between blocks: %w", err)
	}
	return CheckPace(pause, params.Duration(1))
}
