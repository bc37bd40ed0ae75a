// Package freeport finds free TCP ports for servers that start later.
//
// A port that the system chooses may be given to an outgoing connection before the server listens on it. The ports of
// this package are below those that Linux (from 32768) and other systems (from 49152) choose. A process gets each port
// once, and its blocks of ports are its own: it listens on the first port of each block until it ends.
package freeport

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"strconv"
	"sync"
)

// Blocks have size ports each, from lowest to below 32768.
const (
	lowest = 20_000
	size   = 320
	blocks = (32_768 - lowest) / size
)

// errNone is returned if all ports are in use.
var errNone = fmt.Errorf("expected free TCP ports from %d to %d: stop other programs that listen",
	lowest, lowest+blocks*size-1)

// own are the ports of this process.
var own struct {
	sync.Mutex
	claims    []net.Listener // on the first port of each block
	next, end int            // the ports of the newest block that are left
}

// Listen listens on a free port of host.
func Listen(host string) (net.Listener, error) {
	listeners, err := listen(host, 1)
	if err != nil {
		return nil, err
	}
	return listeners[0], nil
}

// Row returns the first of count free ports in a row on host.
func Row(host string, count int) (int, error) {
	listeners, err := listen(host, count)
	if err != nil {
		return 0, err
	}
	first := netip.MustParseAddrPort(listeners[0].Addr().String()).Port()
	return int(first), closeAll(listeners)
}

// listen listens on count ports in a row.
func listen(host string, count int) ([]net.Listener, error) {
	for {
		first, err := take(count)
		if err != nil {
			return nil, err
		}
		var listeners []net.Listener
		for i := range count {
			listener, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(first+i)))
			if err != nil {
				break
			}
			listeners = append(listeners, listener)
		}
		if len(listeners) == count {
			return listeners, nil
		}
		if err := closeAll(listeners); err != nil {
			return nil, err
		}
	}
}

// take returns the first of count ports in a row of this process, which are not taken again.
func take(count int) (int, error) {
	own.Lock()
	defer own.Unlock()
	if count >= size {
		return 0, fmt.Errorf("expected fewer than %d ports in a row, got %d", size, count)
	}
	if own.next+count > own.end {
		first, err := claim()
		if err != nil {
			return 0, err
		}
		own.next, own.end = first+1, first+size
	}
	first := own.next
	own.next += count
	return first, nil
}

// claim returns the first port of a block that no process has, and listens on it.
func claim() (int, error) {
	start := rand.IntN(blocks) //nolint:gosec // no secret
	for i := range blocks {
		port := lowest + (start+i)%blocks*size
		listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			own.claims = append(own.claims, listener)
			return port, nil
		}
	}
	return 0, errNone
}

func closeAll(listeners []net.Listener) (err error) {
	for _, listener := range listeners {
		err = errors.Join(err, listener.Close())
	}
	return err
}
