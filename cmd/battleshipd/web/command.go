package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/internal/listen"
	built "github.com/battleship-chain/battleship/web"
)

// DefaultListen is where the page is served if nothing else is said.
const DefaultListen = "127.0.0.1:26690"

// The flags of the command.
const (
	flagNode   = "node"
	flagREST   = "rest"
	flagListen = "listen"
	flagHost   = "host"
	flagRelay  = "relay"

	flagWitness     = "witness"
	flagTrustHeight = "trust-height"
	flagTrustHash   = "trust-hash"
)

// Page is the page that was built with this binary.
func Page() (fs.FS, error) { return fs.Sub(built.Dist, "dist") }

// Command returns the command that serves the page for a node until it gets a signal.
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "web",
		Short: "Serve the page to play on in a browser",
		Long: `Serves the page on which people play, and passes on what it asks of a node, until it gets a signal. It has no
keys: those are in the browser or in a wallet. The node may be anywhere; it needs its REST server and, for logs and
replays, an index of transactions. A devnet serves the page by itself.

Once it listens, one line on standard output begins with "ready" and names its address, by default one that is reached
from this machine alone. It answers to its addresses, to localhost and to the names given with --host, so that no other
site can pass for it. It speaks plain HTTP: for strangers put a proxy with TLS in front, as docs/operating.md shows.`,
		Example: `  battleshipd web
  battleshipd web --node https://rpc.example --rest https://rest.example
  battleshipd web --node https://rpc.example --rest https://rest.example --trust-height 81234 --trust-hash 5A0C...
  battleshipd web --listen 0.0.0.0:26690 --host play.example
  battleshipd web --relay wss://relay.example`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cmd.SilenceUsage = true
			return run(cmd)
		},
	}
	f := cmd.Flags()
	f.String(flagNode, "tcp://localhost:26657", "address of the node's RPC server")
	f.String(flagREST, "http://localhost:1317", "address of the node's REST server")
	f.String(flagListen, DefaultListen, "address of this machine with a port, 0.0.0.0:PORT for all of its addresses")
	f.String(flagRelay, "", "URL of the relay over which the page plays off-chain games; without one it plays none")
	f.String(flagWitness, "", "address of a second node's RPC server, which has to confirm what the first one proves")
	f.Int64(flagTrustHeight, 0, "height of a block of the last two weeks, from which on the page has games proven")
	f.String(flagTrustHash, "", "hash of that block")
	f.StringSlice(flagHost, nil, "a name, without a port, by which browsers may ask for the page")
	return cmd
}

func run(cmd *cobra.Command) error {
	var o Options
	var at string
	var err error
	for name, to := range map[string]*string{
		flagNode: &o.RPC, flagREST: &o.REST, flagListen: &at, flagWitness: &o.Witness, flagTrustHash: &o.TrustHash,
		flagRelay: &o.Relay,
	} {
		if *to, err = cmd.Flags().GetString(name); err != nil {
			return err
		}
	}
	if o.TrustHeight, err = cmd.Flags().GetInt64(flagTrustHeight); err != nil {
		return err
	}
	if raw, err := hex.DecodeString(o.TrustHash); err != nil || o.TrustHeight < 0 ||
		(len(raw) == sha256.Size) != (o.TrustHeight > 0) {
		return fmt.Errorf("--%s and --%s: expected the height of a block and its hash, in 64 hexadecimal digits, or neither",
			flagTrustHeight, flagTrustHash)
	}
	if o.Hosts, err = cmd.Flags().GetStringSlice(flagHost); err != nil {
		return err
	}
	if o.Page, err = Page(); err != nil {
		return err
	}
	h, err := New(o)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	listener, err := listen.On(flagListen, at, DefaultListen)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(cmd.OutOrStdout(), "ready web=http://%s\n", listener.Addr()); err != nil {
		_ = listener.Close() // the first error says it
		return err
	}
	return h.Serve(ctx, listener)
}
