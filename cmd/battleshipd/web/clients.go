package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
)

// clientOf returns the network of the client of a request: its address, of IPv6 the first 64 bits. Behind a proxy on
// this machine it is the address that the proxy has added to X-Forwarded-For. It is empty for a client on this machine.
func clientOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	at, err := netip.ParseAddr(host)
	if err == nil && at.Unmap().IsLoopback() {
		forwarded := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
		at, err = netip.ParseAddr(strings.TrimSpace(forwarded[strings.LastIndex(forwarded, ",")+1:]))
	}
	if err != nil {
		return ""
	}
	at = at.Unmap().WithZone("")
	bits := at.BitLen()
	if at.Is6() {
		bits = 64
	}
	network, err := at.Prefix(bits)
	if err != nil || at.IsLoopback() {
		return ""
	}
	return network.String()
}

// share is the part of all places, one in so many, that one client may hold.
const share = 8

// places limits how many requests are served at once, in all and for each client.
type places struct {
	all int

	mu   sync.Mutex
	n    int
	held map[string]int
}

func newPlaces(all int) *places { return &places{all: all, held: make(map[string]int)} }

// take reports whether there is a place for a client, which then holds it until leave.
func (p *places) take(client string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	each := (p.all + share - 1) / share
	if p.n >= p.all || client != "" && p.held[client] >= each {
		return false
	}
	p.n++
	p.held[client]++
	return true
}

func (p *places) leave(client string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n--
	if p.held[client]--; p.held[client] == 0 {
		delete(p.held, client)
	}
}
