// Package listen listens for the servers of commands.
package listen

import (
	"errors"
	"fmt"
	"net"
	"syscall"
)

// On listens on the TCP address that a flag names. Example is an address that would do.
func On(flag, address, example string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	switch {
	case err == nil:
		return listener, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("--%s: another program listens at %s: stop it, or choose another port", flag, address)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("--%s: %s is not an address of this machine: use one such as %s", flag, address, example)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("--%s: the port of %s is reserved: choose one from 1024", flag, address)
	}
	return nil, fmt.Errorf("--%s: expected an address of this machine with its port, such as %s, got %q", flag, example,
		address)
}
