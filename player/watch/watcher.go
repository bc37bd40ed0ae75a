package watch

import (
	"context"
	"fmt"
	"time"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/eventindex"
)

// Node is a watcher's view of a node's RPC.
type Node interface {
	ABCIInfo(ctx context.Context) (*coretypes.ResultABCIInfo, error)
	Block(ctx context.Context, height *int64) (*coretypes.ResultBlock, error)
	BlockResults(ctx context.Context, height *int64) (*coretypes.ResultBlockResults, error)
}

var _ Node = sdkclient.CometRPC(nil)

// Watcher reads block after block. It is not safe for use by several goroutines at once.
type Watcher struct {
	node   Node
	decode sdk.TxDecoder
	poll   time.Duration
	next   int64
	latest int64
}

// New returns a watcher that starts with the block at a height, and asks for a new block once each poll.
func New(node Node, decode sdk.TxDecoder, height int64, poll time.Duration) *Watcher {
	return &Watcher{node: node, decode: decode, poll: poll, next: height}
}

// Next waits for the next block and returns it. No block is left out and none comes twice, also after an error.
func (w *Watcher) Next(ctx context.Context) (Block, error) {
	if err := w.await(ctx); err != nil {
		return Block{}, err
	}
	height := w.next
	block, err := w.node.Block(ctx, &height)
	if err != nil {
		return Block{}, fmt.Errorf("block %d: %w", height, err)
	}
	results, err := w.node.BlockResults(ctx, &height)
	if err != nil {
		return Block{}, fmt.Errorf("results of block %d: %w", height, err)
	}
	out, err := w.read(block, results)
	if err != nil {
		return Block{}, fmt.Errorf("block %d: %w", height, err)
	}
	w.next++
	return out, nil
}

// await waits until the application has committed the next block: only then are its results there to be read. The
// node's own status runs ahead of that.
func (w *Watcher) await(ctx context.Context) error {
	for w.latest < w.next {
		info, err := w.node.ABCIInfo(ctx)
		if err != nil {
			return fmt.Errorf("last block of the node: %w", err)
		}
		if w.latest = info.Response.LastBlockHeight; w.latest >= w.next {
			return nil
		}
		t := time.NewTimer(w.poll)
		select {
		case <-ctx.Done():
			t.Stop()
			return context.Cause(ctx)
		case <-t.C:
		}
	}
	return nil
}

func (w *Watcher) read(block *coretypes.ResultBlock, results *coretypes.ResultBlockResults) (Block, error) {
	raws := block.Block.Txs
	if len(raws) != len(results.TxsResults) {
		return Block{}, fmt.Errorf("expected results of %d transactions, got %d", len(raws), len(results.TxsResults))
	}
	out := Block{Height: block.Block.Height, Time: block.Block.Time}
	for i, raw := range raws {
		result := results.TxsResults[i]
		tx := Tx{Code: result.Code, GasUsed: result.GasUsed, Bytes: len(raw), Fee: FeeOf(result.Events)}
		// What cannot be decoded has failed; it is in the block all the same.
		if decoded, err := w.decode(raw); err == nil {
			tx.Msgs = decoded.GetMsgs()
			for _, msg := range tx.Msgs {
				tx.Kinds = append(tx.Kinds, kindOf(msg))
			}
		}
		var err error
		if tx.Events, err = eventindex.Typed(result.Events); err != nil {
			return Block{}, fmt.Errorf("transaction %d: %w", i, err)
		}
		out.Txs = append(out.Txs, tx)
	}
	var err error
	out.Events, err = eventindex.Typed(results.FinalizeBlockEvents)
	return out, err
}
