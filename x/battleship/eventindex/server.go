package eventindex

import (
	"context"
	stderrors "errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// server answers what has happened. What an answer costs is bounded by its page, and by how much there is of a game.
type server struct {
	node   Archive
	decode sdk.TxDecoder
}

var _ types.HistoryServer = server{}

// NewServer returns the service over the RPC of the node that it is part of, nil if there is none.
func NewServer(node sdkclient.CometRPC, decode sdk.TxDecoder) types.HistoryServer {
	if node == nil {
		return server{decode: decode}
	}
	return server{node: node, decode: decode}
}

// Log implements types.HistoryServer.
func (s server) Log(ctx context.Context, req *types.QueryLogRequest) (*types.QueryLogResponse, error) {
	switch {
	case req == nil:
		return nil, errNoRequest
	case req.FromHeight < 0:
		return nil, status.Errorf(codes.InvalidArgument, "from_height: expected a height, got %d", req.FromHeight)
	case s.node == nil:
		return nil, serviceError(ErrNoIndex)
	}
	page, err := LogOf(ctx, s.node, s.decode, req, limited(req.Limit))
	if err != nil {
		return nil, serviceError(err)
	}
	if req.FromHeight == 0 && len(page.Entries) == 0 && page.PrunedBlocks == 0 {
		return nil, status.Errorf(codes.NotFound,
			"game %d is not in the history of this node: it was never opened, or before that begins", req.GameId)
	}
	return page, nil
}

// Finished implements types.HistoryServer.
func (s server) Finished(
	ctx context.Context, req *types.QueryFinishedRequest,
) (*types.QueryFinishedResponse, error) {
	if req == nil {
		return nil, errNoRequest
	}
	who, err := sdk.AccAddressFromBech32(req.Address)
	switch {
	case err != nil:
		return nil, status.Errorf(codes.InvalidArgument, "address: %s", err)
	case req.BeforeHeight < 0:
		return nil, status.Errorf(codes.InvalidArgument, "before_height: expected a height, got %d", req.BeforeHeight)
	case s.node == nil:
		return nil, serviceError(ErrNoIndex)
	}
	// The state that the query sees tells how far the chain is; to ask the node would have it wait for itself.
	before := sdk.UnwrapSDKContext(ctx).BlockHeight() + 1
	if req.BeforeHeight > 0 {
		before = min(before, req.BeforeHeight)
	}
	found, err := FinishedBy(ctx, s.node, who.String(), before, limited(req.Limit))
	if err != nil {
		return nil, serviceError(err)
	}
	return found, nil
}

// limited returns how many items a page has at most.
func limited(limit uint32) int {
	if limit == 0 || limit > types.MaxPageItems {
		return types.MaxPageItems
	}
	return int(limit)
}

var errNoRequest = status.Error(codes.InvalidArgument, "expected a request, got none")

// serviceError returns an error with the status under which the service reports it.
func serviceError(err error) error {
	if stderrors.Is(err, ErrNoIndex) {
		return status.Error(codes.Unimplemented,
			`this node keeps no history of events: expected indexer = "kv" in its config.toml`)
	}
	return status.Error(codes.Internal, err.Error())
}
