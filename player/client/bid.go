package client

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"google.golang.org/grpc"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/client/grpc/cmtservice"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/text"
)

const (
	// bidAfter is for how many blocks a transaction waits before a dearer one follows it.
	bidAfter = 2
	// bidLife is how long after the last block an unordered transaction can get into one: the chain takes at most ten
	// minutes, by the clock of a block that is yet to come.
	bidLife = 5 * time.Minute
	// bidGrace is how long after its end an unordered transaction is still looked for.
	bidGrace = time.Minute
	// clockTolerance is the tolerance for the node's last block time ahead of this machine's clock: a transaction signed
	// to expire five minutes later must expire in time.
	clockTolerance = time.Minute
	// unorderedGas is the extra gas of an unordered transaction over one in sequence, with room: 2,240 for its nonce, and
	// the bytes of its time.
	unorderedGas = 4_000
	// maxBlockReply is the longest reply that holds a block. A node sends each block in two forms, of 4 MiB at most.
	maxBlockReply = 12 << 20
)

// SignsByItself reports whether the key is in the keyring and signs without confirmation. A key on a device asks its
// owner for each transaction, and one that is elsewhere cannot sign at all: neither can bid in time.
func (k Key) SignsByItself() bool { return k.kind == keyring.TypeLocal }

// stuck reports whether a transaction of the account is in no block and blocks those that follow it in sequence.
func (c *Client) stuck() bool {
	if c.stuckAt != nil && c.account.sequence > *c.stuckAt {
		c.stuckAt = nil
	}
	return c.stuckAt != nil
}

// checkFee returns the order's spending with one more transaction, or a *FeeLimitError if that is more than the player
// allows.
func (s *submission) checkFee(v envelope) (*Spending, error) {
	limit, before := s.order.MaxFee, s.order.Spending
	next := signature{fee: v.fee, sequence: s.account.sequence, until: v.until}
	after := before.with(next)
	total := after.Total()
	switch {
	case before.Total().IsAllGTE(total): // it replaces one that is as dear
		return after, nil
	case !limit.IsNil() && sdk.NewCoins(limit).IsAllGTE(total):
		return after, nil
	case (limit.IsNil() || !s.order.HardLimit) && before.beyond() < maxBeyond:
		next.beyond = true
		return before.with(next), nil
	}
	return nil, &FeeLimitError{Limit: limit, Signed: before.Total(), Fee: v.fee}
}

// goingPrice is the first transaction's price for a unit of gas. It is zero unless that is in the one coin that limits
// bids.
func (s *submission) goingPrice() sdk.DecCoin {
	if len(s.prices) != 1 {
		return sdk.DecCoin{}
	}
	return s.prices[0]
}

// bid sends a dearer transaction, if it is time for one and the order's limit leaves room for it.
func (s *submission) bid(ctx context.Context) error {
	if len(s.offers) == 0 || s.waited() < bidAfter || !s.mayBid() || s.inBlock(ctx) {
		return nil
	}
	last := s.bestPrice()
	price := sdk.NewDecCoinFromDec(last.Denom, last.Amount.MulInt64(2))
	if rest := s.room(); rest.LT(feeAt(price, s.gas+unorderedGas)) {
		// The last bid is whatever is left, if that is dearer at all.
		price.Amount = math.LegacyNewDecFromInt(rest).QuoTruncate(math.LegacyNewDec(int64(s.gas + unorderedGas)))
		if price.Amount.LT(last.Amount.MulInt64(11).QuoInt64(10)) {
			return nil
		}
	}
	if err := s.bidAgain(ctx, price); err != nil {
		return err
	}
	s.bids++
	s.progress(Progress{Stage: StageBid, Fee: s.offers[len(s.offers)-1].fee, Waited: s.waited()})
	s.notify(text.BidSent, s.waited(), s.offers[len(s.offers)-1].fee)
	return nil
}

