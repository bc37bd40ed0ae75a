package eventindex_test

import (
	"fmt"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A page of the log of a game that has 100 transactions of 8 kB in each of two blocks.
func BenchmarkLogOfADenseBlock(b *testing.B) {
	c := newChronicle(b)
	c.dense(7, 100)
	for _, limit := range []uint32{1, 100} {
		b.Run(fmt.Sprint(limit), func(b *testing.B) {
			for b.Loop() {
				res, err := c.server.Log(c.ctx(), &types.QueryLogRequest{GameId: 7, Limit: limit})
				require.NoError(b, err)
				require.Len(b, res.Entries, int(limit))
			}
		})
	}
}

// The first page of a player's finished games, one of which has ended every hundred blocks.
func BenchmarkFinished(b *testing.B) {
	for _, games := range []int{100, 10_000} {
		b.Run(fmt.Sprint(games), func(b *testing.B) {
			c := newChronicle(b)
			for i := range games {
				c.height += 99
				c.block(nil, []proto.Message{over(uint64(i+1), alice, bob)})
			}
			for b.Loop() {
				res, err := c.server.Finished(c.ctx(), &types.QueryFinishedRequest{Address: alice, Limit: 20})
				require.NoError(b, err)
				require.Len(b, res.Games, 20)
			}
		})
	}
}

// The record of a block of 100 moves.
func BenchmarkRecordBlock(b *testing.B) {
	c := newChronicle(b)
	txs := make([][]proto.Message, 100)
	for i := range txs {
		txs[i] = shot(uint64(i+1), "A1")
	}
	req, res := executed(b, 1, nil, txs...)
	for b.Loop() {
		require.NoError(b, c.store.ListenFinalizeBlock(b.Context(), req, res))
	}
}
