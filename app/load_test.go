package app_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/authz"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/testutil/chain"
)

// The heaviest blocks that validators accept: what proposing, judging and executing one takes.
func BenchmarkHeaviestProposal(b *testing.B) {
	const count = 5000
	for _, load := range []struct {
		name string
		tx   func(c *chain.Chain, from chain.Account) []byte
	}{
		{"payments", func(c *chain.Chain, from chain.Account) []byte {
			return c.SignTx(chain.Tx{Gas: least, Msgs: selfPayment(from)}, from)
		}},
		{"as many transactions as possible", func(c *chain.Chain, from chain.Account) []byte {
			return c.SignTx(chain.Tx{Gas: 24_200, Msgs: selfPayment(from)}, from)
		}},
		{"nested messages", func(c *chain.Chain, from chain.Account) []byte {
			msgs := make([]sdk.Msg, 40)
			for i := range msgs {
				msgs[i] = banktypes.NewMsgSend(from.Address, from.Address, anchors(1))
			}
			exec := authz.NewMsgExec(from.Address, msgs)
			return c.SignTx(chain.Tx{Gas: 350_000, Msgs: []sdk.Msg{&exec}}, from)
		}},
		{"empty messages", func(c *chain.Chain, from chain.Account) []byte {
			msgs := make([]sdk.Msg, 40)
			for i := range msgs {
				msgs[i] = &banktypes.MsgSend{}
			}
			exec := authz.NewMsgExec(from.Address, msgs)
			return c.SignTx(chain.Tx{Gas: 80_000, Msgs: []sdk.Msg{&exec}}, from)
		}},
	} {
		accounts := stuffers(count)
		c := chain.New(b, chain.WithAccounts(accounts...))
		var block [][]byte
		gas, bytes := uint64(0), 0
		for _, account := range accounts {
			tx := load.tx(c, account)
			want := gasOf(b, c, tx)
			if gas+want > gasLimit || bytes+len(tx) > 4<<20 {
				break
			}
			gas, bytes, block = gas+want, bytes+len(tx), append(block, tx)
		}
		require.True(b, c.Process(block...), load.name)
		b.Run("process/"+load.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				require.True(b, c.Process(block...))
			}
			b.ReportMetric(float64(len(block)), "txs")
			b.ReportMetric(float64(bytes), "bytes")
		})
		waits := 0
		for i, account := range accounts {
			if i >= len(block)+20 {
				break
			}
			if c.Check(load.tx(c, account)).IsOK() {
				waits++
			}
		}
		if waits > len(block) {
			b.Run("prepare/"+load.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					require.Len(b, c.Prepare(math.MaxInt32), len(block))
				}
			})
		}
		b.Run("finalize/"+load.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				require.True(b, c.Process()) // takes back what the last round has executed
				req := c.NextBlock(block...)
				req.Hash = []byte("not what is executed in advance")
				b.StartTimer()
				res, err := c.App.FinalizeBlock(req)
				require.NoError(b, err)
				require.Len(b, res.TxResults, len(block))
			}
		})
	}
}

// gasOf returns the gas limit of a transaction.
func gasOf(tb testing.TB, c *chain.Chain, bz []byte) uint64 {
	tb.Helper()
	tx, err := c.App.TxDecode(bz)
	require.NoError(tb, err)
	feeTx, ok := tx.(sdk.FeeTx)
	require.True(tb, ok)
	return feeTx.GetGas()
}
