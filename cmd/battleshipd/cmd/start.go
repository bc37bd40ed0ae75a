package cmd

import (
	"context"
	"fmt"
	"os"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/server"

	"github.com/battleship-chain/battleship/cmd/battleshipd/failure"
)

// watchdog ends the start command when the node is of no more use: consensus or a server has failed. The SDK's command
// does not hear of the first, and waits for a signal after either.
type watchdog struct{ failed <-chan error }

// options returns the options with which the SDK makes its start command.
func (w *watchdog) options() server.StartCmdOptions {
	return server.StartCmdOptions{PostSetup: w.watch}
}

// attach subscribes the watchdog to the log of the node that the start command runs.
func (w *watchdog) attach(start *cobra.Command) {
	run := start.RunE
	start.RunE = func(cmd *cobra.Command, args []string) error {
		node := server.GetServerContextFromCmd(cmd)
		node.Logger, w.failed = failure.Watch(node.Logger)
		return run(cmd, args)
	}
}

// watch adds the watchdog to what runs beside the node: the group ends with the first error. One of the group waits for
// a signal whatever happens, so the process sends it to itself.
//
//nolint:revive // the SDK's order of parameters
func (w *watchdog) watch(_ *server.Context, _ client.Context, ctx context.Context, group *errgroup.Group) error {
	group.Go(func() error {
		select {
		case err := <-w.failed:
			return err
		case <-ctx.Done():
			return nil
		}
	})
	group.Go(func() error {
		<-ctx.Done()
		process, err := os.FindProcess(os.Getpid())
		if err != nil {
			return fmt.Errorf("stop the node: %w", err)
		}
		return process.Signal(syscall.SIGTERM)
	})
	return nil
}
