package cli

import (
	"io"
	"log/slog"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/internal/listen"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/relay"
)

// The flags of relay.
const (
	flagListen  = "listen"
	flagHost    = "host"
	flagProxied = "behind-proxy"
)

// RelayCmd returns the command that carries updates between the players of off-chain games.
func RelayCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "relay",
		Short: "Carry updates between players whose games are played off-chain",
		Long: `Carries updates between players whose games are played off-chain, until it gets a signal. It knows a
player by the key of one game, keeps an update for ten minutes if its reader is away, and can do nothing else: it sees
moves and can lose them, but it cannot make one, and a game whose updates do not arrive continues on the chain. It
has no keys and no files.

Once it listens, one line on standard output begins with "ready" and names its URL. By default that is reached from this
machine alone. Players call it by the address that it listens on, or by the names given with --host; it answers to no
other, so that no one can enter here in the name of a player of another relay. It speaks plain WebSocket: for strangers
put a proxy with TLS in front, as docs/operating.md shows.

SIGINT or SIGTERM ends it. Players then connect again by themselves as soon as it is back, and lose nothing.`,
		Example: `battleshipd relay
battleshipd relay --listen 192.168.1.20:26680
battleshipd relay --host relay.example --behind-proxy`,
		Args: env.NoArgs,
		RunE: env.WithoutUsage(runRelay),
	}
	f := cmd.Flags()
	f.String(flagListen, relay.DefaultListen, "address of this machine with a port, 0.0.0.0:PORT for all of its addresses")
	f.StringSlice(flagHost, nil, "another name by which players call this relay, with the port unless that is 80 or 443")
	f.Bool(flagProxied, false, "count connections by the last address in X-Forwarded-For, which the proxy in front sets")
	return cmd
}

func runRelay(cmd *cobra.Command, _ []string) error {
	address := env.ValueOf[string](cmd.Flags(), flagListen)
	o := relay.Options{Log: slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))}
	o.Hosts = env.ValueOf[[]string](cmd.Flags(), flagHost)
	o.Proxied = env.ValueOf[bool](cmd.Flags(), flagProxied)
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	listener, err := listen.On(flagListen, address, relay.DefaultListen)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(cmd.OutOrStdout(), "ready relay="+relay.URLOf(listener.Addr())+"\n"); err != nil {
		return err
	}
	return relay.NewServer(o).Serve(ctx, listener)
}
