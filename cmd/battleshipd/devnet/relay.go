package devnet

import (
	"context"
	"fmt"
	"net"

	"github.com/battleship-chain/battleship/player/relay"
)

// serveRelay starts the relay, and returns its URL.
func (n *fullNode) serveRelay(ctx context.Context, ports Ports, o Options) (string, error) {
	listener, err := net.Listen("tcp", hostPort(o.listening().node, ports.Relay))
	if err != nil {
		return "", fmt.Errorf("start the relay: %w", err)
	}
	n.servers.Go(func() error { return relay.NewServer(relay.Options{}).Serve(ctx, listener) })
	return relayAt(o.listening(), ports), nil
}

// relayAt returns the URL at which this machine reaches the relay.
func relayAt(l listening, ports Ports) string {
	return "ws://" + hostPort(reachable(l.node), ports.Relay)
}
