package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	cmtcfg "github.com/cometbft/cometbft/config"
	"github.com/spf13/cast"
	"github.com/spf13/cobra"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/server"
	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
)

// checkPaceBefore makes a start command refuse a new node whose pause after a block does not fit its genesis file:
// nothing runs yet, so nothing is lost by a correction. A node that has blocks is only warned (see warnOfPace), because
// governance may have changed block_millis, and a validator that stays away harms games more than its pace.
// So is one that takes its state from others.
func checkPaceBefore(start *cobra.Command) {
	run := start.RunE
	start.RunE = func(cmd *cobra.Command, args []string) error {
		config := server.GetServerContextFromCmd(cmd).Config
		fresh, err := isFresh(config)
		if err != nil {
			return err
		}
		if fresh && !config.StateSync.Enable {
			blockTime, err := blockTimeOf(config.GenesisFile(), client.GetClientContextFromCmd(cmd).Codec)
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return fmt.Errorf("there is no chain in %s: make one with battleshipd init, or run battleshipd devnet",
					config.RootDir)
			case err != nil:
				return err
			}
			if err := nodeconfig.CheckPace(config.Consensus.TimeoutCommit, blockTime); err != nil {
				return err
			}
		}
		return run(cmd, args)
	}
}

// isFresh reports whether a node has no state yet.
func isFresh(config *cmtcfg.Config) (bool, error) {
	_, err := os.Stat(filepath.Join(config.DBDir(), "application.db"))
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	return false, err
}

// blockTimeOf returns the block time of a genesis file.
func blockTimeOf(file string, cdc codec.JSONCodec) (time.Duration, error) {
	genesis, err := genutiltypes.AppGenesisFromFile(file)
	if err != nil {
		return 0, err
	}
	var state app.GenesisState
	if err := json.Unmarshal(genesis.AppState, &state); err != nil {
		return 0, fmt.Errorf("read the genesis state in %s: %w", file, err)
	}
	return nodeconfig.GenesisBlockTime(state, cdc)
}

// warnOfPace warns the operator of a node with blocks if its pause does not fit the chain's block time.
func warnOfPace(logger log.Logger, node *app.App, opts servertypes.AppOptions) {
	pause := opts.Get("consensus.timeout_commit")
	if pause == nil {
		return // not a node's options
	}
	if err := nodeconfig.CheckRunningPace(cast.ToDuration(pause), node); err != nil {
		logger.Warn(err.Error())
	}
}
