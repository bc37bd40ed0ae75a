package keeper_test

import (
	"context"
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/zktest"
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

// badProof is an attempt to enter a game with a proof that is wrong in its last point alone: a verifier comes to know
// it by the pairing, when it has done all of its work.
func (c *crowd) badProof() (chain.Account, sdk.Msg) {
	c.Helper()
	const lastPoint, pointSize = 528, 48
	by, r := c.accounts[2], game.ClassicZK()
	binding := commitment.Binding{ChainID: c.chain.ID(), Player: by.Address, Ruleset: r}
	open := kit.CreateMsg(kit.BoardOf(kit.Player{Addr: by.Address}, binding, kit.FleetOf(r)))
	open.Sender = by.String()
	open.Entry.Proof = slices.Clone(open.Entry.Proof)
	copy(open.Entry.Proof[lastPoint:lastPoint+pointSize], open.Entry.Proof)
	return by, open
}

// pending begins a game of the first two accounts, and returns the account that owes an answer and a false one.
func (c *crowd) pending() (chain.Account, *types.MsgShootAndReveal) {
	c.Helper()
	const id = 1
	r := game.ClassicZK()
	var boards [2]kit.Board
	for seat := range boards {
		by := c.accounts[seat]
		binding := commitment.Binding{ChainID: c.chain.ID(), Player: by.Address, Ruleset: r}
		boards[seat] = kit.BoardOf(kit.Player{Addr: by.Address}, binding, kit.FleetOf(r))
	}
	create, join := kit.CreateMsg(boards[0]), kit.JoinMsg(id, boards[1])
	create.Sender, join.Sender = c.accounts[0].String(), c.accounts[1].String()
	c.chain.MustDeliver(c.accounts[0], create)
	c.chain.MustDeliver(c.accounts[1], join)
	move := func(by int) *types.MsgShootAndReveal {
		return &types.MsgShootAndReveal{Sender: c.accounts[by].String(), GameId: id}
	}
	toss := move(0)
	toss.Opening = boards[0].TossOpening()
	c.chain.MustDeliver(c.accounts[0], toss)
	res, err := types.NewQueryClient(c.chain.Conn()).Game(context.Background(), &types.QueryGameRequest{GameId: id})
	require.NoError(c, err)
	first := int(res.Progress.Actor) - 1
	shot := move(first)
	shot.Target = "A1"
	c.chain.MustDeliver(c.accounts[first], shot)
	lie := move(1 - first)
	lie.Opening = types.NewProvenOpening(false, zktest.Answer(boards[1-first].Board, 0)) // A1 is a hit
	return c.accounts[1-first], lie
}

// refusedAlone are so many transactions of one account with one message.
func (c *crowd) refusedAlone(size int, by chain.Account, msg sdk.Msg) [][]byte {
	c.Helper()
	txs := make([][]byte, size)
	for i := range txs {
		until := c.chain.NextBlock().Time.Add(time.Minute + time.Duration(i)*time.Millisecond)
		txs[i] = c.chain.SignUnordered(until, []sdk.Msg{msg}, by)
	}
	return txs
}

// processorTime returns the time that processors have worked for this process: other programs add little to it.
func (c *crowd) processorTime() time.Duration {
	c.Helper()
	var use syscall.Rusage
	require.NoError(c, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// measure makes a block and returns how much work it was and what gas it used. The code is what becomes of each
// transaction.
func (c *crowd) measure(txs [][]byte, code uint32) (time.Duration, int64) {
	c.Helper()
	began := c.processorTime()
	res := c.chain.Block(txs...)
	took, gas := c.processorTime()-began, int64(0)
	for _, tx := range res.TxResults {
		require.Equal(c, code, tx.Code, tx.Log)
		gas += tx.GasUsed
	}
	return took, gas
}

// A full block of proofs that are refused at the last moment, and one of answers, against a full block of payments: all
// use up the gas of a block. The gas of a proof is so much that the proofs take less time. The least time of all rounds
// counts, for other programs only ever add to it; run enough of them (-benchtime 30x).
func BenchmarkBlockOfBadProofsAgainstPayments(b *testing.B) {
	limit := app.DefaultConsensusParams().Block.MaxGas
	const paymentGas = 66_151
	c := newCrowd(b, int(limit/paymentGas))
	c.measure(c.payments(), 0) // the first transactions of the accounts are dearer
	refused := types.ErrInvalidProof.ABCICode()
	prover, board := c.badProof()
	liar, answer := c.pending()
	kinds := []*struct {
		name string
		by   chain.Account
		msg  sdk.Msg
		took time.Duration
		gas  int64
		full int
	}{{name: "board", by: prover, msg: board}, {name: "answer", by: liar, msg: answer}}
	for _, k := range kinds {
		_, each := c.measure(c.refusedAlone(1, k.by, k.msg), refused)
		k.full = int(limit / each)
		b.ReportMetric(float64(each), "gas/"+k.name)
	}
	least := func(so, took time.Duration) time.Duration {
		if so == 0 {
			return took
		}
		return min(so, took)
	}
	var payments time.Duration
	var paidGas int64
	for range b.N {
		for _, k := range kinds {
			var took time.Duration
			took, k.gas = c.measure(c.refusedAlone(k.full, k.by, k.msg), refused)
			k.took = least(k.took, took)
		}
		var took time.Duration
		took, paidGas = c.measure(c.payments(), 0)
		payments = least(payments, took)
	}
	perGas := func(took time.Duration, gas int64) float64 { return float64(took.Nanoseconds()) / float64(gas) }
	for _, k := range kinds {
		b.ReportMetric(float64(k.took.Microseconds())/float64(k.full), "us/"+k.name)
		b.ReportMetric(perGas(k.took, k.gas)/perGas(payments, paidGas), "payments/gas-of-"+k.name)
		b.ReportMetric(float64(k.full), k.name+"s/block")
	}
	b.ReportMetric(float64(payments.Microseconds())/float64(len(c.accounts)), "us/payment")
	b.ReportMetric(float64(paidGas)/float64(len(c.accounts)), "gas/payment")
}
