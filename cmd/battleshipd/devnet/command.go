package devnet

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
	"github.com/battleship-chain/battleship/player/cli/env"
)

// CommandName is the name of the command.
const CommandName = "devnet"

// The flags of the command.
const (
	flagBlockTime = "block-time"
	flagPortBase  = "port-base"
	flagListen    = "listen"
	flagFaucet    = "open-faucet"
	flagNoBot     = "no-bot"
	flagCORS      = "cors"
	flagLogLevel  = "log-level"

	flagValidators = "validators"
	flagFresh      = "fresh"
)

// Command returns the command that runs a devnet until it gets a signal.
func Command(home string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   CommandName,
		Short: "Run a chain of one or more validators on this machine",
		Long: `Run a chain of one or more validators on this machine, with its databases in a home directory.

A home that is missing or empty is made: a chain of its own, and the keys alice, bob, carol, faucet and house in the
test keyring, each with coins for fees. Its games have clocks for the block time that it is made with, which decides how
blocks count as time from then on. Any other home is resumed, or left as it is if it is damaged or not a devnet's.

Once the first block is committed, one line on standard output begins with "ready" and names the servers, all on the
loopback interface; lines with the accounts and with commands to try follow, and the flags with which players have
the node prove what it shows. The faucet gives coins over HTTP to anyone on this machine, up to a limit (POST /fund);
"battleshipd devnet fund NAME" gives them without one. The relay carries the updates of games that are played off-chain.
At web= there is a page to play on: open it in a browser.

A bot plays for house, in the games that are offered to house alone, at most 16 at a time; --no-bot leaves it out.

With --listen, friends in the same network can play on this chain: RPC, gRPC, REST, relay and page then listen on that
address of this machine, for anyone who can reach it. The keys stay here.

With --validators 4 the chain makes blocks while three of the four run. Each further validator is a process of its own,
"battleshipd start", with a home below validators/ in that of the devnet; its keys are validator2 and so on. Lines after
"ready" name its process, its RPC server and the log of each node.

Ctrl-C or SIGTERM stops the chain; it can be started again, also after it was killed. If consensus
or a server fails, the command ends with the reason and status 1.`,
		Example: `  battleshipd devnet
  battleshipd devnet --home /tmp/devnet --block-time 200ms --port-base 30000
  battleshipd devnet --validators 4 --home /tmp/localnet
  battleshipd devnet --cors
  battleshipd devnet --listen 192.168.1.20`,
		Args: env.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return run(cmd, home) },
	}
	cmd.Flags().String(flags.FlagHome, home, "directory of the chain")
	cmd.Flags().Duration(flagBlockTime, DefaultBlockTime,
		"pause after a block of a new chain; an existing home keeps its own")
	cmd.Flags().Int(flagPortBase, 0,
		"first of seven ports in a row: RPC, gRPC, REST, P2P, faucet, relay, page (default those that the home had last, "+
			"or the standard ones)")
	cmd.Flags().String(flags.FlagChainID, ChainID, "id of a new chain; an existing home keeps its own")
	cmd.Flags().Int(flagValidators, 1, fmt.Sprintf("number of validators of a new chain, 1 to %d; the "+
		"ports of each are %d above those of the one before", maxValidators, peerStep))
	cmd.Flags().Bool(flagFresh, false, "start the chain of the home anew, with the same accounts")
	cmd.Flags().String(flagListen, loopback, "IP address of this machine to listen on, 0.0.0.0 for all of them")
	cmd.Flags().Bool(flagFaucet, false, "let the faucet listen there too, not on this machine alone")
	cmd.Flags().Bool(flagNoBot, false, "let no bot play for house")
	cmd.Flags().Bool(flagCORS, false, "let every web page that is open in a browser here use RPC, REST, gRPC-web and "+
		"the faucet")
	cmd.Flags().String(flagLogLevel, DefaultLogLevel,
		"what the node logs on standard error: debug, info, warn, error or disabled")
	cmd.AddCommand(fundCommand())
	return cmd
}

// run runs a devnet as the flags say.
func run(cmd *cobra.Command, defaultHome string) (err error) {
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
	if text := warning(o); text != "" {
		if _, err := fmt.Fprintln(cmd.ErrOrStderr(), text); err != nil {
			return err
		}
	}
	if cmd.Flags().Changed(flags.FlagHome) {
		defaultHome = "" // the default of this call is what it names, that of the next one is not
	}
	if err := d.announce(cmd.OutOrStdout(), defaultHome); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return nil
	case <-d.Done():
		return d.Err()
	}
}

