package watch_test

import (
	"context"
	"fmt"
	"testing"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	noblockindex "github.com/cometbft/cometbft/state/indexer/block/null"
	notxindex "github.com/cometbft/cometbft/state/txindex/null"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/watch"
)

func TestSearchOfANodeThatKeepsNoIndex(t *testing.T) {
	t.Parallel()
	w := playertest.NewWithShortClaims(t)
	node := w.Index()
	node.RPC.BlockIndexer, node.RPC.TxIndexer = &noblockindex.BlockerIndexer{}, &notxindex.TxIndex{}
	err := watch.Search(t.Context(), node, 1, watch.Span{}, nil)
	require.ErrorIs(t, err, watch.ErrNoIndex)
}

// pagedIndex is an index of many empty transactions and blocks, which notes the questions.
type pagedIndex struct {
	watch.Index
	asked []string
}

func (i *pagedIndex) TxSearch(
	_ context.Context, query string, _ bool, page, perPage *int, order string,
) (*coretypes.ResultTxSearch, error) {
	i.asked = append(i.asked, fmt.Sprintf("%s: page %d of %d, %s", query, *page, *perPage, order))
	return &coretypes.ResultTxSearch{TotalCount: 201}, nil
}

func (i *pagedIndex) BlockSearch(
	_ context.Context, query string, page, perPage *int, order string,
) (*coretypes.ResultBlockSearch, error) {
	i.asked = append(i.asked, fmt.Sprintf("%s: page %d of %d, %s", query, *page, *perPage, order))
	return &coretypes.ResultBlockSearch{TotalCount: 10}, nil
}

// A search reads each page once, the last one too, and includes the last block of its span.
func TestSearchReadsEachPageOfASpan(t *testing.T) {
	t.Parallel()
	node := new(pagedIndex)
	require.NoError(t, watch.Search(t.Context(), node, 7, watch.Span{After: 3, Until: 9}, nil))
	const txs, blocks = "battleship.game_id='7' AND tx.height > 3 AND tx.height <= 9: page ",
		"battleship.game_id='7' AND block.height > 3 AND block.height <= 9: page "
	require.Equal(t, []string{
		txs + "1 of 100, asc", txs + "2 of 100, asc", txs + "3 of 100, asc", blocks + "1 of 5, asc", blocks + "2 of 5, asc",
	}, node.asked)
}
