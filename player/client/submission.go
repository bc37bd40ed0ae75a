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

	"github.com/battleship-chain/battleship/player/text"
)

const (
	// headEvery is after how many looks without a result the node is asked for its height too.
	headEvery = 4
	// displacedAfter is for how many blocks a transaction whose sequence is used up is still looked for, and how many
	// before the last are read before a bid: a node indexes a block a moment after it has committed it.
	displacedAfter = 2
)

// offer is one signed transaction for an order.
type offer struct {
	raw  []byte
	hash string
	fee  sdk.Coins
	// price is its price for a unit of gas. It is the zero coin if the fee is in several coins.
	price sdk.DecCoin
	// sequence is the account's that it needs, unless it is unordered: then until is the last block time that takes it.
	sequence uint64
	until    time.Time
	// tried is how often it was handed over, taken whether the node has it, or may have.
	tried int
	taken bool
	// unsure reports whether the node's reply was lost, so that it may not have it either.
	unsure bool
	// usedUp is the height at which its sequence was found to be used up, or 0.
	usedUp int64
	// receipt is there once it is in a block; err is why it failed there.
	receipt *Receipt
	err     error
}

func (o *offer) unordered() bool { return !o.until.IsZero() }

// submission is an order on its way into a block.
type submission struct {
	*Client
	order Order

	gas uint64 // limit of a transaction in sequence
	// offers are the transactions that are in a block or can still get into one, in the order of their signing.
	offers []*offer
	bids   int
	// bidsRefused reports whether the chain refuses dearer transactions.
	bidsRefused bool
	// included reports whether a block with one of the transactions was read; read is the last block that was read.
	included bool
	read     int64

	looks  int
	head   head  // as last seen
	opened int64 // the height when the node was first asked for it
	away   bool  // the node was not there when it was asked last
	// due reports whether there is a new unhandled block: the node is first asked whether a transaction is in it, which it
	// can answer a moment after the block.
	due bool
	// blocked reports whether the account's sequence was not as expected: another transaction of it waits.
	blocked bool
	// refusal is why the node did not take a transaction when it was last given one.
	refusal error
	// lastReported is the last notification.
	lastReported string
	// late reports whether the deadline has passed.
	late bool
	// failed reports whether the last look has found a failed transaction in a block, and no successful one.
	failed bool
}

// run sends until the order is in a block, or cannot be.
func (s *submission) run(ctx context.Context) (Receipt, error) {
	for start := time.Now(); ; {
		receipt, err := s.step(ctx)
		switch {
		case receipt != nil:
			return s.settle(receipt, err)
		case ctx.Err() != nil:
			return s.leave(ctx, context.Cause(ctx))
		case err != nil && !MayPass(err):
			return s.leave(ctx, err)
		case s.late:
			return s.leave(ctx, errors.Join(err, fmt.Errorf("no block with it by block %d", s.order.Deadline)))
		case time.Since(start) >= s.order.Patience && err != nil && !s.sent():
			return s.leave(ctx, err)
		case time.Since(start) >= s.order.Patience:
			return s.leave(ctx, fmt.Errorf("no block with it in %s", s.order.Patience))
		}
		s.reportWait(err)
		s.late = s.order.Deadline > 0 && s.head.height >= s.order.Deadline // one look more: the last block may have it
		if err := s.Sleep(ctx); err != nil {
			return s.leave(ctx, err)
		}
	}
}

// reportWait notifies the player of the reason why the order waits, once.
func (s *submission) reportWait(err error) {
	if err != nil && err.Error() != s.lastReported {
		s.lastReported = err.Error()
		s.progress(Progress{Stage: StageRetry, Waited: s.waited(), Err: err})
		s.notify(text.NotInBlock, s.say(err))
	}
}

// leave ends a submission without a block that counts.
func (s *submission) leave(ctx context.Context, err error) (Receipt, error) {
	s.account.known = false
	for _, o := range s.offers {
		if o.receipt != nil {
			return s.settle(o, o.err)
		}
	}
	if s.sent() {
		s.remember()
		return Receipt{}, &NotIncludedError{Hash: s.offers[0].hash, Err: err}
	}
	return Receipt{}, s.explain(ctx, err)
}

// sent reports whether the node may have one of the transactions.
func (s *submission) sent() bool {
	return slices.ContainsFunc(s.offers, func(o *offer) bool { return o.taken })
}

