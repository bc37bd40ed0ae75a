package faucet

import (
	"context"
	"errors"
	"fmt"
)

const (
	// maxBatch is how many addresses are paid in one transaction.
	maxBatch = 20
	// maxWaiting is how many requests wait for the next one at most.
	maxWaiting = 200
)

// Payment is a transaction that is in a block.
type Payment struct {
	Hash   string
	Height int64
}

// Options configure a faucet.
type Options struct {
	Limits
	// Denom is the coin that it gives.
	Denom string
	// Parse returns the canonical form of an address, by which limits count it, or an error.
	Parse func(text string) (string, error)
	// Pay gives Limits.Amount to each of some addresses in one transaction, and returns once that is in a block. The error
	// is ErrUnsettled if it may still get into one. It is called by one goroutine.
	Pay func(ctx context.Context, addresses []string) (Payment, error)
	// Open lets requests come from other machines: they may name the server by any IP address.
	Open bool
	// Pages lets pages of every site use the faucet.
	Pages bool
}

// Faucet gives coins to anyone who asks. It is safe for use by several goroutines.
type Faucet struct {
	options Options
	budget  budget
	queue   chan request
}

// request is an address that waits to be paid.
type request struct {
	address string
	paid    chan<- outcome
}

// outcome is what became of a request.
type outcome struct {
	payment Payment
	err     error
}

// New returns a faucet, which pays while Run runs.
func New(o Options) *Faucet {
	return &Faucet{
		options: o,
		budget:  budget{limits: o.Limits, denom: o.Denom, given: make(map[string]int64)},
		queue:   make(chan request, maxWaiting),
	}
}

// ErrUnsettled means that a payment was sent and is in no block yet: it counts as made, and is not made again.
var ErrUnsettled = errors.New("the payment was sent and is in no block yet: look at the balance before you ask again")

// errBusy means that too many wait already.
var errBusy = errors.New("too many wait for the faucet: try again in a few seconds")

// errStopped means that the faucet does not pay any more.
var errStopped = errors.New("the devnet is being stopped")

// Run makes payments until ctx is done: all waiting requests together, in one transaction.
func (f *Faucet) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			f.refuseAll()
			return
		case first := <-f.queue:
			batch := []request{first}
			for len(batch) < maxBatch && len(f.queue) > 0 {
				batch = append(batch, <-f.queue)
			}
			f.pay(ctx, batch)
		}
	}
}

// refuseAll refuses the waiting requests when the faucet stops.
func (f *Faucet) refuseAll() {
	for len(f.queue) > 0 {
		f.settle(<-f.queue, outcome{err: errStopped})
	}
}

// pay pays a batch; if that fails, each of its requests by itself, for one bad address must not harm the others.
func (f *Faucet) pay(ctx context.Context, batch []request) {
	addresses := make([]string, len(batch))
	for i, r := range batch {
		addresses[i] = r.address
	}
	payment, err := f.options.Pay(ctx, addresses)
	if err != nil && !errors.Is(err, ErrUnsettled) && len(batch) > 1 && ctx.Err() == nil {
		for _, r := range batch {
			f.pay(ctx, []request{r})
		}
		return
	}
	for _, r := range batch {
		f.settle(r, outcome{payment: payment, err: err})
	}
}

// settle answers a request.
func (f *Faucet) settle(r request, o outcome) {
	if o.err != nil && !errors.Is(o.err, ErrUnsettled) {
		f.budget.release(r.address)
	}
	r.paid <- o
}

// Fund pays the amount to an address and returns once a block has it. A caller that stops waiting is paid all the same.
func (f *Faucet) Fund(ctx context.Context, address string) (Payment, error) {
	if err := f.budget.reserve(address); err != nil {
		return Payment{}, err
	}
	paid := make(chan outcome, 1)
	select {
	case f.queue <- request{address: address, paid: paid}:
	default:
		f.budget.release(address)
		return Payment{}, errBusy
	}
	select {
	case o := <-paid:
		return o.payment, o.err
	case <-ctx.Done():
		return Payment{}, fmt.Errorf("no block yet: %w", context.Cause(ctx))
	}
}
