package cmd_test

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	cmtcfg "github.com/cometbft/cometbft/config"
	"github.com/spf13/viper"
	"github.com/stretchr/testify/require"

	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"

	"github.com/battleship-chain/battleship/app"
)

// genesisOf returns the params that depend on the time between blocks, as a home's genesis file says them.
func genesisOf(t *testing.T, home string) (games struct {
	Params struct {
		BlockMillis              int    `json:"block_millis"`
		TurnBlocksDefault        string `json:"turn_blocks_default"`
		TurnBlocksCorrespondence string `json:"turn_blocks_correspondence"`
	} `json:"params"`
}, blocksPerYear, window string,
) {
	t.Helper()
	genesis, err := genutiltypes.AppGenesisFromFile(filepath.Join(home, "config", "genesis.json"))
	require.NoError(t, err)
	var state app.GenesisState
	require.NoError(t, json.Unmarshal(genesis.AppState, &state))
	require.NoError(t, json.Unmarshal(state["battleship"], &games))
	var mint struct {
		Params struct {
			BlocksPerYear string `json:"blocks_per_year"`
		} `json:"params"`
	}
	require.NoError(t, json.Unmarshal(state["mint"], &mint))
	var slashing struct {
		Params struct {
			SignedBlocksWindow    string `json:"signed_blocks_window"`
			SlashFractionDowntime string `json:"slash_fraction_downtime"`
		} `json:"params"`
	}
	require.NoError(t, json.Unmarshal(state["slashing"], &slashing))
	require.Equal(t, "0.000100000000000000", slashing.Params.SlashFractionDowntime)
	return games, mint.Params.BlocksPerYear, slashing.Params.SignedBlocksWindow
}

// consensusOf returns the timeouts in a home's config.toml.
func consensusOf(t *testing.T, home string) *cmtcfg.ConsensusConfig {
	t.Helper()
	v := viper.New()
	v.SetConfigFile(filepath.Join(home, "config", "config.toml"))
	require.NoError(t, v.ReadInConfig())
	config := cmtcfg.DefaultConfig()
	require.NoError(t, v.Unmarshal(config))
	require.NoError(t, config.ValidateBasic())
	return config.Consensus
}

// The fault: clocks were told for blocks of 1 s, nodes paused for 2 s, and inflation was paid for blocks of 5 s.
func TestInitWritesThreeBlockTimes(t *testing.T) {
	for name, tc := range map[string]struct {
		flags          []string
		millis         int
		minute, days   string
		blocksPerYear  string
		window         string
		pause, propose time.Duration
		votes          time.Duration
	}{
		"a second, by default": {
			nil, 1000, "60", "259200", "31557600", "86400", 800 * time.Millisecond, time.Second,
			500 * time.Millisecond,
		},
		"half a second": {
			[]string{"--block-time", "500ms"},
			500, "120", "518400", "63115200", "172800",
			400 * time.Millisecond, 500 * time.Millisecond, 500 * time.Millisecond,
		},
		"CometBFT's own pause, which the SDK takes for none": {
			[]string{"--block-time", "1200ms"},
			1200, "50", "216000", "26298000", "72000",
			time.Second, 1200 * time.Millisecond, 600 * time.Millisecond,
		},
		"five seconds": {
			[]string{"--block-time", "5s"},
			5000, "12", "51840", "6311520", "17280",
			4800 * time.Millisecond, 3 * time.Second, time.Second,
		},
	} {
		t.Run(name, func(t *testing.T) {
			home := filepath.Join(t.TempDir(), "home")
			_, err := run(t, home, append([]string{"init", "admiral"}, tc.flags...)...)
			require.NoError(t, err)

			games, blocksPerYear, window := genesisOf(t, home)
			require.Equal(t, tc.millis, games.Params.BlockMillis)
			require.Equal(t, tc.minute, games.Params.TurnBlocksDefault)
			require.Equal(t, tc.days, games.Params.TurnBlocksCorrespondence)
			require.Equal(t, tc.blocksPerYear, blocksPerYear)
			require.Equal(t, tc.window, window)
			consensus := consensusOf(t, home)
			require.Equal(t, tc.pause, consensus.TimeoutCommit)
			require.Equal(t, tc.propose, consensus.TimeoutPropose)
			require.Equal(t, tc.votes, consensus.TimeoutPrevote)
			require.Equal(t, tc.votes, consensus.TimeoutPrecommit)
			_, err = run(t, home, "genesis", "validate")
			require.NoError(t, err)
		})
	}
	for _, blockTime := range []string{"0s", "9ms", "1h0m1s", "1.5ms", "-1s"} {
		home := filepath.Join(t.TempDir(), "home")
		_, err := run(t, home, "init", "admiral", "--block-time", blockTime)
		require.ErrorContains(t, err, "block time: expected whole milliseconds from 10ms to 1h0m0s, got "+blockTime)
		require.NoFileExists(t, filepath.Join(home, "config", "genesis.json"))
	}
}

// A new node whose pause does not fit the genesis file is refused in one sentence, and nothing is made.
func TestStartRefusesAPauseThatDoesNotFitTheGenesis(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	_, err := run(t, home, "init", "admiral", "--block-time", "2s")
	require.NoError(t, err)
	withoutMetrics(t, home)
	_, err = run(t, home, "config", "set", "config", "consensus.timeout_commit", "5s", "--skip-validate")
	require.NoError(t, err)

	_, err = run(t, home, "start")
	require.EqualError(t, err, "timeout_commit in config.toml: expected 1s to 2s for blocks of "+
		"2s (block_millis of this chain), got 5s")
	require.NoDirExists(t, filepath.Join(home, "data", "application.db"))

	_, err = run(t, home, "config", "set", "config", "consensus.timeout_commit", "1500ms", "--skip-validate")
	require.NoError(t, err)
	_, err = run(t, home, "start")
	require.ErrorContains(t, err, "validator set is empty", "the pause fits; without validators nothing starts")
}

// A new node can prune everything, as the SDK's help offers.
func TestStartThatPrunesEverythingIsNotKeptBySnapshots(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	_, err := run(t, home, "init", "admiral")
	require.NoError(t, err)
	withoutMetrics(t, home)
	_, err = run(t, home, "start", "--pruning", "everything")
	require.ErrorContains(t, err, "validator set is empty")
}
