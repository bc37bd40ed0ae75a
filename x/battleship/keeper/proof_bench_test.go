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
	by, r := c.accounts[0], game.ClassicZK()
	binding := commitment.Binding{ChainID: c.chain.ID(), Player: by.Address, Ruleset: r}
	open := kit.CreateMsg(kit.BoardOf(kit.Player{Addr: by.Address}, binding, kit.FleetOf(r)))
	open.Sender = by.String()
	open.Entry.Proof = slices.Clone(open.Entry.Proof)
	copy(open.Entry.Proof[lastPoint:lastPoint+pointSize], open.Entry.Proof)
	return by, open
}

// A table is a game of two accounts, which shoot at one tile after the other.
type table struct {
	players [2]chain.Account // the first shoots first
	boards  [2]kit.Board
	id      uint64
	shots   int
}

// newTables begins the first games of the chain.
func (c *crowd) newTables(count int) []*table {
	c.Helper()
	r, tables := game.ClassicZK(), make([]*table, count)
	for i := range tables {
		tables[i] = &table{id: uint64(i + 1), players: [2]chain.Account(c.accounts[2*i+1:])}
		for seat, by := range tables[i].players {
			binding := commitment.Binding{ChainID: c.chain.ID(), Player: by.Address, Ruleset: r}
			tables[i].boards[seat] = kit.BoardOf(kit.Player{Addr: by.Address}, binding, kit.FleetOf(r))
		}
	}
	block := func(of func(t *table, creator, joiner chain.Account) (chain.Account, sdk.Msg)) {
		txs := make([][]byte, count)
		for i, t := range tables {
			by, msg := of(t, t.players[0], t.players[1])
			txs[i] = c.chain.Sign(chain.DefaultGas, []sdk.Msg{msg}, by)
		}
		c.measure(txs, 0)
	}
	block(func(t *table, creator, _ chain.Account) (chain.Account, sdk.Msg) {
		msg := kit.CreateMsg(t.boards[0])
		msg.Sender = creator.String()
		return creator, msg
	})
	block(func(t *table, _, joiner chain.Account) (chain.Account, sdk.Msg) {
		msg := kit.JoinMsg(t.id, t.boards[1])
		msg.Sender = joiner.String()
		return joiner, msg
	})
	block(func(t *table, by, _ chain.Account) (chain.Account, sdk.Msg) {
		return by, &types.MsgShootAndReveal{Sender: by.String(), GameId: t.id, Opening: t.boards[0].TossOpening()}
	})
	for _, t := range tables {
		query := types.NewQueryClient(c.chain.Conn())
		res, err := query.Game(context.Background(), &types.QueryGameRequest{GameId: t.id})
		require.NoError(c, err)
		if res.Progress.Actor == types.SEAT_JOINER {
			slices.Reverse(t.players[:])
			slices.Reverse(t.boards[:])
		}
	}
	return tables
}

// next is the next move, a shot and the answer to the last one, which is false in a lie.
func (t *table) next(lie bool) (chain.Account, *types.MsgShootAndReveal) {
	by, b := t.players[t.shots%2], t.boards[t.shots%2]
	m := &types.MsgShootAndReveal{Sender: by.String(), GameId: t.id}
	m.Target = game.ClassicZK().TileName(game.Tile(t.shots / 2))
	if t.shots > 0 {
		tile := game.Tile((t.shots - 1) / 2)
		m.Opening = types.NewProvenOpening(b.Ships.Has(tile) != lie, zktest.Answer(b.Board, tile))
	}
	return by, m
}

// moves are the next move at each table.
func (c *crowd) moves(tables []*table) [][]byte {
	c.Helper()
	txs := make([][]byte, len(tables))
	for i, t := range tables {
		by, m := t.next(false)
		txs[i] = c.chain.Sign(chain.DefaultGas, []sdk.Msg{m}, by)
		t.shots++
	}
	return txs
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

// A full block of proofs that are refused at the last moment, one of false answers, and moves that are accepted,
// against a full block of payments. The gas of a proof is so much that its transaction takes no more time for its gas
// than a payment. The least time of all rounds counts, for other programs only ever add to it; run enough of them
// (-benchtime 30x).
func BenchmarkBlockOfBadProofsAgainstPayments(b *testing.B) {
	limit := app.DefaultConsensusParams().Block.MaxGas
	const paymentGas = 66_151
	c := newCrowd(b, int(limit/paymentGas))
	c.measure(c.payments(), 0) // the first transactions of the accounts are dearer
	tables := c.newTables(60)
	c.measure(c.moves(tables), 0)
	liar := tables[len(tables)-1]
	tables = tables[:len(tables)-1]
	refused := types.ErrInvalidProof.ABCICode()
	bad := func(by chain.Account, msg sdk.Msg) func() [][]byte {
		_, each := c.measure(c.refusedAlone(1, by, msg), refused)
		return func() [][]byte { return c.refusedAlone(int(limit/each), by, msg) }
	}
	lie := func() (chain.Account, sdk.Msg) { return liar.next(true) }
	kinds := []*struct {
		name  string
		block func() [][]byte
		code  uint32
		took  time.Duration
		txs   int
		gas   int64
	}{
		{name: "payment", block: c.payments},
		{name: "board", block: bad(c.badProof()), code: refused},
		{name: "answer", block: bad(lie()), code: refused},
		{name: "move", block: func() [][]byte { return c.moves(tables) }},
	}
	for range b.N {
		for _, k := range kinds {
			txs := k.block()
			took, gas := c.measure(txs, k.code)
			if k.txs == 0 || took < k.took {
				k.took, k.txs, k.gas = took, len(txs), gas
			}
		}
	}
	perGas := func(took time.Duration, gas int64) float64 { return float64(took.Nanoseconds()) / float64(gas) }
	for _, k := range kinds {
		b.ReportMetric(float64(k.gas)/float64(k.txs), "gas/"+k.name)
		b.ReportMetric(float64(k.took.Microseconds())/float64(k.txs), "us/"+k.name)
		if k != kinds[0] {
			b.ReportMetric(perGas(k.took, k.gas)/perGas(kinds[0].took, kinds[0].gas), "payments/gas-of-"+k.name)
		}
	}
}
