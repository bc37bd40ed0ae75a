package cmd

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/server"

	playerclient "github.com/battleship-chain/battleship/player/client"
)

// statusLimit is how long the status command waits for a node, which the SDK's does for ever.
const statusLimit = 20 * time.Second

// statusCommand returns the SDK's status command, which fails in a sentence if no node answers.
func statusCommand() *cobra.Command {
	cmd := server.StatusCommand()
	cmd.Short = "Show the status of a node"
	cmd.Flags().Lookup("node").Usage = "address of the node"
	cmd.Flags().Lookup("output").Usage = "output format: text or json"
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
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
		if _, err := node.Status(ctx); err != nil {
			noNode := &playerclient.NoNodeError{Address: clientCtx.NodeURI, Err: err}
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				noNode.Waited = statusLimit
			}
			return noNode
		}
		return run(cmd, args)
	}
	return cmd
}
