// Package nodeconfig holds what a new node is configured with where the defaults of the SDK and of CometBFT are not
// ours. Operators may change all of it in the node's files.
package nodeconfig

import (
	"time"

	cmtcfg "github.com/cometbft/cometbft/config"

	serverconfig "github.com/cosmos/cosmos-sdk/server/config"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// minGasPrices is the fee that a node asks for a unit of gas: either is enough.
	minGasPrices = "0.001" + app.BondDenom + ",0.001" + types.RewardDenom
	// timeoutCommit is the pause after a block, and so about the time between blocks.
	timeoutCommit = 2 * time.Second
	// snapshotInterval is how many blocks lie between two snapshots from which new nodes can start.
	snapshotInterval = 1000
)

// Comet returns the default config.toml.
func Comet() *cmtcfg.Config {
	cfg := cmtcfg.DefaultConfig()
	cfg.Consensus.TimeoutCommit = timeoutCommit
	return cfg
}

// App returns the default app.toml.
func App() *serverconfig.Config {
	cfg := serverconfig.DefaultConfig()
	cfg.MinGasPrices = minGasPrices
	cfg.StateSync.SnapshotInterval = snapshotInterval
	cfg.API.Enable = true // on the loopback interface only
	return cfg
}

// AppTemplate returns the template by which app.toml is written.
func AppTemplate() string { return serverconfig.DefaultConfigTemplate }