// step does the work between two polls. It returns a receipt once the order is in a block, with an error if it failed
// there.
func (s *submission) step(ctx context.Context) (*offer, error) {
	if len(s.offers) == 0 {
		if err := s.prepare(ctx); err != nil {
			return nil, s.meanwhile(ctx, err)
		}
		if ctx.Err() != nil {
			s.offers = nil // surely not sent
			return nil, context.Cause(ctx)
		}
		if err := s.beforeSend(); err != nil {
			s.offers = nil
			return nil, err
		}
	}
	if err := s.handOverNew(ctx); err != nil {
		return nil, err
	}
	if done, err := s.look(ctx); done != nil || err != nil {
		if MayPass(err) {
			s.away = true
		}
		return done, err
	}
	if err := s.follow(ctx); err != nil {
		return nil, err
	}
	if !s.sent() {
		return nil, s.refusal
	}
	return nil, nil
}

// beforeSend notifies the caller once that a transaction is about to be sent.
func (s *submission) beforeSend() error {
	notify := s.order.BeforeSend
	s.order.BeforeSend = nil
	if notify == nil {
		return nil
	}
	return notify()
}

// handOverNew sends the node the transactions that it does not have yet, and retries those that it refused for a
// temporary reason.
func (s *submission) handOverNew(ctx context.Context) error {
	for _, o := range slices.Clone(s.offers) {
		if o.taken || o.tried > 0 && s.looks%headEvery != 0 {
			continue
		}
		switch err := s.handOver(ctx, o); {
		case err == nil:
		case MayPass(err):
			s.refusal = err
		case len(s.offers) > 1 && o.unordered():
			// The chain does not take this bid: those before may still get into a block.
			s.drop(o)
			s.bidsRefused = true
		default:
			return err
		}
	}
	return nil
}

// meanwhile follows the chain while an error lasts that can pass.
func (s *submission) meanwhile(ctx context.Context, err error) error {
	if !MayPass(err) {
		return err
	}
	if followErr := s.follow(ctx); followErr != nil && !MayPass(followErr) {
		return followErr
	}
	return err
}

// prepare signs the first transaction: in sequence, unless one before it in the sequence is stuck or other clients send
// with the same key.
func (s *submission) prepare(ctx context.Context) error {
	if err := s.loadPrices(ctx); err != nil {
		return err
	}
	if err := s.loadAccount(ctx); err != nil {
		return err
	}
	var until time.Time
	moved := s.order.Spending.sequences(s.account.sequence) >= maxSequences
	outOfLine := s.options.Unordered || s.stuck() || moved || s.blocked && s.waited() >= bidAfter
	if outOfLine && s.key.SignsByItself() {
		var err error
		if until, err = s.unorderedUntil(ctx); err != nil {
			return err
		}
	}
	gas, err := s.simulate(ctx, s.order.Msgs, until)
	if err != nil {
		var refused *RefusedError
		s.blocked = s.blocked || errors.As(err, &refused) && refused.OfKind(sdkerrors.ErrWrongSequence)
		s.account.known = false
		return err
	}
	s.gas = gas
	return s.sign(ctx, s.goingPrice(), envelope{gas: gas, fee: s.feeFor(gas), until: until})
}

// sign adds a transaction.
func (s *submission) sign(ctx context.Context, price sdk.DecCoin, v envelope) error {
	spending, err := s.checkFee(v)
	if err != nil {
		return err
	}
	s.progress(Progress{Stage: StageSigning, Fee: v.fee, Waited: s.waited()})
	raw, err := s.build(ctx, s.order.Msgs, v)
	if err != nil {
		return err
	}
	*s.order.Spending = *spending
	s.offers = append(s.offers, &offer{
		raw: raw, hash: hashOf(raw), fee: v.fee, price: price, sequence: s.account.sequence, until: v.until,
	})
	return nil
}

// handOver gives a transaction to the node, the first time or again.
func (s *submission) handOver(ctx context.Context, o *offer) error {
	o.tried++
	err := s.broadcast(ctx, o.raw)
	var refused *RefusedError
	switch {
	case err == nil, errors.Is(err, errReplyLost):
		if !o.taken {
			s.progress(Progress{Stage: StageSent, Fee: o.fee, Waited: s.waited()})
		}
		o.taken, o.unsure = true, err != nil
		return nil
	case !errors.As(err, &refused):
		return err
	case refused.OfKind(sdkerrors.ErrWrongSequence) && !o.unordered():
		s.blocked = true
		return s.outOfSequence(ctx, o, err)
	case refused.OfKind(sdkerrors.ErrPanic) && s.publicKey() == nil && !o.taken:
		s.alwaysSendPubKey = true
		s.drop(o)
		return &NotReadyError{Address: s.conn.address, Why: "it needs the sender's public key", Err: err}
	}
	return err
}

