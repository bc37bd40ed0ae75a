package devnet

import (
	"context"
	"fmt"
	"net"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet/faucet"
	"github.com/battleship-chain/battleship/cmd/battleshipd/web"
)

// givingPlayers are the limits of the page's faucet: 100 ANCHOR once to an address, and to a thousand of them.
var givingPlayers = faucet.Limits{Amount: giving.Amount, PerAddress: giving.Amount, Total: giving.Total}

// serveWeb starts the server of the page, which names the devnet's relay, and the address of a bot if there is one. Its
// faucet is for this machine alone unless faucets are open.
func (n *fullNode) serveWeb(ctx context.Context, ports Ports, o Options, p *payer, relay, bot string) error {
	page, err := web.Page()
	if err != nil {
		return err
	}
	at := func(port int) string { return "http://" + hostPort(reachable(o.Listen), port) }
	options := web.Options{Page: page, REST: at(ports.REST), RPC: at(ports.RPC), Bot: bot, Relay: relay}
	if o.OpenFaucet || net.ParseIP(o.Listen).IsLoopback() {
		options.Faucet = n.newFaucet(ctx, p, faucet.Options{Limits: givingPlayers, Open: o.OpenFaucet})
	}
	h, err := web.New(options)
	if err != nil {
		return fmt.Errorf("start the server of the page: %w", err)
	}
	listener, err := net.Listen("tcp", hostPort(o.Listen, ports.Web))
	if err != nil {
		return fmt.Errorf("start the server of the page: %w", err)
	}
	n.servers.Go(func() error { return h.Serve(ctx, listener) })
	return nil
}
