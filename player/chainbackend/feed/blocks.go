package feed

import (
	"context"
	"fmt"
	"maps"
	"sync"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
)

// keptBlocks is the number of blocks whose events are cached.
const keptBlocks = 512

// Events holds the module's events of a transaction, or of a block outside its transactions.
type Events struct {
	Height int64
	Events []proto.Message
	// Fee is the fee of the transaction. It is zero for a block.
	Fee watch.Fee
}

// Blocks reads the module's events of blocks, and caches those of the last ones. It is safe for use by several
// goroutines.
type Blocks struct {
	node watch.Index

	mu     sync.Mutex
	events map[int64][]Events
	newest int64
}

// NewBlocks returns the blocks of a node.
func NewBlocks(node watch.Index) *Blocks {
	return &Blocks{node: node, events: make(map[int64][]Events)}
}

// at returns the module's events of a block, in order.
func (b *Blocks) at(ctx context.Context, height int64) ([]Events, error) {
	b.mu.Lock()
	events, ok := b.events[height]
	b.mu.Unlock()
	if ok {
		return events, nil
	}
	block, err := b.node.BlockResults(ctx, &height)
	if err != nil {
		return nil, err
	}
	all := make([][]abci.Event, 0, len(block.TxsResults)+1)
	for _, tx := range block.TxsResults {
		all = append(all, tx.Events)
	}
	for _, some := range append(all, block.FinalizeBlockEvents) {
		typed, err := eventindex.Typed(some)
		if err != nil {
			return nil, fmt.Errorf("block %d: %w", height, err)
		}
		if len(typed) > 0 {
			events = append(events, Events{Height: height, Events: typed, Fee: watch.FeeOf(some)})
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.newest = max(b.newest, height)
	maps.DeleteFunc(b.events, func(old int64, _ []Events) bool { return old <= b.newest-keptBlocks })
	b.events[height] = events
	return events, nil
}
