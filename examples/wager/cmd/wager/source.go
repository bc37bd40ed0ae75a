package main

import (
	"context"
	"fmt"
	"time"

	rpcclient "github.com/cometbft/cometbft/rpc/client"
	rpchttp "github.com/cometbft/cometbft/rpc/client/http"
	cmttypes "github.com/cometbft/cometbft/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	commitmenttypes "github.com/cosmos/ibc-go/v11/modules/core/23-commitment/types"
	ibctm "github.com/cosmos/ibc-go/v11/modules/light-clients/07-tendermint"

	"github.com/battleship-chain/battleship/interchain/storeproof"
)

const (
	// unbonding is how long stake unbonds on the battleship chain. Headers are trusted for two thirds of it.
	unbonding = 21 * 24 * time.Hour
	trusting  = unbonding * 2 / 3
	drift     = 10 * time.Second
	// poll is the time between two questions.
	poll = 100 * time.Millisecond
)

// source is a node of the battleship chain. The wager chain accepts nothing from it without a proof.
type source struct {
	rpc   *rpchttp.HTTP
	chain string
	// trusted is the height of the header that the light client trusts first.
	trusted int64
}

func newSource(ctx context.Context, node string) (*source, error) {
	rpc, err := rpchttp.New(node, "/websocket")
	if err != nil {
		return nil, err
	}
	status, err := rpc.Status(ctx)
	if err != nil {
		return nil, fmt.Errorf("node %s: %w", node, err)
	}
	return &source{rpc: rpc, chain: status.NodeInfo.Network, trusted: status.SyncInfo.LatestBlockHeight}, nil
}

// height is a block of the chain as IBC names it.
func (s *source) height(block int64) clienttypes.Height {
	return clienttypes.NewHeight(clienttypes.ParseChainID(s.chain), uint64(block))
}

// block returns a header, its commit and its validators.
func (s *source) block(ctx context.Context, height int64) (*cmttypes.LightBlock, error) {
	commit, err := s.rpc.Commit(ctx, &height)
	if err != nil {
		return nil, fmt.Errorf("header of block %d: %w", height, err)
	}
	set, err := s.validators(ctx, height)
	if err != nil {
		return nil, err
	}
	return &cmttypes.LightBlock{SignedHeader: &commit.SignedHeader, ValidatorSet: set}, nil
}

// validators returns those of a block, at most 100.
func (s *source) validators(ctx context.Context, height int64) (*cmttypes.ValidatorSet, error) {
	page, most := 1, 100
	res, err := s.rpc.Validators(ctx, &height, &page, &most)
	if err != nil {
		return nil, fmt.Errorf("validators of block %d: %w", height, err)
	}
	return cmttypes.ValidatorSetFromExistingValidators(res.Validators)
}

// createClient returns the message that makes a light client, which trusts the newest header.
func (s *source) createClient(ctx context.Context, signer string) (*clienttypes.MsgCreateClient, error) {
	block, err := s.block(ctx, s.trusted)
	if err != nil {
		return nil, err
	}
	return clienttypes.NewMsgCreateClient(
		ibctm.NewClientState(s.chain, ibctm.DefaultTrustLevel, trusting, unbonding, drift, s.height(s.trusted),
			commitmenttypes.GetSDKSpecs(), []string{"upgrade", "upgradedIBCState"}),
		ibctm.NewConsensusState(block.Time, commitmenttypes.NewMerkleRoot(block.AppHash), block.NextValidatorsHash),
		signer,
	)
}

// updateClient returns the message that brings the light client a later header.
func (s *source) updateClient(
	ctx context.Context, client string, height int64, signer string,
) (*clienttypes.MsgUpdateClient, error) {
	block, err := s.block(ctx, height)
	if err != nil {
		return nil, err
	}
	signed, err := block.ToProto()
	if err != nil {
		return nil, err
	}
	known, err := s.validators(ctx, s.trusted+1)
	if err != nil {
		return nil, err
	}
	trusted, err := known.ToProto()
	if err != nil {
		return nil, err
	}
	header := &ibctm.Header{
		SignedHeader: signed.SignedHeader, ValidatorSet: signed.ValidatorSet, TrustedHeight: s.height(s.trusted),
		TrustedValidators: trusted,
	}
	return clienttypes.NewMsgUpdateClient(client, header, signer)
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
