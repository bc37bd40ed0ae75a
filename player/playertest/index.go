package playertest

import (
	"context"
	"testing"

	dbm "github.com/cometbft/cometbft-db"
	abci "github.com/cometbft/cometbft/abci/types"
	cmtlog "github.com/cometbft/cometbft/libs/log"
	"github.com/cometbft/cometbft/rpc/core"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	rpctypes "github.com/cometbft/cometbft/rpc/jsonrpc/types"
	sm "github.com/cometbft/cometbft/state"
	blockindex "github.com/cometbft/cometbft/state/indexer/block/kv"
	txindex "github.com/cometbft/cometbft/state/txindex/kv"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Index is the node with CometBFT's own index of its blocks so far, behind CometBFT's own RPC.
type Index struct {
	*Node

	RPC core.Environment
}

// Index indexes the blocks of the node.
func (w *World) Index() *Index {
	w.Helper()
	txs, blocks := txindex.NewTxIndex(dbm.NewMemDB()), blockindex.New(dbm.NewMemDB())
	for height := int64(1); height <= w.Node.Chain.Height(); height++ {
		res, ok := w.Node.Results[height]
		if !ok {
			continue
		}
		require.NoError(w, blocks.Index(cmttypes.EventDataNewBlockEvents{Height: height, Events: res.Events}))
		for i, tx := range w.Node.Blocks[height].Block.Txs {
			require.NoError(w, txs.Index(&abci.TxResult{
				Height: height, Index: uint32(i), Tx: tx, Result: *res.TxResults[i],
			}))
		}
	}
	return &Index{Node: w.Node, RPC: core.Environment{
		TxIndexer: txs, BlockIndexer: blocks, BlockStore: blockStore{node: w.Node}, Logger: cmtlog.NewNopLogger(),
	}}
}

// blockStore has the blocks of a node.
type blockStore struct {
	sm.BlockStore // what is not needed panics

	node *Node
}

// LoadBlock implements sm.BlockStore.
func (s blockStore) LoadBlock(height int64) *cmttypes.Block {
	if block, ok := s.node.Blocks[height]; ok {
		return block.Block
	}
	return nil
}

// LoadBlockMeta implements sm.BlockStore.
func (s blockStore) LoadBlockMeta(height int64) *cmttypes.BlockMeta {
	if block, ok := s.node.Blocks[height]; ok {
		return &cmttypes.BlockMeta{Header: block.Block.Header}
	}
	return &cmttypes.BlockMeta{}
}

// Base implements sm.BlockStore.
func (blockStore) Base() int64 { return 1 }

// Height implements sm.BlockStore.
func (s blockStore) Height() int64 { return s.node.Chain.Height() }

// TxSearch implements watch.Index.
func (i *Index) TxSearch(
	_ context.Context, query string, prove bool, page, perPage *int, orderBy string,
) (*coretypes.ResultTxSearch, error) {
	return i.RPC.TxSearch(&rpctypes.Context{}, query, prove, page, perPage, orderBy)
}

// BlockSearch implements watch.Index.
func (i *Index) BlockSearch(
	_ context.Context, query string, page, perPage *int, orderBy string,
) (*coretypes.ResultBlockSearch, error) {
	return i.RPC.BlockSearch(&rpctypes.Context{}, query, page, perPage, orderBy)
}

// BlockchainInfo returns the headers of a range of blocks.
func (i *Index) BlockchainInfo(_ context.Context, low, high int64) (*coretypes.ResultBlockchainInfo, error) {
	return i.RPC.BlockchainInfo(&rpctypes.Context{}, low, high)
}

// BlockResults implements watch.Node. It fails for a block without results, as CometBFT does.
func (i *Index) BlockResults(ctx context.Context, height *int64) (*coretypes.ResultBlockResults, error) {
	if _, ok := i.Results[*height]; !ok {
		return nil, sm.ErrNoABCIResponsesForHeight{Height: *height}
	}
	return i.Node.BlockResults(ctx, height)
}

// ShortGame is the number of blocks after which a game of a world with short claims has ended by both of its deadlines.
const ShortGame = 40

// NewWithShortClaims starts a chain on which a claim takes as long as the shortest turn.
func NewWithShortClaims(t *testing.T) *World {
	t.Helper()
	params := types.LocalParams()
	params.ClaimBlocks = params.TurnBlocksMin
	return New(t, chain.WithParams(params))
}

// Ended ends a number of games of Alice and Bob, every other one by a deadline, and returns their ids, the last one
// first.
func (w *World) Ended(games int) []uint64 {
	w.Helper()
	ctx, r := w.Context(), game.Classic()
	var ids []uint64
	for i := range games {
		_, done, err := duel.Create(ctx, w.Player(alice), duel.Wish{Ruleset: r, Fleet: FleetOf(w.T, r), TurnBlocks: 10})
		require.NoError(w, err)
		id := done.GameID
		_, err = w.Open(bob, id).Join(ctx, "", Choose(w.T))
		require.NoError(w, err)
		if i%2 == 0 {
			_, err = w.Open(bob, id).Concede(ctx)
			require.NoError(w, err)
			_, err = w.Open(alice, id).Claim(ctx)
			require.NoError(w, err)
		} else {
			w.Node.Advance(ShortGame)
		}
		ids = append([]uint64{id}, ids...)
	}
	return ids
}
