package watch

import (
	"context"
	"fmt"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Span is a range of blocks: those after one, up to and including another. The zero Span is all blocks.
type Span struct{ After, Until int64 }

// Search looks up in the index of a node what has happened in a game, and tells the events of one transaction or block
// after the other: first those of all transactions, by height, and then, with a nil transaction, those that blocks told
// by themselves after their transactions. It returns ErrNoIndex if the node keeps no index.
func Search(
	ctx context.Context, node Index, gameID uint64, s Span,
	tell func(height int64, tx *coretypes.ResultTx, events []proto.Message),
) error {
	for page, more := 1, true; more; page++ {
		perPage := txsPerPage
		res, err := node.TxSearch(ctx, s.query(gameID, "tx.height"), false, &page, &perPage, "asc")
		if err != nil {
			return eventindex.SearchError("transactions", err)
		}
		for _, tx := range res.Txs {
			events, err := eventindex.Typed(tx.TxResult.Events)
			if err != nil {
				return fmt.Errorf("transaction %s: %w", tx.Hash, err)
			}
			if events = eventindex.About(events, gameID); len(events) > 0 {
				tell(tx.Height, tx, events)
			}
		}
		more = page*perPage < res.TotalCount
	}
	for page, more := 1, true; more; page++ {
		perPage := blocksPerPage
		res, err := node.BlockSearch(ctx, s.query(gameID, "block.height"), &page, &perPage, "asc")
		if err != nil {
			return eventindex.SearchError("blocks", err)
		}
		for _, block := range res.Blocks {
			height := block.Block.Height
			results, err := node.BlockResults(ctx, &height)
			if err != nil {
				return fmt.Errorf("results of block %d: %w", height, err)
			}
			events, err := eventindex.Typed(results.FinalizeBlockEvents)
			if err != nil {
				return fmt.Errorf("block %d: %w", height, err)
			}
			if events = eventindex.About(events, gameID); len(events) > 0 {
				tell(height, nil, events)
			}
		}
		more = page*perPage < res.TotalCount
	}
	return nil
}

// query asks an index for the events of a game, where it knows the height of an event by that key.
func (s Span) query(gameID uint64, height string) string {
	query := fmt.Sprintf("%s.%s='%d'", types.EventTypeGame, types.AttributeKeyGameID, gameID)
	if s == (Span{}) {
		return query
	}
	return fmt.Sprintf("%s AND %s > %d AND %s <= %d", query, height, s.After, height, s.Until)
}
