package cmd

import (
	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/client/rpc"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	"github.com/cosmos/cosmos-sdk/server"
	authcmd "github.com/cosmos/cosmos-sdk/x/auth/client/cli"

	"github.com/battleship-chain/battleship/player/cli"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/query"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// queryCommand returns the questions to a chain. Those to the SDK's modules are added later.
func queryCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:                        "query",
		Aliases:                    []string{"q"},
		Short:                      "Query a chain",
		SuggestionsMinimumDistance: 2,
		RunE:                       client.ValidateCmd,
	}
	cmd.AddCommand(
		rpc.WaitTxCmd(),
		server.QueryBlockCmd(),
		server.QueryBlocksCmd(),
		server.QueryBlockResultsCmd(),
		authcmd.QueryTxCmd(),
		authcmd.QueryTxsByEventsCmd(),
		query.Cmd(cli.Others()),
	)
	return cmd
}

// txCommand returns the commands for transactions. The messages of the SDK's modules are added later.
func txCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:                        "tx",
		Short:                      "Make, sign and send transactions",
		SuggestionsMinimumDistance: 2,
		RunE:                       client.ValidateCmd,
	}
	cmd.AddCommand(
		authcmd.GetSignCommand(),
		authcmd.GetSignBatchCommand(),
		authcmd.GetMultiSignCommand(),
		authcmd.GetMultiSignBatchCmd(),
		authcmd.GetValidateSignaturesCommand(),
		authcmd.GetBroadcastCommand(),
		authcmd.GetEncodeCommand(),
		authcmd.GetDecodeCommand(),
		authcmd.GetSimulateCmd(),
		cli.TxCmd(),
	)
	return cmd
}

// noteSlowNodes wraps the commands of the SDK below cmd so that they print a note if the node does not answer within a
// second. A command that may ask for a confirmation, or for the passphrase of a file of keys, prints none, nor does one
// that waits for a transaction, or for another server.
func noteSlowNodes(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		if c.Name() != types.ModuleName && c.Name() != "wait-tx" {
			noteSlowNodes(c)
		}
	}
	run := cmd.RunE
	if run == nil || cmd.Flags().Lookup(flags.FlagNode) == nil {
		return
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := client.GetClientContextFromCmd(cmd)
		confirms := cmd.Flags().Lookup(flags.FlagSkipConfirmation) != nil &&
			!env.ValueOf[bool](cmd.Flags(), flags.FlagSkipConfirmation)
		unlocks := ctx.Keyring != nil && ctx.Keyring.Backend() == keyring.BackendFile
		if !confirms && !unlocks && ctx.GRPCClient == nil && !ctx.Offline {
			defer env.Printer{Err: cmd.ErrOrStderr()}.NoteSlow(text.WaitingForNode, ctx.NodeURI)()
		}
		return run(cmd, args)
	}
}
