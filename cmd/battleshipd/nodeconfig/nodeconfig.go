// Package nodeconfig configures a new node and a new network where the defaults of the SDK and of CometBFT do not suit
// games with clocks of a minute. Operators may change all of it in the node's files, and governance in the state;
// docs/operating.md has the reason of each setting.
package nodeconfig

import (
	"time"

	cmtcfg "github.com/cometbft/cometbft/config"

	serverconfig "github.com/cosmos/cosmos-sdk/server/config"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// minGasPrices is the fee that a node asks for a unit of gas: either is enough.
const minGasPrices = "0.001" + app.BondDenom + ",0.001" + types.RewardDenom

// How long a node waits before it gives up on a peer and dials again. CometBFT pauses 5 to 8 s between two dials, so
// these decide how long a healed partition stays one.
const (
	dialTimeout      = 2 * time.Second
	handshakeTimeout = 5 * time.Second
	redialPeriod     = 5 * time.Second
)

// mempoolSize and mempoolBytes bound CometBFT's list of transactions, which keeps transactions displaced from the
// application's mempool until the next block. They exceed the number that a node can check between two blocks, so that
// the list is never full.
const (
	mempoolSize  = 50_000
	mempoolBytes = 256 << 20
)

// metricsAddress is the address of CometBFT's server of metrics: its standard port, on the loopback interface.
const metricsAddress = "127.0.0.1:26660"

// metricsRetention is how long, in seconds, a metric of the application is kept that is not set any more.
const metricsRetention = 60

// Comet returns the default config.toml of a network with that time between blocks.
func Comet(blockTime time.Duration) *cmtcfg.Config {
	cfg := cmtcfg.DefaultConfig()
	SetPace(cfg, blockTime)
	cfg.P2P.DialTimeout = dialTimeout
	cfg.P2P.HandshakeTimeout = handshakeTimeout
	cfg.P2P.PersistentPeersMaxDialPeriod = redialPeriod
	cfg.Mempool.Size, cfg.Mempool.MaxTxsBytes, cfg.Mempool.CacheSize = mempoolSize, mempoolBytes, 2*mempoolSize
	cfg.Mempool.MaxTxBytes = app.MaxRelayBytes
	cfg.Instrumentation.Prometheus, cfg.Instrumentation.PrometheusListenAddr = true, metricsAddress
	return cfg
}

// iavlCacheSize is how many nodes of its tree a store keeps in memory. Each block adds some, most of which are never
// read again, so that a node's memory grows until the caches are full: by gigabytes over days with the SDK's 781,250.
const iavlCacheSize = 50_000

// App returns the default app.toml. It leaves out snapshots, as the SDK does: a node that takes them cannot prune
// everything, and a validator has better things to do.
func App() *serverconfig.Config {
	cfg := serverconfig.DefaultConfig()
	cfg.MinGasPrices = minGasPrices
	cfg.IAVLCacheSize = iavlCacheSize
	cfg.IndexEvents = app.IndexedEvents()
	cfg.API.Enable = true // on the loopback interface only, with the metrics
	//nolint:staticcheck // deprecated for OpenTelemetry, whose metrics need a file of their own
	cfg.Telemetry.Enabled, cfg.Telemetry.PrometheusRetentionTime = true, metricsRetention
	return cfg
}

// AppTemplate returns the template by which app.toml is written.
func AppTemplate() string { return serverconfig.DefaultConfigTemplate }
