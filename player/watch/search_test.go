package watch_test

import (
	"testing"

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
