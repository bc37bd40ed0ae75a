package client

import (
	"context"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// Order is a message to bring into a block, and the highest price for it.
type Order struct {
	// Msgs are sent in one transaction.
	Msgs []sdk.Msg
	// Deadline is the last height at which the messages are of use, or 0 if there is none. With a deadline, temporary
	// failures are retried until then.
	Deadline int64
	// Patience is how long to wait at most, however high the chain is; Options.Patience if 0.
	Patience time.Duration
	// MaxFee is the most that all transactions for the obligation may cost together. Dearer ones are sent only below it,
	// so the zero Coin means that none is.
	MaxFee sdk.Coin
	// HardLimit makes MaxFee apply to the first transaction too. Otherwise that pays the node's price in any case, and so
	// do a few that follow it because the account's sequence has moved.
	HardLimit bool
	// Spending is the record of earlier signatures for the same obligation, and after SendOrder also of its own. MaxFee is
	// for all of them. An order without one is an obligation of its own.
	Spending *Spending
	// BeforeSend, if not nil, is called once, when a transaction is signed and before any node gets it. An error keeps it
	// from being sent, and is the order's.
	BeforeSend func() error
}

// Send is SendOrder for messages without a deadline, which are sent at the going price.
func (c *Client) Send(ctx context.Context, msgs ...sdk.Msg) (Receipt, error) {
	return c.SendOrder(ctx, Order{Msgs: msgs})
}

// SendOrder signs a transaction with the client's key, sends it and waits until it is in a block. Gas is found by
// simulation. It retries on temporary failures: a node that is away, catches up or has a full mempool, another sequence
// than expected. A signed transaction is resent unchanged for as long as it can still get into a block, so the same
// bytes count once however often they are sent.
//
// A transaction that is in no block after a few, by the blocks themselves, is outbid: the same messages follow in an
// unordered transaction at twice the price, in each block again, while all of them together cost no more than the
// order's MaxFee. The first that is in a block counts; messages that cannot be done twice make the others fail, which
// then cost their fees.
//
// A node may keep a transaction in spite of its answer. So every signature counts against MaxFee, except for a
// transaction replaced by another of the same sequence, and an unordered one that has expired by this machine's clock
// too.
//
// Errors: *FeeLimitError if one more would cost more than MaxFee, *RefusedError if the chain refused it,
// *NotIncludedError if it was sent, or may have been, and the deadline, patience or ctx ended first, *NoNodeError if
// there was no answer before it was sent, *NotReadyError if the node was not ready for it, *UnsignedError if
// Options.Unsigned asks for no more than that.
func (c *Client) SendOrder(ctx context.Context, o Order) (Receipt, error) {
	if c.key.IsZero() {
		return Receipt{}, errNoKey
	}
	if c.carrier != nil {
		return c.carrier.Carry(ctx, o)
	}
	if c.options.Unsigned {
		return Receipt{}, c.makeUnsigned(ctx, o.Msgs)
	}
	if o.Patience == 0 {
		o.Patience = c.options.Patience
	}
	if o.Spending == nil {
		o.Spending = new(Spending)
	}
	if c.options.Sending != nil {
		defer c.options.Sending()()
	}
	s := &submission{Client: c, order: o}
	return s.run(ctx)
}
