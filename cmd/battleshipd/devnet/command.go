package devnet

import (
	"errors"
	"fmt"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
)

// CommandName is the name of the command.
const CommandName = "devnet"

// The flags of the command.
const (
	flagBlockTime = "block-time"
	flagPortBase  = "port-base"
	flagCORS      = "cors"
	flagLogLevel  = "log-level"
)

// Command returns the command that runs a devnet until it is told to stop.
func Command(home string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   CommandName,
		Short: "Run a chain of one validator on this machine",
		Long: `Run a chain of one validator on this machine, with its databases in a home directory.

A home that is missing or empty is made: a chain of its own, and the keys alice, bob, carol and faucet in the test
keyring, each with coins for fees. Its games have clocks for the block time that it is made with, which decides how
blocks are told as time from then on. Any other home is gone on with, or refused and left as it is if it is damaged or
not a devnet's.

Once the first block is committed, one line on standard output begins with "ready" and names the servers, all on the
loopback interface. SIGINT or SIGTERM stops the chain; it can be started again, also after it was killed. If consensus
or a server fails, the command says why and ends with status 1.`,
		Example: `  battleshipd devnet
  battleshipd devnet --home /tmp/devnet --block-time 200ms --port-base 30000
  battleshipd devnet --cors`,
		Args: cobra.NoArgs,
		RunE: run,
	}
	cmd.Flags().String(flags.FlagHome, home, "directory of the chain")
	cmd.Flags().Duration(flagBlockTime, DefaultBlockTime,
		"pause after a block; by default what the home says, if it has been made")
	cmd.Flags().Int(flagPortBase, 0, "first of four ports in a row: RPC, gRPC, REST, P2P (default the standard ones)")
	cmd.Flags().Bool(flagCORS, false, "let every web page that is open in a browser here use RPC, REST and gRPC-web")
	cmd.Flags().String(flagLogLevel, DefaultLogLevel,
		"what the node tells on standard error: debug, info, warn, error or disabled")
	return cmd
}

// run runs a devnet as the flags say.
func run(cmd *cobra.Command, _ []string) (err error) {
	o, err := readFlags(cmd)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	d, err := Start(ctx, o)
	if err != nil {
		if ctx.Err() != nil {
			return nil // told to stop before it was ready
		}
		return err
	}
	defer func() { err = errors.Join(err, d.Stop()) }()
	if _, err := fmt.Fprintf(cmd.OutOrStdout(), "ready chain-id=%s height=%d rpc=%s grpc=%s rest=%s home=%s\n",
		ChainID, d.StartHeight, d.RPC(), d.GRPC(), d.REST(), d.Home); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return nil
	case <-d.Done():
		return d.Err()
	}
}

// readFlags returns the options that the flags stand for.
func readFlags(cmd *cobra.Command) (Options, error) {
	flagSet := cmd.Flags()
	home, err := flagSet.GetString(flags.FlagHome)
	if err != nil {
		return Options{}, err
	}
	level, err := flagSet.GetString(flagLogLevel)
	if err != nil {
		return Options{}, err
	}
	cors, err := flagSet.GetBool(flagCORS)
	if err != nil {
		return Options{}, err
	}
	o := Options{Home: home, Ports: StandardPorts(), CORS: cors, Log: cmd.ErrOrStderr(), LogLevel: level}
	if flagSet.Changed(flagBlockTime) {
		if o.BlockTime, err = flagSet.GetDuration(flagBlockTime); err != nil {
			return Options{}, err
		}
		if err := nodeconfig.CheckBlockTime(o.BlockTime); err != nil {
			return Options{}, err // also of 0, which an option takes for none
		}
	}
	if flagSet.Changed(flagPortBase) {
		base, err := flagSet.GetInt(flagPortBase)
		if err != nil {
			return Options{}, err
		}
		if o.Ports, err = PortsFrom(base); err != nil {
			return Options{}, err
		}
	}
	return o, nil
}
