package client

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
)

const (
	// headEvery is after how many looks without a result the node is asked for its height too.
	headEvery = 4
	// displacedAfter is for how many blocks a transaction whose sequence is used up is still looked for: a node indexes
	// a block a moment after it has committed it.
	displacedAfter = 2
)

// offer is one signed transaction for an order.
type offer struct {
	raw  []byte
	hash string
	fee  sdk.Coins
	// price is what it pays for a unit of gas; the zero coin if that is in several coins.
	price sdk.DecCoin
	// sequence is the account's that it needs, unless it is unordered: then until is the last block time that takes it.
	sequence uint64
	until    time.Time
	// tried is how often it was handed over, taken whether the node has it, or may have.
	tried int
	taken bool
	// unsure says that the node's reply was lost, so that it may not have it either.
	unsure bool
	// usedUp is the height at which its sequence was found to be used up; 0 if it was not.
	usedUp int64
	// receipt is there once it is in a block; err is why it failed there.
	receipt *Receipt
	err     error
}

func (o *offer) unordered() bool { return !o.until.IsZero() }

// errand is an order on its way.
type errand struct {
	*Client
	order Order

	gas uint64 // limit of a transaction in sequence
	// offers are the transactions that are in a block or can still get into one, in the order of their signing.
	offers []*offer
	bids   int
	// bidsRefused says that the chain does not take dearer transactions.
	bidsRefused bool

	looks  int
	head   head  // as last seen
	opened int64 // the height when the node was first asked for it
	away   bool  // the node was not there when it was asked last
	// due says that there is a new block that nothing was done about yet: the node is first asked whether a transaction
	// is in it, which it knows a moment after the block.
	due bool
	// blocked says that the account's sequence was not as expected: another transaction of it waits.
	blocked bool
	// refusal is why the node did not take a transaction when it was last given one.
	refusal error
	// told is what the player was told last.
	told string
	// late says that the deadline has passed.
	late bool
	// failed says that the last look has found a transaction that failed in a block, and none that did not.
	failed bool
}

// run sends until the order is in a block, or cannot be.
func (e *errand) run(ctx context.Context) (Receipt, error) {
	for start := time.Now(); ; {
		receipt, err := e.step(ctx)
		switch {
		case receipt != nil:
			return e.settle(receipt, err)
		case ctx.Err() != nil:
			return e.leave(ctx, context.Cause(ctx))
		case err != nil && !MayPass(err):
			return e.leave(ctx, err)
		case e.late:
			return e.leave(ctx, errors.Join(err, fmt.Errorf("no block with it by block %d", e.order.Deadline)))
		case time.Since(start) >= e.order.Patience && err != nil && !e.sent():
			return e.leave(ctx, err)
		case time.Since(start) >= e.order.Patience:
			return e.leave(ctx, fmt.Errorf("no block with it in %s", e.order.Patience))
		}
		e.tell(err)
		e.late = e.order.Deadline > 0 && e.head.height >= e.order.Deadline // one look more: the last block may have it
		if err := e.Sleep(ctx); err != nil {
			return e.leave(ctx, err)
		}
	}
}

// tell says what the order waits for, once.
func (e *errand) tell(err error) {
	if err != nil && err.Error() != e.told {
		e.told = err.Error()
		e.progress(Progress{Stage: StageRetry, Waited: e.waited(), Err: err})
		e.notify("Not sent yet, and tried again: %s.", e.told)
	}
}

// leave ends an errand without a block that counts.
func (e *errand) leave(ctx context.Context, err error) (Receipt, error) {
	e.account.known = false
	for _, o := range e.offers {
		if o.receipt != nil {
			return e.settle(o, o.err)
		}
	}
	if e.sent() {
		e.remember()
		return Receipt{}, &NotIncludedError{Hash: e.offers[0].hash, Err: err}
	}
	return Receipt{}, e.explain(ctx, err)
}

// sent reports whether the node may have one of the transactions.
func (e *errand) sent() bool {
	return slices.ContainsFunc(e.offers, func(o *offer) bool { return o.taken })
}

