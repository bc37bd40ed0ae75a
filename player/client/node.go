package client

import (
	"context"
	"errors"
	"fmt"
	"time"

	cmttypes "github.com/cometbft/cometbft/types"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/cosmos/cosmos-sdk/client/grpc/node"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/types/tx"
)

// head is the node's last block.
type head struct {
	height int64
	time   time.Time
}

// Block is a block of the chain.
type Block struct {
	Height int64
	// Time is the block's own. It is zero if the node does not report it.
	Time time.Time
}

// Head asks the node for its last block.
func (c *Client) Head(ctx context.Context) (Block, error) {
	h, err := c.head(ctx)
	return Block{Height: h.height, Time: h.time}, err
}

// head asks the node for its last block.
func (c *Client) head(ctx context.Context) (head, error) {
	res, err := node.NewServiceClient(c.conn).Status(ctx, &node.StatusRequest{})
	if err != nil {
		return head{}, fmt.Errorf("last block of the node: %w", err)
	}
	h := head{height: int64(res.Height)}
	if res.Timestamp != nil {
		h.time = *res.Timestamp
	}
	return h, nil
}

// simulate returns the gas limit for msgs, that of the options or of a simulation, in a transaction that is unordered
// if until is not zero.
func (c *Client) simulate(ctx context.Context, msgs []sdk.Msg, until time.Time) (uint64, error) {
	if c.options.Gas > 0 {
		return c.options.Gas, nil
	}
	raw, err := c.buildForSimulation(msgs, until)
	if err != nil {
		return 0, err
	}
	res, err := tx.NewServiceClient(c.conn).Simulate(ctx, &tx.SimulateRequest{TxBytes: raw})
	switch {
	case err == nil && res.GasInfo == nil:
		return 0, errors.New("simulate the transaction: the node's answer holds no gas")
	case err == nil:
		return c.gasLimit(msgs, res.GasInfo.GasUsed)
	case ctx.Err() != nil || MayPass(err):
		return 0, err
	default:
		return 0, &RefusedError{Log: err.Error()}
	}
}

// find asks for a transaction in a block. The error has the status codes.NotFound while there is none.
func (c *Client) find(ctx context.Context, hash string) (*sdk.TxResponse, error) {
	res, err := tx.NewServiceClient(c.conn).GetTx(ctx, &tx.GetTxRequest{Hash: hash})
	if err != nil {
		return nil, err
	}
	if res.TxResponse == nil {
		return nil, status.Error(codes.NotFound, "the node's answer holds no transaction")
	}
	return res.TxResponse, nil
}

// errReplyLost means that the node may or may not have a transaction.
var errReplyLost = errors.New("the node's reply was lost")

// broadcast hands a transaction to the node, which checks it. The error is errReplyLost if the node may have it all the
// same.
func (c *Client) broadcast(ctx context.Context, raw []byte) error {
	res, err := tx.NewServiceClient(c.conn).BroadcastTx(ctx, &tx.BroadcastTxRequest{
		TxBytes: raw,
		Mode:    tx.BroadcastMode_BROADCAST_MODE_SYNC,
	})
	if ctx.Err() != nil {
		return errReplyLost
	}
	if err != nil {
		var notReady *NotReadyError
		if replyLost(err) && !errors.As(err, &notReady) {
			return errReplyLost
		}
		return fmt.Errorf("send the transaction: %w", err)
	}
	r := res.TxResponse
	if r == nil {
		return errReplyLost // an empty reply says nothing
	}
	if r.Code == 0 {
		return nil
	}
	refused := &RefusedError{Hash: r.TxHash, Codespace: r.Codespace, Code: r.Code, Log: plainText(r.RawLog)}
	if refused.OfKind(sdkerrors.ErrTxInMempoolCache) {
		return nil // the node has it already
	}
	return refused
}

func hashOf(raw []byte) string { return fmt.Sprintf("%X", cmttypes.Tx(raw).Hash()) }
