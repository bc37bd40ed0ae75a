package watch

import (
	"context"
	"fmt"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"

	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// txsPerPage and blocksPerPage are how many transactions and blocks are asked for at once. The node answers with
	// whole blocks, which can be large.
	txsPerPage    = 30
	blocksPerPage = 5
)

// Index is an index of events whose node tells how far it is.
type Index interface {
	eventindex.Index
	ABCIInfo(ctx context.Context) (*coretypes.ResultABCIInfo, error)
}

// HistoryOf looks up the games that a player has finished, as eventindex.FinishedBy does; in all blocks if the height
// is 0.
func HistoryOf(
	ctx context.Context, node Index, player string, before int64, limit int,
) (*types.QueryFinishedResponse, error) {
	if before == 0 {
		info, err := node.ABCIInfo(ctx)
		if err != nil {
			return nil, fmt.Errorf("last block of the node: %w", err)
		}
		before = info.Response.LastBlockHeight + 1
	}
	return eventindex.FinishedBy(ctx, node, player, before, limit)
}