// step does what there is to do between two polls. There is a receipt once the order is in a block; the error then says
// whether it failed there.
func (e *errand) step(ctx context.Context) (*offer, error) {
	if len(e.offers) == 0 {
		if err := e.prepare(ctx); err != nil {
			return nil, e.meanwhile(ctx, err)
		}
		if ctx.Err() != nil {
			e.offers = nil // surely not sent
			return nil, context.Cause(ctx)
		}
	}
	if err := e.handOverNew(ctx); err != nil {
		return nil, err
	}
	if done, err := e.look(ctx); done != nil || err != nil {
		if MayPass(err) {
			e.away = true
		}
		return done, err
	}
	if err := e.follow(ctx); err != nil {
		return nil, err
	}
	if !e.sent() {
		return nil, e.refusal
	}
	return nil, nil
}

// handOverNew gives the node what it does not have yet, now and then if it has refused that for a reason that can pass.
func (e *errand) handOverNew(ctx context.Context) error {
	for _, o := range slices.Clone(e.offers) {
		if o.taken || o.tried > 0 && e.looks%headEvery != 0 {
			continue
		}
		switch err := e.handOver(ctx, o); {
		case err == nil:
		case MayPass(err):
			e.refusal = err
		case len(e.offers) > 1 && o.unordered():
			// The chain does not take this bid: those before may still get into a block.
			e.drop(o)
			e.bidsRefused = true
		default:
			return err
		}
	}
	return nil
}

// meanwhile follows the chain while an error lasts that can pass.
func (e *errand) meanwhile(ctx context.Context, err error) error {
	if !MayPass(err) {
		return err
	}
	if followErr := e.follow(ctx); followErr != nil && !MayPass(followErr) {
		return followErr
	}
	return err
}

// prepare signs the first transaction: in sequence, unless one before it in the sequence is stuck or other clients send
// with the same key.
func (e *errand) prepare(ctx context.Context) error {
	if err := e.loadPrices(ctx); err != nil {
		return err
	}
	if err := e.loadAccount(ctx); err != nil {
		return err
	}
	var until time.Time
	moved := e.order.Spending.sequences(e.account.sequence) >= maxSequences
	outOfLine := e.options.Unordered || e.stuck() || moved || e.blocked && e.waited() >= bidAfter
	if outOfLine && e.key.SignsByItself() {
		var err error
		if until, err = e.unorderedUntil(ctx); err != nil {
			return err
		}
	}
	gas, err := e.simulate(ctx, e.order.Msgs, until)
	if err != nil {
		var refused *RefusedError
		e.blocked = e.blocked || errors.As(err, &refused) && refused.OfKind(sdkerrors.ErrWrongSequence)
		e.account.known = false
		return err
	}
	e.gas = gas
	return e.sign(ctx, e.goingPrice(), envelope{gas: gas, fee: e.feeFor(gas), until: until})
}

// sign adds a transaction.
func (e *errand) sign(ctx context.Context, price sdk.DecCoin, v envelope) error {
	spending, err := e.checkFee(v)
	if err != nil {
		return err
	}
	e.progress(Progress{Stage: StageSigning, Fee: v.fee, Waited: e.waited()})
	raw, err := e.build(ctx, e.order.Msgs, v)
	if err != nil {
		return err
	}
	*e.order.Spending = *spending
	e.offers = append(e.offers, &offer{
		raw: raw, hash: hashOf(raw), fee: v.fee, price: price, sequence: e.account.sequence, until: v.until,
	})
	return nil
}

// handOver gives a transaction to the node, the first time or again.
func (e *errand) handOver(ctx context.Context, o *offer) error {
	o.tried++
	err := e.broadcast(ctx, o.raw)
	var refused *RefusedError
	switch {
	case err == nil, errors.Is(err, errReplyLost):
		if !o.taken {
			e.progress(Progress{Stage: StageSent, Fee: o.fee, Waited: e.waited()})
		}
		o.taken, o.unsure = true, err != nil
		return nil
	case !errors.As(err, &refused):
		return err
	case refused.OfKind(sdkerrors.ErrWrongSequence) && !o.unordered():
		e.blocked = true
		return e.outOfSequence(ctx, o, err)
	case refused.OfKind(sdkerrors.ErrPanic) && e.publicKey() == nil && !o.taken:
		e.alwaysSendPubKey = true
		e.drop(o)
		return &NotReadyError{Address: e.conn.address, Why: "it needs the sender's public key", Err: err}
	}
	return err
}

