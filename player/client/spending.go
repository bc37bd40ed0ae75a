package client

import (
	"fmt"
	"slices"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/text"
)

const (
	// maxSequences is at how many sequences of the account transactions are signed for one obligation. A node that says
	// that the sequence has moved can keep the transaction that it refused, so the next ones are unordered.
	maxSequences = 4
	// maxBeyond is how many transactions for one obligation are signed beyond its limit, if that does not hold for the
	// first one: that one, and others after it if its sequence was used up by another program.
	maxBeyond = 5
)

// Spending is the record of signatures for one obligation, such as an owed answer. It is kept for as long as the
// obligation lasts, over several orders if need be: any node that was given a transaction may have kept it, in spite of
// its answer, so each counts against the limit. Only two kinds do not: one replaced by another of the same sequence,
// and an unordered one that has expired. The zero Spending is that of a new obligation.
type Spending struct{ signed []signature }

// signature is a signed transaction, as far as it counts.
type signature struct {
	fee sdk.Coins
	// sequence is the account's; of an unordered transaction, until is not zero.
	sequence uint64
	until    time.Time
	// beyond reports whether the limit was exceeded.
	beyond bool
}

func (s signature) sameSequence(other signature) bool {
	return s.until.IsZero() && other.until.IsZero() && s.sequence == other.sequence
}

// Total returns what all transactions cost that may be in a block or get into one.
func (s *Spending) Total() sdk.Coins {
	var total sdk.Coins
	for _, one := range s.signed {
		total = total.Add(one.fee...)
	}
	return total
}

// with returns the record with one more signature.
func (s *Spending) with(more signature) *Spending {
	signed := slices.Clone(s.signed)
	i := slices.IndexFunc(signed, more.sameSequence)
	if i < 0 {
		return &Spending{signed: append(signed, more)}
	}
	// Only one of the two can be in a block.
	signed[i].fee = signed[i].fee.Max(more.fee)
	signed[i].beyond = signed[i].beyond || more.beyond
	return &Spending{signed: signed}
}

// sequences returns at how many sequences beside one something was signed.
func (s *Spending) sequences(beside uint64) int {
	n := 0
	for _, one := range s.signed {
		if one.until.IsZero() && one.sequence != beside {
			n++
		}
	}
	return n
}

// beyond returns how many signatures have exceeded the limit.
func (s *Spending) beyond() int {
	n := 0
	for _, one := range s.signed {
		if one.beyond {
			n++
		}
	}
	return n
}

// forget drops unordered transactions that no block can take any more.
func (s *Spending) forget(over func(signature) bool) {
	s.signed = slices.DeleteFunc(s.signed, func(one signature) bool { return !one.until.IsZero() && over(one) })
}

// FeeLimitError means that a transaction was not signed, because all for its obligation would cost more than the
// player's limit.
type FeeLimitError struct {
	// Limit is what all of them may cost together; the zero Coin if the first was paid for in any case.
	Limit sdk.Coin
	// Signed is the cost of the earlier ones, Fee that of the next one.
	Signed, Fee sdk.Coins
}

// Error implements error.
func (e *FeeLimitError) Error() string {
	switch {
	case e.Signed.IsZero():
		return fmt.Sprintf(text.FeeTooHigh, e.Limit, e.Fee)
	case e.Limit.IsNil():
		return fmt.Sprintf(text.BidTooOften, maxBeyond, e.Signed)
	default:
		return fmt.Sprintf(text.BidTooHigh, e.Limit, e.Signed, e.Fee)
	}
}
