package client

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/types/tx"
)

// Receipt is what became of a transaction that is in a block.
type Receipt struct {
	Hash   string `json:"tx_hash"`
	Height int64  `json:"height"`
	// GasWanted is the limit that was paid for, GasUsed what the transaction took.
	GasWanted int64 `json:"gas_wanted"`
	GasUsed   int64 `json:"gas_used"`
	// Bytes is the size of the signed transaction.
	Bytes int `json:"bytes"`

	Events []abci.Event `json:"-"`
	data   string
}

// Response decodes the response of the transaction's first message.
func (r Receipt) Response(into proto.Message) error {
	raw, err := hex.DecodeString(r.data)
	if err != nil {
		return fmt.Errorf("data of transaction %s: %w", r.Hash, err)
	}
	var data sdk.TxMsgData
	if err := proto.Unmarshal(raw, &data); err != nil {
		return fmt.Errorf("data of transaction %s: %w", r.Hash, err)
	}
	if len(data.MsgResponses) == 0 {
		return fmt.Errorf("data of transaction %s: expected a response, got none", r.Hash)
	}
	if err := proto.Unmarshal(data.MsgResponses[0].Value, into); err != nil {
		return fmt.Errorf("response of transaction %s: %w", r.Hash, err)
	}
	return nil
}

// Send signs a transaction with the client's key, sends it and waits until it is in a block. Gas is found by
// simulation. While the chain knows another sequence than the client, or has no room in its mempool, Send starts again
// after each poll, for as long as its patience.
//
// Errors: *RefusedError if the chain refused it, *NotIncludedError if it was sent, or may have been, and patience or
// ctx ended first, *NoNodeError if nobody answered before it was sent.
func (c *Client) Send(ctx context.Context, msgs ...sdk.Msg) (Receipt, error) {
	if c.key.IsZero() {
		return Receipt{}, errNoKey
	}
	if err := c.loadPrices(ctx); err != nil {
		return Receipt{}, err
	}
	for start := time.Now(); ; {
		receipt, err := c.sendOnce(ctx, msgs)
		if err == nil {
			c.account.sequence++
			c.account.hasKey = true
			return receipt, nil
		}
		// Whatever went wrong, the account may have moved: ask again before the next transaction.
		c.account.known = false
		// Another sequence, or a full mempool, can last until the next block: patience is for that wait too.
		if !c.worthAnotherTry(err) || time.Since(start) >= c.options.Patience {
			return Receipt{}, c.explain(ctx, err)
		}
		if err := c.Sleep(ctx); err != nil {
			return Receipt{}, err
		}
	}
}

func (c *Client) sendOnce(ctx context.Context, msgs []sdk.Msg) (Receipt, error) {
	if err := c.loadAccount(ctx); err != nil {
		return Receipt{}, err
	}
	gas, err := c.simulate(ctx, msgs)
	if err != nil {
		return Receipt{}, err
	}
	raw, err := c.build(ctx, msgs, gas)
	if err != nil {
		return Receipt{}, err
	}
	if ctx.Err() != nil {
		return Receipt{}, context.Cause(ctx) // surely not sent
	}
	hash, err := c.broadcast(ctx, raw)
	if err != nil {
		return Receipt{}, err
	}
	receipt, err := c.await(ctx, hash, raw)
	receipt.Bytes = len(raw)
	return receipt, err
}

// simulate returns the gas limit for msgs.
func (c *Client) simulate(ctx context.Context, msgs []sdk.Msg) (uint64, error) {
	raw, err := c.buildForSimulation(msgs)
	if err != nil {
		return 0, err
	}
	res, err := tx.NewServiceClient(c.conn).Simulate(ctx, &tx.SimulateRequest{TxBytes: raw})
	if err != nil {
		var noNode *NoNodeError
		if errors.As(err, &noNode) || ctx.Err() != nil {
			return 0, err
		}
		return 0, &RefusedError{Log: err.Error()}
	}
	limit := float64(res.GasInfo.GasUsed) * c.options.GasAdjustment
	if limit > math.MaxInt64 {
		return 0, fmt.Errorf("gas limit: expected at most %d, got %g", int64(math.MaxInt64), limit)
	}
	return uint64(limit), nil
}

// broadcast hands a transaction to the node and returns its hash: once the node has checked it, or if the node's reply
// was lost, for then the node may have the transaction all the same.
func (c *Client) broadcast(ctx context.Context, raw []byte) (string, error) {
	res, err := tx.NewServiceClient(c.conn).BroadcastTx(ctx, &tx.BroadcastTxRequest{
		TxBytes: raw,
		Mode:    tx.BroadcastMode_BROADCAST_MODE_SYNC,
	})
	if ctx.Err() != nil || replyLost(err) {
		return fmt.Sprintf("%X", cmttypes.Tx(raw).Hash()), nil //nolint:nilerr // it may have arrived: the chain will tell
	}
	if err != nil {
		return "", fmt.Errorf("send the transaction: %w", err)
	}
	r := res.TxResponse
	if r.Code == 0 {
		return r.TxHash, nil
	}
	refused := &RefusedError{Hash: r.TxHash, Codespace: r.Codespace, Code: r.Code, Log: plainText(r.RawLog)}
	if refused.OfKind(sdkerrors.ErrTxInMempoolCache) {
		return r.TxHash, nil // the node has it already
	}
	return "", refused
}

// await asks for the transaction until it is in a block. A node that is away for a while is waited for, and handed the
// transaction again when it is back: it may have lost what was in no block yet. The same bytes cannot count twice.
func (c *Client) await(ctx context.Context, hash string, raw []byte) (Receipt, error) {
	patience := c.options.Patience
	ctx, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("no block with it in %s", patience))
	defer cancel()
	away := false
	for {
		res, err := tx.NewServiceClient(c.conn).GetTx(ctx, &tx.GetTxRequest{Hash: hash})
		var noNode *NoNodeError
		switch {
		case err == nil:
			return receiptOf(res.TxResponse)
		case ctx.Err() != nil:
			return Receipt{}, &NotIncludedError{Hash: hash, Err: context.Cause(ctx)}
		case errors.As(err, &noNode):
			away = true
		case status.Code(err) != codes.NotFound:
			return Receipt{}, &NotIncludedError{Hash: hash, Err: err}
		case away:
			away = false
			// Whatever it says of a transaction that it may have already, the next look tells.
			_, _ = c.broadcast(ctx, raw)
		}
		if err := c.Sleep(ctx); err != nil {
			return Receipt{}, &NotIncludedError{Hash: hash, Err: err}
		}
	}
}

func receiptOf(r *sdk.TxResponse) (Receipt, error) {
	receipt := Receipt{
		Hash:      r.TxHash,
		Height:    r.Height,
		GasWanted: r.GasWanted,
		GasUsed:   r.GasUsed,
		Events:    r.Events,
		data:      r.Data,
	}
	if r.Code != 0 {
		return receipt, &RefusedError{
			Hash: r.TxHash, Height: r.Height, Codespace: r.Codespace, Code: r.Code, Log: plainText(r.RawLog),
		}
	}
	return receipt, nil
}
