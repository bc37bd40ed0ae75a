package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/server"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"

	"github.com/battleship-chain/battleship/cmd/battleshipd/failure"
)

// watchdog ends the start command when the node is of no more use: consensus or a server has failed. The SDK's command
// does not hear of the first, and waits for a signal after either.
type watchdog struct {
	failed <-chan error
	// started is when the command began.
	started time.Time
}

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
		w.started = time.Now()
		err := run(cmd, args)
		if errors.Is(err, syscall.EAGAIN) { // of the lock on the database
			return fmt.Errorf("another process uses %s: stop that one first", node.Config.RootDir)
		}
		return err
	}
}

// watch adds the watchdog to what runs beside the node: the group ends with the first error. One of the group waits for
// a signal whatever happens, so the process sends it to itself.
//
//nolint:revive // the SDK's order of parameters
func (w *watchdog) watch(node *server.Context, _ client.Context, ctx context.Context, group *errgroup.Group) error {
	plan := filepath.Join(node.Config.RootDir, "data", upgradetypes.UpgradeInfoFilename)
	group.Go(func() error {
		select {
		case err := <-w.failed:
			waitForSupervisor(ctx, plan, w.started)
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

// supervisorTime is how long a node that has stopped for an upgrade answers before it ends. Cosmovisor reads the plan
// every 300 ms and then asks the node for its status; it takes an upgrade for a crash if there is no answer.
const supervisorTime = time.Minute

// waitForSupervisor waits until a node that has stopped for an upgrade is asked to end, or supervisorTime has passed.
// It returns at once if the file with the plan of the upgrade was not written since a time.
func waitForSupervisor(ctx context.Context, plan string, since time.Time) {
	if info, err := os.Stat(plan); err != nil || info.ModTime().Before(since) {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(supervisorTime):
	}
}