// outOfSequence gives up a transaction whose sequence is not the account's: at once if no node has had it, else when it
// is certain that it is in no block.
func (e *errand) outOfSequence(ctx context.Context, o *offer, err error) error {
	e.account.known = false
	if o.tried > 1 {
		if loadErr := e.loadAccount(ctx); loadErr != nil {
			return loadErr
		}
		e.account.known = false
		switch {
		case e.account.sequence <= o.sequence:
			o.taken = true // one of that sequence waits, and it may be this one
			return nil
		case o.usedUp == 0:
			o.usedUp = max(e.head.height, 1)
			return err
		case e.head.height < o.usedUp+displacedAfter:
			return err
		}
	}
	e.drop(o)
	return err
}

func (e *errand) drop(o *offer) {
	e.offers = slices.DeleteFunc(e.offers, func(other *offer) bool { return other == o })
}

// look looks for the transactions in blocks. One that succeeded counts, whatever became of the others; that one failed
// is believed when a second look finds none that succeeded.
func (e *errand) look(ctx context.Context) (*offer, error) {
	for _, o := range e.offers {
		if o.tried == 0 || o.receipt != nil {
			continue
		}
		res, err := e.find(ctx, o.hash)
		switch {
		case err == nil:
			receipt, err := receiptOf(res)
			receipt.Bytes = len(o.raw)
			o.receipt, o.err = &receipt, err
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case status.Code(err) != codes.NotFound:
			return nil, err
		}
	}
	var failed *offer
	for _, o := range e.offers {
		switch {
		case o.receipt == nil:
		case o.err == nil:
			return o, nil
		case failed == nil:
			failed = o
		}
	}
	if failed != nil && (e.failed || len(e.offers) == 1) {
		return failed, failed.err
	}
	e.failed = failed != nil
	return nil, nil
}

// follow asks the node for its height now and then. With each new block, and when the node is back, the transactions
// are handed over again, for a node can have lost what was in no block yet; and it is time for a bid.
func (e *errand) follow(ctx context.Context) error {
	if e.due {
		e.due = false
		e.forget()
		if err := e.handOverAgain(ctx, func(o *offer) bool { return o.taken }); err != nil {
			return err
		}
		return e.bid(ctx)
	}
	e.looks++
	if (e.looks-1)%headEvery != 0 && !e.away {
		return nil
	}
	h, err := e.Client.head(ctx)
	switch {
	case err != nil && MayPass(err):
		e.away = true
		return err
	case err != nil:
		return nil //nolint:nilerr // a node that does not tell its height is asked for the transaction alone
	case h.height <= e.head.height && !e.away:
		return e.handOverAgain(ctx, func(o *offer) bool { return o.unsure })
	}
	e.due = e.away || e.opened > 0
	e.head, e.away = h, false
	if e.opened == 0 {
		e.opened = h.height
	}
	return nil
}

// handOverAgain gives the node transactions that it may have already. What it says of one is of no matter, unless it is
// not there: the next look tells.
func (e *errand) handOverAgain(ctx context.Context, which func(*offer) bool) error {
	for _, o := range slices.Clone(e.offers) {
		if o.receipt != nil || !which(o) {
			continue
		}
		var refused *RefusedError
		if err := e.handOver(ctx, o); err != nil && !errors.As(err, &refused) {
			e.away = true
			return err
		}
	}
	return nil
}

// waited is for how many blocks the errand has been under way.
func (e *errand) waited() int64 {
	if e.opened == 0 {
		return 0
	}
	return e.head.height - e.opened
}

// settle ends an errand that is in a block.
func (e *errand) settle(o *offer, err error) (Receipt, error) {
	receipt := *o.receipt
	receipt.Bids = e.bids
	for _, other := range e.offers {
		if other.receipt != nil {
			receipt.Fees = receipt.Fees.Add(other.fee...)
		} else if other.taken {
			receipt.FeesPending = receipt.FeesPending.Add(other.fee...)
		}
	}
	e.account.hasKey = true
	if !o.unordered() && err == nil {
		e.account.sequence++
		return receipt, nil
	}
	// The account may have moved: it is asked for again before the next transaction.
	e.account.known = false
	e.remember()
	return receipt, err
}

// remember notes a transaction in sequence that is in no block, so that the next does not wait behind it.
func (e *errand) remember() {
	for _, o := range e.offers {
		if !o.unordered() && o.taken && o.receipt == nil {
			e.stuckAt = &o.sequence
		}
	}
}
