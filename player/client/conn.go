package client

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	gogogrpc "github.com/cosmos/gogoproto/grpc"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/grpc/cmtservice"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
)

// Link is how a client reaches a chain and signs for it.
type Link struct {
	// Conn carries queries, simulations and transactions.
	Conn gogogrpc.ClientConn
	// Address is where the node is expected, for errors.
	Address string
	// ChainID is the chain that the user expects. If empty, it is the node's, which only a node on this machine may decide
	// for a client that signs.
	ChainID string
	// TxConfig encodes transactions.
	TxConfig sdkclient.TxConfig
	// Keyring holds the key that signs. It is nil for a client that only queries.
	Keyring keyring.Keyring
}

// LinkTo returns the link that a command's context describes.
func LinkTo(cctx sdkclient.Context) Link {
	address := cctx.NodeURI
	if cctx.GRPCClient != nil {
		address = cctx.GRPCClient.Target()
	}
	return Link{
		Conn:     contextConn{cctx},
		Address:  address,
		ChainID:  cctx.ChainID,
		TxConfig: cctx.TxConfig,
		Keyring:  cctx.Keyring,
	}
}

// contextConn makes the calls of a client.Context obey the context of each call.
type contextConn struct {
	cctx sdkclient.Context
}

// Invoke implements grpc.ClientConnInterface.
func (c contextConn) Invoke(ctx context.Context, method string, req, reply any, opts ...grpc.CallOption) error {
	return c.cctx.WithCmdContext(ctx).Invoke(ctx, method, req, reply, opts...)
}

// NewStream implements grpc.ClientConnInterface.
func (c contextConn) NewStream(
	ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return c.cctx.NewStream(ctx, desc, method, opts...)
}

// conn translates the errors of a connection, refuses replies with impossible coins, and ends calls without an answer.
type conn struct {
	gogogrpc.ClientConn
	address string
	limit   time.Duration // of each call
	// failed reports whether the last call failed.
	failed *atomic.Bool
}

// isNear reports whether a node on this machine has answered the last call.
func (c conn) isNear() bool { return onThisMachine(c.address) && !c.failed.Load() }

// Invoke implements grpc.ClientConnInterface.
func (c conn) Invoke(ctx context.Context, method string, req, reply any, opts ...grpc.CallOption) error {
	cause := fmt.Errorf("no reply to %s in %s", method, c.limit)
	limited, cancel := context.WithTimeoutCause(ctx, c.limit, cause)
	defer cancel()
	err := c.ClientConn.Invoke(limited, method, req, reply, opts...)
	c.failed.Store(err != nil)
	switch {
	case err == nil && holdsCoins(method):
		return checkCoins(method, reply)
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case limited.Err() != nil:
		return &NoNodeError{Address: c.address, Waited: c.limit, Err: context.Cause(limited)}
	case status.Code(err) == codes.NotFound && method != getTxMethod && c.isSyncing(limited):
		return &NotReadyError{Address: c.address, Why: whySyncing, Unknown: plain(err).Error()}
	case isStarting(method, err):
		return &NotReadyError{Address: c.address, Why: whyStarting, Err: err}
	default:
		return translate(c.address, err)
	}
}

// getTxMethod is polled for transactions that are not there yet.
const getTxMethod = "/cosmos.tx.v1beta1.Service/GetTx"

// isSyncing reports whether the node reports that it is behind the chain, so that a missing item may exist.
func (c conn) isSyncing(ctx context.Context) bool {
	res, err := cmtservice.NewServiceClient(c.ClientConn).GetSyncing(ctx, &cmtservice.GetSyncingRequest{})
	return err == nil && res.Syncing
}
