package cmd

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/server"
	"github.com/cosmos/cosmos-sdk/types/module"
	genutilcli "github.com/cosmos/cosmos-sdk/x/genutil/client/cli"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
	"github.com/battleship-chain/battleship/player/cli/env"
)

// flagBlockTime is the flag for the time between blocks, from which all related settings are derived.
const flagBlockTime = "block-time"

// initCommand returns the SDK's init command, which also writes this chain's consensus params and its time between
// blocks into the new files.
func initCommand(basics module.BasicManager, home string) *cobra.Command {
	cmd := genutilcli.InitCmd(basics, home)
	cmd.Use = "init MONIKER"
	cmd.Short = "Write the files of a new node: its configuration, keys and genesis"
	cmd.Long = `Writes the configuration, the keys and the genesis file of a new node, whose name among others is the
moniker, and prints the genesis. To join a chain, replace the genesis file by that of the chain. battleshipd devnet
makes a chain of its own at once.`
	cmd.Example = "battleshipd init admiral --chain-id battleship-1"
	cmd.Args = env.Exactly("MONIKER")
	cmd.Flags().Duration(flagBlockTime, nodeconfig.DefaultBlockTime,
		"time between blocks, from which clocks, inflation and the node's pauses follow")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		blockTime, err := cmd.Flags().GetDuration(flagBlockTime)
		if err != nil {
			return err
		}
		if err := nodeconfig.CheckBlockTime(blockTime); err != nil {
			return err
		}
		id, err := cmd.Flags().GetString(flags.FlagChainID)
		if err != nil {
			return err
		}
		if id != "" { // a random one otherwise
			if err := nodeconfig.CheckChainID(id); err != nil {
				return err
			}
		}
		config := server.GetServerContextFromCmd(cmd).Config
		overwrite, err := cmd.Flags().GetBool(genutilcli.FlagOverwrite)
		if err != nil {
			return err
		}
		if _, err := os.Stat(config.GenesisFile()); err == nil && !overwrite {
			return fmt.Errorf("%s is there already: name another folder with --%s, or replace the file with --%s",
				config.GenesisFile(), flags.FlagHome, genutilcli.FlagOverwrite)
		}
		nodeconfig.SetPace(config, blockTime)
		if err := genutilcli.InitCmd(nodeconfig.Basics(basics, blockTime), home).RunE(cmd, args); err != nil {
			return err
		}
		return setConsensusParams(config.GenesisFile(), client.GetClientContextFromCmd(cmd).Codec, blockTime)
	}
	return cmd
}

// setConsensusParams replaces CometBFT's default params in a new genesis file, all but the kind of consensus keys,
// which the operator may have chosen.
func setConsensusParams(file string, cdc codec.Codec, blockTime time.Duration) error {
	genesis, err := genutiltypes.AppGenesisFromFile(file)
	if err != nil {
		return fmt.Errorf("read the new genesis file: %w", err)
	}
	var state app.GenesisState
	if err := json.Unmarshal(genesis.AppState, &state); err != nil {
		return fmt.Errorf("read the new genesis file: %w", err)
	}
	params, err := app.ConsensusParams(cdc, state, blockTime)
	if err != nil {
		return err
	}
	params.Validator = genesis.Consensus.Params.Validator
	genesis.Consensus.Params = params
	if err := genesis.SaveAs(file); err != nil {
		return fmt.Errorf("write the new genesis file: %w", err)
	}
	return nil
}
