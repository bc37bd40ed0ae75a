package player_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	dbm "github.com/cometbft/cometbft-db"
	abci "github.com/cometbft/cometbft/abci/types"
	cmtlog "github.com/cometbft/cometbft/libs/log"
	"github.com/cometbft/cometbft/rpc/core"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	rpctypes "github.com/cometbft/cometbft/rpc/jsonrpc/types"
	sm "github.com/cometbft/cometbft/state"
	blockindex "github.com/cometbft/cometbft/state/indexer/block/kv"
	noblockindex "github.com/cometbft/cometbft/state/indexer/block/null"
	txindex "github.com/cometbft/cometbft/state/txindex/kv"
	notxindex "github.com/cometbft/cometbft/state/txindex/null"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// index is CometBFT's own index of what a node has done so far, with its own RPC in front.
type index struct {
	*node

	rpc core.Environment
}

func (w *world) index() *index {
	w.Helper()
	txs, blocks := txindex.NewTxIndex(dbm.NewMemDB()), blockindex.New(dbm.NewMemDB())
	for height := int64(1); height <= w.node.chain.Height(); height++ {
		res, ok := w.node.results[height]
		if !ok {
			continue
		}
		require.NoError(w, blocks.Index(cmttypes.EventDataNewBlockEvents{Height: height, Events: res.Events}))
		for i, tx := range w.node.blocks[height].Block.Txs {
			require.NoError(w, txs.Index(&abci.TxResult{
				Height: height, Index: uint32(i), Tx: tx, Result: *res.TxResults[i],
			}))
		}
	}
	return &index{node: w.node, rpc: core.Environment{
		TxIndexer: txs, BlockIndexer: blocks, BlockStore: blockStore{node: w.node}, Logger: cmtlog.NewNopLogger(),
	}}
}

// blockStore has the blocks of a node.
type blockStore struct {
	sm.BlockStore // what is not needed panics

	node *node
}

func (s blockStore) LoadBlock(height int64) *cmttypes.Block {
	if block, ok := s.node.blocks[height]; ok {
		return block.Block
	}
	return nil
}

func (s blockStore) LoadBlockMeta(height int64) *cmttypes.BlockMeta {
	if block, ok := s.node.blocks[height]; ok {
		return &cmttypes.BlockMeta{Header: block.Block.Header}
	}
	return &cmttypes.BlockMeta{}
}

func (blockStore) Base() int64 { return 1 }

func (s blockStore) Height() int64 { return s.node.chain.Height() }

func (i *index) TxSearch(
	_ context.Context, query string, prove bool, page, perPage *int, orderBy string,
) (*coretypes.ResultTxSearch, error) {
	return i.rpc.TxSearch(&rpctypes.Context{}, query, prove, page, perPage, orderBy)
}

func (i *index) BlockSearch(
	_ context.Context, query string, page, perPage *int, orderBy string,
) (*coretypes.ResultBlockSearch, error) {
	return i.rpc.BlockSearch(&rpctypes.Context{}, query, page, perPage, orderBy)
}

func (i *index) BlockchainInfo(_ context.Context, low, high int64) (*coretypes.ResultBlockchainInfo, error) {
	return i.rpc.BlockchainInfo(&rpctypes.Context{}, low, high)
}

func (i *index) BlockResults(ctx context.Context, height *int64) (*coretypes.ResultBlockResults, error) {
	if _, ok := i.results[*height]; !ok {
		return nil, sm.ErrNoABCIResponsesForHeight{Height: *height}
	}
	return i.node.BlockResults(ctx, height)
}

// silence is how many blocks it takes until a game of a newHasty world has ended by both of its deadlines.
const silence = 40

// newHasty returns a world in which claims are as short as the shortest clock.
func newHasty(t *testing.T) *world {
	t.Helper()
	params := types.LocalParams()
	params.ClaimBlocks = params.TurnBlocksMin
	return newWorld(t, chain.WithParams(params))
}

// ended lets alice and bob end so many games, every other one by a deadline, and returns their ids, the last one first.
func (w *world) ended(games int) []uint64 {
	w.Helper()
	var ids []uint64
	for i := range games {
		id := uint64(i) + 1
		w.must("tx battleship create-game --clock 10 --from alice --yes")
		w.must(fmt.Sprintf("tx battleship join-game %d --from bob --yes", id))
		if i%2 == 0 {
			w.must(fmt.Sprintf("tx battleship concede %d --from bob --yes", id))
			w.must(fmt.Sprintf("tx battleship claim %d --from alice --yes", id))
		} else {
			w.node.advance(silence)
		}
		ids = append([]uint64{id}, ids...)
	}
	return ids
}

func TestSearchOfANodeThatKeepsNoIndex(t *testing.T) {
	t.Parallel()
	w := newHasty(t)
	node := w.index()
	node.rpc.BlockIndexer, node.rpc.TxIndexer = &noblockindex.BlockerIndexer{}, &notxindex.TxIndex{}
	err := watch.Search(t.Context(), node, 1, watch.Span{}, nil)
	require.ErrorIs(t, err, watch.ErrNoIndex)
}

func TestHistoryCommand(t *testing.T) {
	t.Parallel()
	w := newHasty(t)
	w.ended(2)
	out := w.must("query battleship history bob")
	require.Regexp(t, `^GAME .* AGAINST\n`+
		`2 +\d+ +classic +no winner +void +rated +- +- +0 SHIP +nothing +- +alice\n`+
		`1 +\d+ +classic +lost +conceded +rated +- +- +0\.42 SHIP +\+0\.42 SHIP +- +alice\n$`, out)
	require.Contains(t, w.must("query battleship history alice"), "42 SHIP")
	require.Equal(t, "No finished games.\n", w.must("query battleship history mallory"))

	_, note, err := w.run("query battleship history bob --limit 1")
	require.NoError(t, err)
	next := regexp.MustCompile(`(?m)^More with (--page-key \S+)\n$`).FindStringSubmatch(note)
	require.NotNil(t, next, note)
	require.Regexp(t, `^GAME .*\n1 .*\n$`, w.must("query battleship history bob "+next[1]))

	var page struct {
		Games []struct {
			Height, TxHash string
			Over           struct {
				Fleet string
				Terms struct{ Backing string }
			}
		}
		NextKey []byte `json:"next_key"`
	}
	require.NoError(t, json.Unmarshal([]byte(w.must("query battleship history bob "+next[1]+" -o json")), &page))
	require.Len(t, page.Games, 1)
	require.NotEmpty(t, page.Games[0].Over.Fleet)
	require.Len(t, page.Games[0].TxHash, 64)
	require.Empty(t, page.NextKey)
	height := w.node.chain.Height()
	require.Equal(t, out, w.must(fmt.Sprintf("query battleship history bob --before %d", height+1)))
	require.Equal(t, "No finished games.\n", w.must("query battleship history bob --before 1"))
	_, _, err = w.run("query battleship history bob --before -1")
	require.ErrorContains(t, err, "--before: expected a height, got -1")
}
