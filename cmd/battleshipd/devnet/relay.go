package devnet

import (
	"context"
	"fmt"
	"net"

	"github.com/battleship-chain/battleship/player/relay"
)

// serveRelay starts the relay.
func (n *fullNode) serveRelay(ctx context.Context, ports Ports, o Options) error {
	listener, err := net.Listen("tcp", hostPort(o.listening().node, ports.Relay))
	if err != nil {
		return fmt.Errorf("start the relay: %w", err)
	}
	n.servers.Go(func() error { return relay.NewServer(relay.Options{}).Serve(ctx, listener) })
	return nil
}
