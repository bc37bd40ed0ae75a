package cmd

import (
	"context"
	"errors"
	"time"

	cmtjson "github.com/cometbft/cometbft/libs/json"
	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/server"

	"github.com/battleship-chain/battleship/player/cli/env"
	playerclient "github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
)

// statusLimit is how long the status command waits for a node, which the SDK's does for ever.
const statusLimit = 20 * time.Second

// statusCommand returns the SDK's status command, which asks once, notes that it waits, and fails in a sentence if no
// node answers.
func statusCommand() *cobra.Command {
	cmd := server.StatusCommand()
	cmd.Short = "Show the status of a node"
	cmd.Args = env.NoArgs
	cmd.Flags().Lookup(flags.FlagNode).Usage = "address of the node"
	cmd.Flags().Lookup(flags.FlagOutput).Usage = "output format: text or json"
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		clientCtx, err := client.GetClientQueryContext(cmd)
		if err != nil {
			return err
		}
		node, err := clientCtx.GetNode()
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(cmd.Context(), statusLimit)
		defer cancel()
		stop := env.Printer{Err: cmd.ErrOrStderr()}.NoteSlow(text.WaitingForNode, clientCtx.NodeURI)
		status, err := node.Status(ctx)
		stop()
		if err != nil {
			noNode := &playerclient.NoNodeError{Address: clientCtx.NodeURI, Err: err}
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				noNode.Waited = statusLimit
			}
			return noNode
		}
		answer, err := cmtjson.Marshal(status)
		if err != nil {
			return err
		}
		return clientCtx.WithOutputFormat(env.ValueOf[string](cmd.Flags(), flags.FlagOutput)).PrintRaw(answer)
	}
	return cmd
}
