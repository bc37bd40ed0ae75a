package watch

import (
	"context"
	"errors"
	"fmt"
	"strings"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// txsPerPage is the RPC's maximum: a node loads all matches of a search for each page.
	txsPerPage = 100
	// blocksPerPage is small because the node answers with whole blocks, which can be large.
	blocksPerPage = 5
)

// ErrNoIndex means that a node keeps no index of events, so that it cannot search for them.
var ErrNoIndex = errors.New("the node keeps no index of events: expected indexer = \"kv\" in its config.toml")

// Index is the part of a node's RPC that a search uses.
type Index interface {
	ABCIInfo(ctx context.Context) (*coretypes.ResultABCIInfo, error)
	TxSearch(
		ctx context.Context, query string, prove bool, page, perPage *int, orderBy string,
	) (*coretypes.ResultTxSearch, error)
	BlockSearch(
		ctx context.Context, query string, page, perPage *int, orderBy string,
	) (*coretypes.ResultBlockSearch, error)
	BlockResults(ctx context.Context, height *int64) (*coretypes.ResultBlockResults, error)
}

var _ Index = sdkclient.CometRPC(nil)

// searchError returns the error of a search, ErrNoIndex if the node keeps no index.
func searchError(what string, err error) error {
	if strings.Contains(err.Error(), "indexing is disabled") {
		return ErrNoIndex
	}
	return fmt.Errorf("search for %s: %w", what, err)
}

// Span is a range of blocks: those after one, up to and including another. The zero Span is all blocks.
type Span struct{ After, Until int64 }

// Search reads the events of a game from the index of a node, one transaction or block after the other: first those of
// all transactions, by height, and then, with a nil transaction, the blocks' own events after their transactions. It
// returns ErrNoIndex if the node keeps no index.
func Search(
	ctx context.Context, node Index, gameID uint64, s Span,
	yield func(height int64, tx *coretypes.ResultTx, events []proto.Message),
) error {
	for page, more := 1, true; more; page++ {
		perPage := txsPerPage
		res, err := node.TxSearch(ctx, s.query(gameID, "tx.height"), false, &page, &perPage, "asc")
		if err != nil {
			return searchError("transactions", err)
		}
		for _, tx := range res.Txs {
			events, err := eventindex.Typed(tx.TxResult.Events)
			if err != nil {
				return fmt.Errorf("transaction %s: %w", tx.Hash, err)
			}
			if events = eventindex.About(events, gameID); len(events) > 0 {
				yield(tx.Height, tx, events)
			}
		}
		more = page*perPage < res.TotalCount
	}
	for page, more := 1, true; more; page++ {
		perPage := blocksPerPage
		res, err := node.BlockSearch(ctx, s.query(gameID, "block.height"), &page, &perPage, "asc")
		if err != nil {
			return searchError("blocks", err)
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
				yield(height, nil, events)
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
