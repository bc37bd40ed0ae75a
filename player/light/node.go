package light

import (
	"context"
	"fmt"

	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	cmttypes "github.com/cometbft/cometbft/types"

	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/light/proof"
)

// Node is the part of a node's RPC that proofs come from.
type Node interface {
	ABCIInfo(ctx context.Context) (*coretypes.ResultABCIInfo, error)
	ABCIQueryWithOptions(
		ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
	) (*coretypes.ResultABCIQuery, error)
	Commit(ctx context.Context, height *int64) (*coretypes.ResultCommit, error)
	Validators(ctx context.Context, height *int64, page, perPage *int) (*coretypes.ResultValidators, error)
}

// storePath is where a node is asked for a key of the module's store.
const storePath = "/store/" + storeproof.StoreName + "/key"

// maxValidators is more validators than a chain of CometBFT has.
const maxValidators = 10_000

// Newest asks a node for its last block.
func Newest(ctx context.Context, n Node) (int64, error) {
	info, err := n.ABCIInfo(ctx)
	if err != nil {
		return 0, fmt.Errorf("last block of the node: %w", err)
	}
	return info.Response.LastBlockHeight, nil
}

// Block asks a node for a header, its commit and its validators. Nothing of them is verified. Known are validators that
// need not be asked for if the header has their hash; they may be nil.
func Block(ctx context.Context, n Node, height int64, known *cmttypes.ValidatorSet) (*cmttypes.LightBlock, error) {
	res, err := n.Commit(ctx, &height)
	if err != nil {
		return nil, fmt.Errorf("header of block %d: %w", height, err)
	}
	header := res.SignedHeader
	if header.Header == nil || header.Commit == nil || header.Height != height {
		return nil, fmt.Errorf("%w: expected the header of block %d with its commit, got another", storeproof.ErrMalformed,
			height)
	}
	if known != nil && string(known.Hash()) == string(header.ValidatorsHash) {
		return &cmttypes.LightBlock{SignedHeader: &header, ValidatorSet: known}, nil
	}
	var all []*cmttypes.Validator
	for page, perPage := 1, 100; ; page++ {
		res, err := n.Validators(ctx, &height, &page, &perPage)
		if err != nil {
			return nil, fmt.Errorf("validators of block %d: %w", height, err)
		}
		if all = append(all, res.Validators...); len(all) >= res.Total {
			break
		}
		if len(res.Validators) == 0 || len(all) > maxValidators {
			return nil, fmt.Errorf("%w: expected %d validators of block %d, got %d", storeproof.ErrMalformed, res.Total, height,
				len(all))
		}
	}
	set, err := proof.Validators(all)
	if err != nil {
		return nil, fmt.Errorf("validators of block %d: %w", height, err)
	}
	return &cmttypes.LightBlock{SignedHeader: &header, ValidatorSet: set}, nil
}

// Item asks a node for the value of a key after a block, with the proof. It verifies nothing.
func Item(ctx context.Context, n Node, height int64, key []byte) (storeproof.Item, error) {
	res, err := n.ABCIQueryWithOptions(ctx, storePath, key, rpcclient.ABCIQueryOptions{Height: height, Prove: true})
	if err != nil {
		return storeproof.Item{}, fmt.Errorf("record %X after block %d: %w", key, height, err)
	}
	answer := res.Response
	if answer.IsErr() {
		return storeproof.Item{}, fmt.Errorf("record %X after block %d: %w: %s", key, height, ErrNoState, answer.Log)
	}
	return proof.Item(key, answer.Value, answer.ProofOps), nil
}