// inBlock reports whether one of the transactions is in a block. It reads the node's last blocks themselves: the node
// indexes the transactions of a block shortly after it has committed the block, and a bid sent in between would fail
// and cost its fee. A block that the node does not return counts as one without them.
func (s *submission) inBlock(ctx context.Context) bool {
	if s.included {
		return true
	}
	chain, limit := cmtservice.NewServiceClient(s.conn), grpc.MaxCallRecvMsgSize(maxBlockReply)
	latest, err := chain.GetLatestBlock(ctx, &cmtservice.GetLatestBlockRequest{}, limit)
	if err != nil || latest.SdkBlock == nil {
		return false
	}
	s.included = s.holds(latest.SdkBlock)
	last := latest.SdkBlock.Header.Height
	for height := max(s.read+1, last-displacedAfter); height < last && !s.included; height++ {
		res, err := chain.GetBlockByHeight(ctx, &cmtservice.GetBlockByHeightRequest{Height: height}, limit)
		s.included = err == nil && res.SdkBlock != nil && s.holds(res.SdkBlock)
	}
	s.read = last
	return s.included
}

// holds reports whether a block holds one of the transactions.
func (s *submission) holds(block *cmtservice.Block) bool {
	return slices.ContainsFunc(block.Data.Txs, func(raw []byte) bool {
		return slices.ContainsFunc(s.offers, func(o *offer) bool { return bytes.Equal(o.raw, raw) })
	})
}

// bidAgain signs an unordered transaction at a price.
func (s *submission) bidAgain(ctx context.Context, price sdk.DecCoin) error {
	until, err := s.unorderedUntil(ctx)
	if err != nil {
		return err
	}
	gas := s.gas + unorderedGas
	fee := sdk.NewCoins(sdk.NewCoin(price.Denom, feeAt(price, gas)))
	return s.sign(ctx, price, envelope{gas: gas, fee: fee, until: until})
}

// unorderedUntil is the last block time of a new unordered transaction. It is the transaction's nonce, so no two of an
// account may have the same. The error is a *NotReadyError if the node's time runs ahead of this machine's.
func (s *submission) unorderedUntil(ctx context.Context) (time.Time, error) {
	if s.head.height == 0 {
		h, err := s.Client.head(ctx)
		if err != nil {
			return time.Time{}, err
		}
		s.head, s.opened = h, h.height
	}
	if s.head.time.Unix() <= 0 { // a node that has just started reports its height before the time of a block
		return time.Time{}, &NotReadyError{Address: s.conn.address, Why: whyFirstBlock}
	}
	if time.Until(s.head.time) > clockTolerance {
		return time.Time{}, &NotReadyError{Address: s.conn.address, Why: fmt.Sprintf(text.ClockAhead, clockTolerance)}
	}
	return s.head.time.Add(bidLife + rand.N(time.Second)).UTC(), nil //nolint:gosec // to be different, not secret
}

// bestPrice is the highest that is offered now.
func (s *submission) bestPrice() sdk.DecCoin {
	best := s.goingPrice()
	for _, o := range s.offers {
		if o.price.Denom == best.Denom && o.price.Amount.GT(best.Amount) {
			best = o.price
		}
	}
	return best
}

// mayBid reports whether the order allows dearer transactions, in the coin that gas is paid in, and the key can sign
// them.
func (s *submission) mayBid() bool {
	limit, going := s.order.MaxFee, s.goingPrice()
	return !s.bidsRefused && !limit.IsNil() && limit.IsPositive() && limit.Denom == going.Denom && s.key.SignsByItself()
}

// room is how much of the order's limit is left: the fees of all transactions that were signed for the obligation, and
// can be in a block, are taken from it.
func (s *submission) room() math.Int {
	return s.order.MaxFee.Amount.Sub(s.order.Spending.Total().AmountOf(s.order.MaxFee.Denom))
}

// forget drops unordered transactions whose time is over: no block can take them any more. A node could make time go
// by faster than it does, and each new transaction may cost its fee, so it must be over by this machine's clock too.
func (s *submission) forget() {
	now := s.head.time
	if local := time.Now(); local.Before(now) {
		now = local
	}
	over := func(until time.Time) bool { return now.After(until.Add(bidGrace)) }
	s.offers = slices.DeleteFunc(s.offers, func(o *offer) bool {
		return o.unordered() && o.receipt == nil && over(o.until)
	})
	s.order.Spending.forget(func(one signature) bool {
		return over(one.until) && !slices.ContainsFunc(s.offers, func(o *offer) bool { return o.until.Equal(one.until) })
	})
}

func feeAt(price sdk.DecCoin, gas uint64) math.Int {
	return fees(sdk.DecCoins{price}, gas).AmountOf(price.Denom)
}
