package faucet

import (
	"fmt"
	"sync"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/text"
)

// Limits are how much a faucet gives, in the smallest unit of its coin.
type Limits struct {
	// Amount is the payment for each request.
	Amount int64
	// PerAddress is the most for one address, Total the most for all together.
	PerAddress, Total int64
}

// spentError means that a limit is reached.
type spentError struct{ text string }

func (e *spentError) Error() string { return e.text }

// budget counts past and pending payments: a request counts before it is paid, so that concurrent requests get no more
// than sequential ones.
type budget struct {
	limits Limits
	denom  string
	mu     sync.Mutex
	given  map[string]int64
	total  int64
}

// reserve counts the amount of one request of an address. The error is a *spentError if that is more than a limit.
func (b *budget) reserve(address string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	amount := b.limits.Amount
	if b.given[address]+amount > b.limits.PerAddress {
		return &spentError{fmt.Sprintf("%s has %s from here, and an address gets at most %s until the devnet is started "+
			"again: on its own machine, battleshipd devnet fund gives without a limit", address,
			b.coin(b.given[address]), b.coin(b.limits.PerAddress))}
	}
	if b.total+amount > b.limits.Total {
		return &spentError{fmt.Sprintf("%s are given out, and all addresses get at most %s until the devnet is started "+
			"again: on its own machine, battleshipd devnet fund gives without a limit", b.coin(b.total),
			b.coin(b.limits.Total))}
	}
	b.given[address] += amount
	b.total += amount
	return nil
}

// release takes back what reserve has counted, for a payment that was not made.
func (b *budget) release(address string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.given[address] -= b.limits.Amount
	if b.given[address] == 0 {
		delete(b.given, address)
	}
	b.total -= b.limits.Amount
}

// left is the rest of the budget.
func (b *budget) left() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.limits.Total - b.total
}

// coin words an amount for people.
func (b *budget) coin(amount int64) string { return text.Coin(sdk.NewInt64Coin(b.denom, amount)) }
