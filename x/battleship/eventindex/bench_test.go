package eventindex_test

import (
	"context"
	"fmt"
	"testing"

	dbm "github.com/cometbft/cometbft-db"
	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/rpc/core"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	rpctypes "github.com/cometbft/cometbft/rpc/jsonrpc/types"
	blockindex "github.com/cometbft/cometbft/state/indexer/block/kv"
	txindex "github.com/cometbft/cometbft/state/txindex/kv"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// rpc is CometBFT's own search.
type rpc struct {
	eventindex.Index // what is not needed panics

	core core.Environment
}

func (r rpc) TxSearch(
	_ context.Context, query string, prove bool, page, perPage *int, orderBy string,
) (*coretypes.ResultTxSearch, error) {
	return r.core.TxSearch(&rpctypes.Context{}, query, prove, page, perPage, orderBy)
}

func (r rpc) BlockSearch(
	_ context.Context, query string, page, perPage *int, orderBy string,
) (*coretypes.ResultBlockSearch, error) {
	return r.core.BlockSearch(&rpctypes.Context{}, query, page, perPage, orderBy)
}

// The first page of a player's finished games, one of which has ended every hundred blocks.
func BenchmarkFinishedBy(b *testing.B) {
	const player, every = "ship1player", 100
	for _, games := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(games), func(b *testing.B) {
			txs := txindex.NewTxIndex(dbm.NewMemDB())
			for i := range games {
				over, err := sdk.TypedEventToEvent(&types.EventGameOver{
					GameId: uint64(i), Result: types.Result{Players: []string{player, "ship1other"}},
				})
				require.NoError(b, err)
				plain := sdk.NewEvent(types.EventTypeGame, sdk.NewAttribute(types.AttributeKeyFinished, player))
				events := sdk.Events{over, plain}.ToABCIEvents()
				for e := range events {
					for a := range events[e].Attributes {
						events[e].Attributes[a].Index = true
					}
				}
				require.NoError(b, txs.Index(&abci.TxResult{
					Height: int64(i+1) * every, Tx: fmt.Append(nil, i, string(make([]byte, 8_000))),
					Result: abci.ExecTxResult{Events: events},
				}))
			}
			node := rpc{core: core.Environment{TxIndexer: txs, BlockIndexer: blockindex.New(dbm.NewMemDB())}}
			for b.Loop() {
				res, err := eventindex.FinishedBy(b.Context(), node, player, int64(games)*every+1, 20)
				require.NoError(b, err)
				require.Len(b, res.Games, 20)
			}
		})
	}
}
