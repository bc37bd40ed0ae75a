package keeper_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// crowd is a chain with so many accounts that each sends one transaction of a full block.
type crowd struct {
	testing.TB

	chain    *chain.Chain
	accounts []chain.Account
}

func newCrowd(tb testing.TB, size int) *crowd {
	tb.Helper()
	c := &crowd{TB: tb}
	for i := range size {
		c.accounts = append(c.accounts, chain.NewAccount(fmt.Sprint("one of many ", i)))
	}
	c.chain = chain.New(tb, chain.WithAccounts(c.accounts...))
	return c
}

// payments are a payment of each account to itself.
func (c *crowd) payments() [][]byte {
	c.Helper()
	txs := make([][]byte, len(c.accounts))
	for i, by := range c.accounts {
		pay := banktypes.NewMsgSend(by.Address, by.Address, sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1)))
		txs[i] = c.chain.Sign(chain.DefaultGas, []sdk.Msg{pay}, by)
	}
	return txs
}

// badProofs are so many attempts of one account to enter a game with a proof that is wrong in its last point alone: a
// verifier comes to know it by the pairing, when it has done all of its work.
func (c *crowd) badProofs(size int) [][]byte {
	c.Helper()
	const lastPoint, pointSize = 576, 48
	by, r := c.accounts[0], game.ClassicZK()
	binding := commitment.Binding{ChainID: c.chain.ID(), Player: by.Address, Ruleset: r}
	open := kit.CreateMsg(kit.BoardOf(kit.Player{Addr: by.Address}, binding, kit.FleetOf(r)))
	open.Sender = by.String()
	open.Entry.Proof = slices.Clone(open.Entry.Proof)
	copy(open.Entry.Proof[lastPoint:lastPoint+pointSize], open.Entry.Proof)
	txs := make([][]byte, size)
	for i := range txs {
		until := c.chain.NextBlock().Time.Add(time.Minute + time.Duration(i)*time.Millisecond)
		txs[i] = c.chain.SignUnordered(until, []sdk.Msg{open}, by)
	}
	return txs
}

// measure makes a block and returns how long it took and what gas it used. The code is what becomes of each
// transaction.
func (c *crowd) measure(txs [][]byte, code uint32) (time.Duration, int64) {
	c.Helper()
	began := time.Now()
	res := c.chain.Block(txs...)
	took, gas := time.Since(began), int64(0)
	for _, tx := range res.TxResults {
		require.Equal(c, code, tx.Code, tx.Log)
		gas += tx.GasUsed
	}
	return took, gas
}

// A full block of proofs that are refused at the last moment against a full block of payments: both use up the gas of a
// block. The gas of a proof is so much that the proofs take less time. The least time of all rounds counts, for other
// programs only ever add to it; run enough of them (-benchtime 30x).
func BenchmarkBlockOfBadProofsAgainstPayments(b *testing.B) {
	limit := app.DefaultConsensusParams().Block.MaxGas
	const paymentGas = 66_151
	c := newCrowd(b, int(limit/paymentGas))
	c.measure(c.payments(), 0) // the first transactions of the accounts are dearer
	refused := types.ErrInvalidProof.ABCICode()
	_, each := c.measure(c.badProofs(1), refused)
	full := int(limit / each)
	least := func(so, took time.Duration) time.Duration {
		if so == 0 {
			return took
		}
		return min(so, took)
	}
	var proofs, payments time.Duration
	var proofGas, paidGas int64
	for range b.N {
		var took time.Duration
		took, proofGas = c.measure(c.badProofs(full), refused)
		proofs = least(proofs, took)
		took, paidGas = c.measure(c.payments(), 0)
		payments = least(payments, took)
	}
	perGas := func(took time.Duration, gas int64) float64 { return float64(took.Nanoseconds()) / float64(gas) }
	b.ReportMetric(float64(proofs.Microseconds())/float64(full), "us/proof")
	b.ReportMetric(float64(payments.Microseconds())/float64(len(c.accounts)), "us/payment")
	b.ReportMetric(float64(each), "gas/proof")
	b.ReportMetric(float64(paidGas)/float64(len(c.accounts)), "gas/payment")
	b.ReportMetric(perGas(proofs, proofGas), "ns/gas-of-proofs")
	b.ReportMetric(perGas(payments, paidGas), "ns/gas-of-payments")
	b.ReportMetric(float64(full), "proofs/block")
}
