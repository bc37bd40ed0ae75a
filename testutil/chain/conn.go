package chain

import (
	"context"
	"errors"

	gogogrpc "github.com/cosmos/gogoproto/grpc"
	"google.golang.org/grpc"

	"github.com/cosmos/cosmos-sdk/baseapp"
)

// errNoStreams refuses a stream: no query of the chain is one.
var errNoStreams = errors.New("expected a single call, got a stream")

// Conn returns a connection for query clients. Each call sees the state of the last committed block.
func (c *Chain) Conn() gogogrpc.ClientConn { return conn{c} }

// conn carries queries straight to the application's query router.
type conn struct{ chain *Chain }

// Invoke calls a query of the application.
func (q conn) Invoke(ctx context.Context, method string, req, reply any, opts ...grpc.CallOption) error {
	helper := &baseapp.QueryServiceTestHelper{
		GRPCQueryRouter: q.chain.App.GRPCQueryRouter(),
		Ctx:             q.chain.Context(),
	}
	return helper.Invoke(ctx, method, req, reply, opts...)
}

// NewStream refuses.
func (conn) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, errNoStreams
}
