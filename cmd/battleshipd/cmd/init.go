package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/server"
	"github.com/cosmos/cosmos-sdk/types/module"
	genutilcli "github.com/cosmos/cosmos-sdk/x/genutil/client/cli"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"

	"github.com/battleship-chain/battleship/app"
)

// initCommand returns the SDK's init command, which also writes this chain's consensus params into the new genesis
// file.
func initCommand(basics module.BasicManager, home string) *cobra.Command {
	cmd := genutilcli.InitCmd(basics, home)
	create := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := create(cmd, args); err != nil {
			return err
		}
		config := server.GetServerContextFromCmd(cmd).Config
		config.SetRoot(client.GetClientContextFromCmd(cmd).HomeDir)
		return setConsensusParams(config.GenesisFile())
	}
	return cmd
}

// setConsensusParams replaces CometBFT's default params in a new genesis file, all but the kind of consensus keys,
// which the operator may have chosen.
func setConsensusParams(file string) error {
	genesis, err := genutiltypes.AppGenesisFromFile(file)
	if err != nil {
		return fmt.Errorf("read the new genesis file: %w", err)
	}
	params := app.DefaultConsensusParams()
	params.Validator = genesis.Consensus.Params.Validator
	genesis.Consensus.Params = params
	if err := genesis.SaveAs(file); err != nil {
		return fmt.Errorf("write the new genesis file: %w", err)
	}
	return nil
}