// outOfSequence gives up a transaction whose sequence is not the account's: at once if no node has had it, else when it
// is certain that it is in no block.
func (s *submission) outOfSequence(ctx context.Context, o *offer, err error) error {
	s.account.known = false
	if o.tried > 1 {
		if loadErr := s.loadAccount(ctx); loadErr != nil {
			return loadErr
		}
		s.account.known = false
		switch {
		case s.account.sequence <= o.sequence:
			o.taken = true // one of that sequence waits, and it may be this one
			return nil
		case o.usedUp == 0:
			o.usedUp = max(s.head.height, 1)
			return err
		case s.included, s.head.height < o.usedUp+displacedAfter:
			return err
		}
	}
	s.drop(o)
	return err
}

func (s *submission) drop(o *offer) {
	s.offers = slices.DeleteFunc(s.offers, func(other *offer) bool { return other == o })
}

// look looks for the transactions in blocks. One that succeeded counts, whatever became of the others; that one failed
// is believed when a second look finds none that succeeded.
func (s *submission) look(ctx context.Context) (*offer, error) {
	for _, o := range s.offers {
		if o.tried == 0 || o.receipt != nil {
			continue
		}
		res, err := s.find(ctx, o.hash)
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
	for _, o := range s.offers {
		switch {
		case o.receipt == nil:
		case o.err == nil:
			return o, nil
		case failed == nil:
			failed = o
		}
	}
	if failed != nil && (s.failed || len(s.offers) == 1) {
		return failed, failed.err
	}
	s.failed = failed != nil
	return nil, nil
}

// follow polls the node's height. With each new block, and when the node is back, the transactions are sent again,
// because a node can have lost pending ones; and it is time for a bid.
func (s *submission) follow(ctx context.Context) error {
	if s.due {
		s.due = false
		s.forget()
		if err := s.handOverAgain(ctx, func(o *offer) bool { return o.taken }); err != nil {
			return err
		}
		return s.bid(ctx)
	}
	s.looks++
	if (s.looks-1)%headEvery != 0 && !s.away {
		return nil
	}
	h, err := s.Client.head(ctx)
	switch {
	case err != nil && MayPass(err):
		s.away = true
		return err
	case err != nil:
		return nil //nolint:nilerr // a node without a height in its answer is asked for the transaction alone
	case h.height <= s.head.height && !s.away:
		return s.handOverAgain(ctx, func(o *offer) bool { return o.unsure })
	}
	s.due = s.away || s.opened > 0
	s.head, s.away = h, false
	if s.opened == 0 {
		s.opened = h.height
	}
	return nil
}

// handOverAgain sends the node transactions that it may have already. It ignores the answers, unless the node is away:
// the next look decides.
func (s *submission) handOverAgain(ctx context.Context, which func(*offer) bool) error {
	for _, o := range slices.Clone(s.offers) {
		if o.receipt != nil || !which(o) {
			continue
		}
		var refused *RefusedError
		if err := s.handOver(ctx, o); err != nil && !errors.As(err, &refused) {
			s.away = true
			return err
		}
	}
	return nil
}

// waited is for how many blocks the submission has been under way.
func (s *submission) waited() int64 {
	if s.opened == 0 {
		return 0
	}
	return s.head.height - s.opened
}

// settle ends a submission that is in a block.
func (s *submission) settle(o *offer, err error) (Receipt, error) {
	receipt := *o.receipt
	receipt.Bids = s.bids
	for _, other := range s.offers {
		if other.receipt != nil {
			receipt.Fees = receipt.Fees.Add(other.fee...)
		} else if other.taken {
			receipt.FeesPending = receipt.FeesPending.Add(other.fee...)
		}
	}
	s.account.hasKey = true
	if !o.unordered() && err == nil {
		s.account.sequence++
		return receipt, nil
	}
	// The account may have moved: it is asked for again before the next transaction.
	s.account.known = false
	s.remember()
	return receipt, err
}

// remember notes a transaction in sequence that is in no block, so that the next does not wait behind it.
func (s *submission) remember() {
	for _, o := range s.offers {
		if !o.unordered() && o.taken && o.receipt == nil {
			s.stuckAt = &o.sequence
		}
	}
}
