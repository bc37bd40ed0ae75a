package cmd

import (
	"encoding/json"
	"fmt"

	abci "github.com/cometbft/cometbft/abci/types"
	cmttypes "github.com/cometbft/cometbft/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/spf13/cobra"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/server"
	sdk "github.com/cosmos/cosmos-sdk/types"
	genutilcli "github.com/cosmos/cosmos-sdk/x/genutil/client/cli"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// genesisCommand returns the SDK's commands for genesis files. Validate also starts the chain in memory, and accounts
// with the coin that games alone mint are refused.
func genesisCommand(template *app.App, home string) *cobra.Command {
	genesis := genutilcli.Commands(template.TxConfig(), template.BasicManager(), home)
	for _, cmd := range genesis.Commands() {
		run := cmd.RunE
		switch cmd.Name() {
		case "validate":
			cmd.RunE = func(cmd *cobra.Command, args []string) error {
				if err := checkStart(template, genesisFile(cmd, args)); err != nil {
					return err
				}
				return run(cmd, args)
			}
		case "add-genesis-account":
			cmd.RunE = func(cmd *cobra.Command, args []string) error {
				coins, err := sdk.ParseCoinsNormalized(args[1])
				if err == nil && coins.AmountOf(types.RewardDenom).IsPositive() {
					return fmt.Errorf("%s: only games mint it, so no account can have any at the start of a chain",
						types.RewardDenom)
				}
				return run(cmd, args)
			}
		}
	}
	return genesis
}

// genesisFile is the file that a command names, or that of the home directory.
func genesisFile(cmd *cobra.Command, args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return server.GetServerContextFromCmd(cmd).Config.GenesisFile()
}

// checkStart returns the error with which a chain would refuse to start from a genesis file. A file that is not read
// yet, or has no validators yet, is not started.
func checkStart(template *app.App, file string) (err error) {
	genesis, err := genutiltypes.AppGenesisFromFile(file)
	if err != nil {
		return nil // the SDK's check of the file has a better error
	}
	doc, err := genesis.ToGenesisDoc()
	if err != nil {
		return nil
	}
	var state app.GenesisState
	if err := json.Unmarshal(doc.AppState, &state); err != nil || !hasValidators(template, state) {
		return nil
	}
	params := doc.ConsensusParams.ToProto()
	req := &abci.RequestInitChain{
		Time: doc.GenesisTime, ChainId: doc.ChainID, InitialHeight: doc.InitialHeight, ConsensusParams: &params,
		AppStateBytes: doc.AppState,
	}
	for _, v := range doc.Validators {
		req.Validators = append(req.Validators, cmttypes.TM2PB.NewValidatorUpdate(v.PubKey, v.Power))
	}
	defer func() {
		if r := recover(); r != nil { // modules panic when their state cannot be written
			err = fmt.Errorf("%s: the chain does not start from it: %v", file, r)
		}
	}()
	node := app.New(log.NewNopLogger(), dbm.NewMemDB(), true, noOptions{}, baseapp.SetChainID(doc.ChainID))
	if _, err := node.InitChain(req); err != nil {
		return fmt.Errorf("%s: the chain does not start from it: %w", file, err)
	}
	return nil
}

// hasValidators reports whether a genesis state has validators, or transactions that create them.
func hasValidators(template *app.App, state app.GenesisState) bool {
	var genutil genutiltypes.GenesisState
	var staking stakingtypes.GenesisState
	cdc := template.AppCodec()
	return cdc.UnmarshalJSON(state[genutiltypes.ModuleName], &genutil) == nil &&
		cdc.UnmarshalJSON(state[stakingtypes.ModuleName], &staking) == nil &&
		len(genutil.GenTxs)+len(staking.Validators) > 0
}
