// Package freeport finds free TCP ports for servers that start later.
//
// A port that the system chooses may be given to an outgoing connection before the server listens on it. The ports of
// this package are below those that Linux (from 32768) and other systems (from 49152) choose. A process gets each port
// once.
package freeport

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"strconv"
	"sync/atomic"
)

// Ports are from lowest to the one before end.
const (
	lowest = 10_000
	end    = 32_768
)

// taken counts the ports that this process was given. Processes begin at different ports.
var taken = func() *atomic.Int64 {
	var n atomic.Int64
	n.Store(rand.Int64N(end - lowest)) //nolint:gosec // no secret
	return &n
}()

// errNone is returned if all ports are in use.
var errNone = fmt.Errorf("expected a free TCP port from %d to %d: stop other programs that listen", lowest, end-1)

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
	for range (end - lowest) / count {
		first := int((taken.Add(int64(count)) - int64(count)) % (end - lowest))
		if first+count > end-lowest {
			continue
		}
		var listeners []net.Listener
		for i := range count {
			listener, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(lowest+first+i)))
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
	return nil, errNone
}

func closeAll(listeners []net.Listener) (err error) {
	for _, listener := range listeners {
		err = errors.Join(err, listener.Close())
	}
	return err
}
