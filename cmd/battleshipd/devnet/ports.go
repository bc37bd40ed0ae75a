package devnet

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"

	"github.com/battleship-chain/battleship/internal/freeport"
)

// loopback is the only interface that a devnet listens on, unless --listen names another.
const loopback = "127.0.0.1"

// maxPort is the highest TCP port.
const maxPort = 65535

// Ports are the TCP ports of a devnet's servers. Zero means any free port.
type Ports struct {
	// RPC is CometBFT's.
	RPC int
	// GRPC is the application's.
	GRPC int
	// REST is the application's for plain HTTP.
	REST int
	// P2P is for other nodes.
	P2P int
	// Faucet is the faucet's.
	Faucet int
	// Relay is the relay's, for off-chain games.
	Relay int
	// Web is the page's, for people with a browser.
	Web int
	// Others are those of the further validators.
	Others []PeerPorts
}

// PeerPorts are the TCP ports of a further validator.
type PeerPorts struct{ RPC, P2P int }

// peerStep is the distance between the ports of one validator and those of the next.
const peerStep = 100

// withPeers returns the ports of a devnet with count validators. Those of a further one are peerStep above those of the
// one before, or any if the first has any.
func (p Ports) withPeers(count int) (Ports, error) {
	p.Others = nil
	for n := 1; n < count; n++ {
		var peer PeerPorts
		if p.RPC != 0 {
			peer.RPC = p.RPC + n*peerStep
		}
		if p.P2P != 0 {
			peer.P2P = p.P2P + n*peerStep
		}
		if max(peer.RPC, peer.P2P) > maxPort {
			return Ports{}, fmt.Errorf("port base: %d validators need %d ports above it, up to %d, got %d",
				count, (count-1)*peerStep+3, maxPort, p.RPC)
		}
		p.Others = append(p.Others, peer)
	}
	return p, nil
}

// StandardPorts are those that the tools of the Cosmos look for.
func StandardPorts() Ports {
	return Ports{RPC: 26657, GRPC: 9090, REST: 1317, P2P: 26656, Faucet: 4500, Relay: 26680, Web: 26690}
}

// PortsFrom returns seven ports in a row: RPC, gRPC, REST, P2P, faucet, relay, page.
func PortsFrom(base int) (Ports, error) {
	const last = maxPort - 6
	if base < 1 || base > last {
		return Ports{}, fmt.Errorf("port base: expected 1 to %d, got %d", last, base)
	}
	return Ports{
		RPC: base, GRPC: base + 1, REST: base + 2, P2P: base + 3, Faucet: base + 4, Relay: base + 5, Web: base + 6,
	}, nil
}

// portsOf returns the last ports of a devnet, from its home's client configuration, or the standard ones if it has
// none.
func portsOf(l layout) Ports {
	standard := StandardPorts()
	text, err := os.ReadFile(l.clientConfig())
	if err != nil {
		return standard
	}
	line := nodeLine.FindString(string(text))
	i := strings.LastIndexByte(line, ':')
	base, err := strconv.Atoi(strings.Trim(line[i+1:], " \t\""))
	if err != nil || base == standard.RPC {
		return standard
	}
	ports, err := PortsFrom(base)
	if err != nil {
		return standard
	}
	return ports
}

// find replaces zeros by free ports and checks that the others are free. Another process may take one before the
// servers start; then that start fails.
func (p Ports) find(l listening) (Ports, error) {
	var held []net.Listener
	defer func() {
		for _, listener := range held {
			_ = listener.Close() // nobody ever connected
		}
	}()
	var taken []string
	find := func(host string, port int, name string) int {
		var listener net.Listener
		var err error
		if port == 0 {
			listener, err = freeport.Listen(host)
		} else {
			listener, err = net.Listen("tcp", hostPort(host, port))
		}
		if err != nil {
			taken = append(taken, fmt.Sprintf("%d for %s", port, name))
			return 0
		}
		held = append(held, listener)
		return int(netip.MustParseAddrPort(listener.Addr().String()).Port())
	}
	found := Ports{
		RPC:    find(l.node, p.RPC, "RPC"),
		GRPC:   find(l.node, p.GRPC, "gRPC"),
		REST:   find(l.node, p.REST, "REST"),
		P2P:    find(loopback, p.P2P, "P2P"),
		Faucet: find(l.faucet, p.Faucet, "the faucet"),
		Relay:  find(l.node, p.Relay, "the relay"),
		Web:    find(l.node, p.Web, "the page"),
	}
	for n, peer := range p.Others {
		found.Others = append(found.Others, PeerPorts{
			RPC: find(loopback, peer.RPC, "RPC of "+moniker(n+1)),
			P2P: find(loopback, peer.P2P, "P2P of "+moniker(n+1)),
		})
	}
	if len(taken) > 0 {
		return found, fmt.Errorf("other programs use the ports %s: stop the other devnet, or choose free ports with "+
			"--port-base, such as 30000", strings.Join(taken, ", "))
	}
	return found, nil
}

// address returns a port of the loopback interface as host:port.
func address(port int) string { return hostPort(loopback, port) }

func hostPort(host string, port int) string { return net.JoinHostPort(host, strconv.Itoa(port)) }

// listening is which addresses of this machine the servers listen on: those of the node with relay and page, and
// the faucet.
type listening struct{ node, faucet string }

// reachable returns the host by which this machine reaches a server: loopback if it listens on every interface.
func reachable(host string) string {
	ip := net.ParseIP(host)
	switch {
	case ip == nil || !ip.IsUnspecified():
		return host
	case ip.To4() == nil:
		return net.IPv6loopback.String()
	default:
		return loopback
	}
}

// checkListen returns an error unless a text is an IP address that a server of this machine can listen on.
func checkListen(text string) error {
	ip := net.ParseIP(text)
	if ip == nil {
		return fmt.Errorf("listen: expected an IP address of this machine, such as 192.168.1.20, or 0.0.0.0 for all of "+
			"them, without a port, got %q", text)
	}
	listener, err := net.Listen("tcp", hostPort(text, 0))
	if err != nil {
		return fmt.Errorf("listen: expected an IP address of this machine, or 0.0.0.0 for all of them, got %s", text)
	}
	return listener.Close()
}
