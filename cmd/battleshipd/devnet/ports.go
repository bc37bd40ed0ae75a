package devnet

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
)

// loopback is the only interface that a devnet listens on.
const loopback = "127.0.0.1"

// maxPort is the highest TCP port.
const maxPort = 65535

// Ports are the TCP ports of a devnet's servers. Zero stands for any that is free.
type Ports struct {
	// RPC is CometBFT's.
	RPC int
	// GRPC is the application's.
	GRPC int
	// REST is the application's for plain HTTP.
	REST int
	// P2P is for other nodes, of which a devnet has none.
	P2P int
}

// StandardPorts are those that the tools of the Cosmos look for.
func StandardPorts() Ports { return Ports{RPC: 26657, GRPC: 9090, REST: 1317, P2P: 26656} }

// PortsFrom returns four ports in a row: RPC, gRPC, REST, P2P.
func PortsFrom(base int) (Ports, error) {
	const last = maxPort - 3
	if base < 1 || base > last {
		return Ports{}, fmt.Errorf("port base: expected 1 to %d, got %d", last, base)
	}
	return Ports{RPC: base, GRPC: base + 1, REST: base + 2, P2P: base + 3}, nil
}

// find replaces zeros by free ports and makes sure that the others are free. All four are held until the last is found,
// so that none is found twice. Somebody else may take one between now and the start of the servers; then that start
// fails.
func (p Ports) find() (Ports, error) {
	var held []net.Listener
	defer func() {
		for _, listener := range held {
			_ = listener.Close() // nobody ever connected
		}
	}()
	var errs []error
	find := func(port int, name string) int {
		listener, err := net.Listen("tcp", address(port))
		if err != nil {
			errs = append(errs, fmt.Errorf("port %d for %s: expected it to be free: %w", port, name, err))
			return 0
		}
		held = append(held, listener)
		return int(netip.MustParseAddrPort(listener.Addr().String()).Port())
	}
	found := Ports{
		RPC:  find(p.RPC, "RPC"),
		GRPC: find(p.GRPC, "gRPC"),
		REST: find(p.REST, "REST"),
		P2P:  find(p.P2P, "P2P"),
	}
	return found, errors.Join(errs...)
}

// address returns a port of the loopback interface as host:port.
func address(port int) string { return net.JoinHostPort(loopback, strconv.Itoa(port)) }
