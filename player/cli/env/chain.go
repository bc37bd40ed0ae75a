package env

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
)

// Chain is a running chain of one validator.
type Chain struct {
	// ID is the chain's id.
	ID string
	// RPC and GRPC are where it answers, such as tcp://127.0.0.1:26657 and 127.0.0.1:9090.
	RPC, GRPC string
	// Relay is the URL of the chain's own relay, such as ws://127.0.0.1:26680.
	Relay string
	// Keyring holds the key named Faucet, which has coins to give away.
	Keyring keyring.Keyring
	Faucet  string
	// Stop ends the chain and returns when it has ended.
	Stop func() error
}

// Start starts a new chain in an empty directory, on ports that are free, and returns once it has made a block. Without
// an id its id is that of a devnet. If ctx ends before that, it leaves nothing running.
type Start func(ctx context.Context, home, chainID string, blockTime time.Duration) (Chain, error)

// Connect returns a context that sends over the chain's RPC and queries over its gRPC.
func Connect(cctx sdkclient.Context, chain Chain) (sdkclient.Context, error) {
	rpc, err := sdkclient.NewClientFromNode(chain.RPC)
	if err != nil {
		return cctx, fmt.Errorf("connect to %s: %w", chain.RPC, err)
	}
	conn, err := grpc.NewClient(chain.GRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return cctx, fmt.Errorf("connect to %s: %w", chain.GRPC, err)
	}
	return cctx.WithClient(rpc).WithNodeURI(chain.RPC).WithGRPCClient(conn).WithChainID(chain.ID), nil
}
