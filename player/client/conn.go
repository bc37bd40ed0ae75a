package client

import (
	"context"

	"google.golang.org/grpc"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
)

// conn makes the calls of a client.Context obey the context of each call, and puts their errors into plain words.
type conn struct {
	cctx sdkclient.Context
}

// Invoke implements grpc.ClientConnInterface.
func (c conn) Invoke(ctx context.Context, method string, req, reply any, opts ...grpc.CallOption) error {
	err := c.cctx.WithCmdContext(ctx).Invoke(ctx, method, req, reply, opts...)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if noAnswer(err) {
		return &NoNodeError{Address: c.address(), Err: err}
	}
	return plain(err)
}

// NewStream implements grpc.ClientConnInterface.
func (c conn) NewStream(
	ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return c.cctx.NewStream(ctx, desc, method, opts...)
}

// address is where the node is expected, as the user gave it.
func (c conn) address() string {
	if c.cctx.GRPCClient != nil {
		return c.cctx.GRPCClient.Target()
	}
	return c.cctx.NodeURI
}