// announce prints the ready line with the addresses of the servers, then the accounts and the first commands to try.
func (d *Devnet) announce(out io.Writer, defaultHome string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "ready chain-id=%s height=%d rpc=%s grpc=%s rest=%s faucet=%s relay=%s web=%s home=%s\n",
		d.ChainID, d.StartHeight, d.RPC(), d.GRPC(), d.REST(), d.Faucet(), d.Relay(), d.Web(), d.Home)
	if d.logFile != nil {
		fmt.Fprintf(&b, "validator %s pid=%d rpc=%s log=%s\n", moniker(0), os.Getpid(), d.RPC(), d.logFile.Name())
	}
	names := append(Names(), House)
	for _, p := range d.peers {
		fmt.Fprintf(&b, "validator %s pid=%d rpc=http://%s log=%s\n", p.name, p.process.Pid, address(p.ports.RPC), p.log())
		names = append(names, p.name)
	}
	for _, name := range names {
		record, err := d.Keyring.Key(name)
		if err != nil {
			return fmt.Errorf("key of %s: %w", name, err)
		}
		address, err := record.GetAddress()
		if err != nil {
			return fmt.Errorf("address of %s: %w", name, err)
		}
		fmt.Fprintf(&b, "account %s %s\n", name, address)
	}
	home := ""
	if d.Home != defaultHome {
		home = fmt.Sprintf(" --home %s", d.Home)
		if strings.ContainsAny(d.Home, " '\"$\\") {
			home = fmt.Sprintf(" --home %q", d.Home)
		}
	}
	for _, command := range []string{"play --from alice --against bot", "devnet fund NAME"} {
		fmt.Fprintf(&b, "try battleshipd %s%s\n", command, home)
	}
	fmt.Fprintf(&b, "to check answers of this node: --trust-height %d --trust-hash %X\n", d.StartHeight, d.StartHash)
	_, err := io.WriteString(out, b.String())
	return err
}

// warning describes the servers that other machines can reach. It is empty if there are none.
func warning(o Options) string {
	if o.Listen == "" || net.ParseIP(o.Listen).IsLoopback() {
		return ""
	}
	who := "anyone who reaches " + o.Listen
	if net.ParseIP(o.Listen).IsUnspecified() {
		who = "anyone who reaches this machine by any of its addresses"
	}
	text := "Warning: " + who + " can read this chain, send transactions to it and keep it busy, without a password: " +
		"RPC, gRPC, REST, relay and page are open. The keys stay on this machine, and the coins are worth nothing. Use it " +
		"among friends, and not on a machine that the internet reaches."
	if o.OpenFaucet {
		return text + " The faucet gives them its coins, too."
	}
	return text + " The faucet listens on this machine alone; --" + flagFaucet + " opens it."
}

// readFlags returns the options set by the flags.
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
	listen, err := flagSet.GetString(flagListen)
	if err != nil {
		return Options{}, err
	}
	openFaucet, err := flagSet.GetBool(flagFaucet)
	if err != nil {
		return Options{}, err
	}
	if openFaucet && !flagSet.Changed(flagListen) {
		return Options{}, fmt.Errorf("--%s needs --%s, which says where", flagFaucet, flagListen)
	}
	noBot, err := flagSet.GetBool(flagNoBot)
	if err != nil {
		return Options{}, err
	}
	chainID, err := flagSet.GetString(flags.FlagChainID)
	if err != nil {
		return Options{}, err
	}
	if !flagSet.Changed(flags.FlagChainID) {
		chainID = layout{home}.chain()
	}
	fresh, err := flagSet.GetBool(flagFresh)
	if err != nil {
		return Options{}, err
	}
	o := Options{
		Home: home, ChainID: chainID, Fresh: fresh, Listen: listen, OpenFaucet: openFaucet, NoBot: noBot, CORS: cors,
		Log: cmd.ErrOrStderr(), LogLevel: level,
	}
	if flagSet.Changed(flagValidators) {
		if o.Validators, err = flagSet.GetInt(flagValidators); err != nil {
			return Options{}, err
		}
		if o.Validators == 0 {
			return Options{}, errValidators(0) // which an option takes for none
		}
	}
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
	} else {
		o.Ports = portsOf(layout{home})
	}
	return o, nil
}
