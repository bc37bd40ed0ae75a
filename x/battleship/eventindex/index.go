package eventindex

import (
	"context"
	"errors"
	"fmt"
	"strings"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
)

// ErrNoIndex means that a node keeps no index of events, so that it cannot tell what has happened.
var ErrNoIndex = errors.New("the node keeps no index of events: expected indexer = \"kv\" in its config.toml")

// Index is what a search asks of a node's RPC. None of it asks the application, which may be what the search is for.
type Index interface {
	TxSearch(
		ctx context.Context, query string, prove bool, page, perPage *int, orderBy string,
	) (*coretypes.ResultTxSearch, error)
	BlockSearch(
		ctx context.Context, query string, page, perPage *int, orderBy string,
	) (*coretypes.ResultBlockSearch, error)
	BlockResults(ctx context.Context, height *int64) (*coretypes.ResultBlockResults, error)
}

var _ Index = sdkclient.CometRPC(nil)

// SearchError says what a failed search means.
func SearchError(what string, err error) error {
	if strings.Contains(err.Error(), "indexing is disabled") {
		return ErrNoIndex
	}
	return fmt.Errorf("search for %s: %w", what, err)
}

// isPruned reports whether a node has no results of a block because it did not keep them. The RPC has no code for that.
func isPruned(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "could not find results for height") ||
		strings.Contains(err.Error(), "is not available, lowest height is"))
}
