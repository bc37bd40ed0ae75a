package main

import (
	"context"
	"fmt"
	"time"

	rpcclient "github.com/cometbft/cometbft/rpc/client"
	rpchttp "github.com/cometbft/cometbft/rpc/client/http"

	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/internal/lightclient"
)

// poll is the time between two questions.
const poll = 100 * time.Millisecond

// source is a node of the battleship chain. The wager chain accepts nothing from it without a proof.
type source struct {
	*lightclient.Source

	rpc *rpchttp.HTTP
}

// newSource connects to a node.
func newSource(ctx context.Context, node string) (*source, error) {
	rpc, err := rpchttp.New(node, "/websocket")
	if err != nil {
		return nil, err
	}
	status, err := rpc.Status(ctx)
	if err != nil {
		return nil, fmt.Errorf("node %s: %w", node, err)
	}
	s := &source{rpc: rpc}
	s.Source, err = lightclient.New(ctx, rpc, status.NodeInfo.Network, status.SyncInfo.LatestBlockHeight)
	return s, err
}

// item returns the result of a game after a block, or the last one if that is 0, with its proof.
func (s *source) item(ctx context.Context, game uint64, after int64) (storeproof.Item, error) {
	key := storeproof.KindResult.Key(game)
	res, err := s.rpc.ABCIQueryWithOptions(ctx, "/store/"+storeproof.StoreName+"/key", key,
		rpcclient.ABCIQueryOptions{Height: after, Prove: after > 0})
	if err != nil {
		return storeproof.Item{}, fmt.Errorf("result of game %d: %w", game, err)
	}
	if res.Response.IsErr() {
		return storeproof.Item{}, fmt.Errorf("result of game %d after block %d: %s", game, after, res.Response.Log)
	}
	item := storeproof.Item{Key: key, Value: res.Response.Value}
	for _, op := range res.Response.ProofOps.GetOps() {
		item.Proof = append(item.Proof, storeproof.Step(op))
	}
	return item, nil
}

// result waits for the end of a game, and for the block after it. It returns the result with the proof whose root is in
// that block.
func (s *source) result(ctx context.Context, game uint64) (storeproof.Item, storeproof.Result, error) {
	for {
		item, err := s.item(ctx, game, 0)
		if err != nil {
			return storeproof.Item{}, storeproof.Result{}, err
		}
		if len(item.Value) > 0 {
			result, err := storeproof.ParseResult(item.Value)
			if err != nil {
				return storeproof.Item{}, storeproof.Result{}, err
			}
			for {
				status, err := s.rpc.Status(ctx)
				if err != nil {
					return storeproof.Item{}, storeproof.Result{}, err
				}
				if status.SyncInfo.LatestBlockHeight > result.EndedHeight {
					break
				}
				if err := sleep(ctx); err != nil {
					return storeproof.Item{}, storeproof.Result{}, err
				}
			}
			item, err = s.item(ctx, game, result.EndedHeight)
			return item, result, err
		}
		if err := sleep(ctx); err != nil {
			return storeproof.Item{}, storeproof.Result{}, err
		}
	}
}

// sleep waits until the next question.
func sleep(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(poll):
		return nil
	}
}
