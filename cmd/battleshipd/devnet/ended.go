package devnet

import (
	"cmp"
	"errors"
	"fmt"
)

// errServerEnded is the error of a server that ends by itself without one.
var errServerEnded = errors.New("it gave no reason")

// ended waits until the node is of no more use and returns why: nil if it was stopped.
func (n *fullNode) ended() error {
	servers := make(chan error, 1)
	go func() { servers <- n.servers.Wait() }()
	select {
	case err := <-n.failed:
		return err
	case err := <-servers:
		if n.running.Err() == nil {
			return fmt.Errorf("a server has ended: %w", cmp.Or(err, errServerEnded))
		}
		return nil
	}
}
