package playertest

import (
	"context"

	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"
)

// LyingNode is a node that lies in its answers to one query of the module.
type LyingNode[T any, P interface {
	*T
	proto.Message
}] struct {
	*Node

	query string
	Lie   func(P)
}

// Lie returns a node that changes its answers to one query of the module. Without a lie it answers as the node does.
func Lie[T any, P interface {
	*T
	proto.Message
}](n *Node, query string, change func(P)) *LyingNode[T, P] {
	return &LyingNode[T, P]{Node: n, query: query, Lie: change}
}

// ABCIQueryWithOptions implements sdkclient.CometRPC.
func (n *LyingNode[T, P]) ABCIQueryWithOptions(
	ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	res, err := n.Node.ABCIQueryWithOptions(ctx, path, data, opts)
	if err != nil || n.Lie == nil || path != "/battleship.v1.Query/"+n.query || len(res.Response.Value) == 0 {
		return res, err
	}
	shown := P(new(T))
	if err := proto.Unmarshal(res.Response.Value, shown); err != nil {
		return nil, err
	}
	n.Lie(shown)
	res.Response.Value, err = proto.Marshal(shown)
	return res, err
}
