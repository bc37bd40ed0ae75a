package eventindex

import (
	"context"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// maxWaiting is how many requests wait at a gate.
const maxWaiting = 256

// Gate bounds how many requests a node answers at once, whichever of its servers they come from.
type Gate struct {
	room, waiting chan struct{}
	what          string
}

// NewGate returns a gate for a number of requests for something.
func NewGate(atOnce int, what string) *Gate {
	return &Gate{room: make(chan struct{}, atOnce), waiting: make(chan struct{}, maxWaiting), what: what}
}

// TryEnter takes a place until leave is called. It returns the status ResourceExhausted if all are taken.
func (g *Gate) TryEnter() (leave func(), err error) {
	select {
	case g.room <- struct{}{}:
		return func() { <-g.room }, nil
	default:
		return nil, g.refusal()
	}
}

// Enter takes a place until leave is called. If all are taken, it waits for one until the context ends. It returns the
// status ResourceExhausted if too many wait already.
func (g *Gate) Enter(ctx context.Context) (leave func(), err error) {
	if leave, err = g.TryEnter(); err == nil {
		return leave, nil
	}
	select {
	case g.waiting <- struct{}{}:
	default:
		return nil, g.refusal()
	}
	defer func() { <-g.waiting }()
	select {
	case g.room <- struct{}{}:
		return func() { <-g.room }, nil
	case <-ctx.Done():
		return nil, status.FromContextError(ctx.Err()).Err()
	}
}

func (g *Gate) refusal() error {
	return status.Errorf(codes.ResourceExhausted,
		"this node already answers %d requests for %s: ask again in a second", cap(g.room), g.what)
}
