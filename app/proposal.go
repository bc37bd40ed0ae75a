package app

import (
	"context"
	"fmt"
	"math"

	abci "github.com/cometbft/cometbft/abci/types"
	cmttypes "github.com/cometbft/cometbft/types"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/mempool"
)

// blockLimits is what one block may hold.
type blockLimits struct {
	// gas bounds the sum of the transactions' gas limits; 0 for no bound.
	gas uint64
	// bytes bounds the sum of their sizes as the block encodes them.
	bytes uint64
}

// blockLoad is what a block holds so far.
type blockLoad struct{ gas, bytes uint64 }

// add returns the load with one more transaction, and whether it is within the limits. It compares by subtraction,
// because a gas limit is any number up to 2^64-1 and a sum could wrap.
func (b blockLoad) add(gas, bytes uint64, limits blockLimits) (blockLoad, bool) {
	if limits.gas > 0 && (gas > limits.gas || b.gas > limits.gas-gas) {
		return b, false
	}
	if bytes > limits.bytes || b.bytes > limits.bytes-bytes {
		return b, false
	}
	return blockLoad{gas: b.gas + gas, bytes: b.bytes + bytes}, true
}

// blockGasLimit returns the consensus params' block gas limit, 0 for none.
func blockGasLimit(ctx sdk.Context) uint64 {
	block := ctx.ConsensusParams().Block
	if block == nil || block.MaxGas <= 0 {
		return 0
	}
	return uint64(block.MaxGas)
}

// proposalHandler makes and judges proposals. The block gas limit is enforced here and nowhere else: BaseApp keeps no
// block gas meter, and with CometBFT's own mempool its default handler accepts any proposal. A validator that packed
// more work into a block than the limit allows could otherwise slow all others down past their timeouts.
type proposalHandler struct {
	logger log.Logger
	decode sdk.TxDecoder
	// appMempool tells that transactions wait in the application's mempool instead of CometBFT's.
	appMempool bool
	// prepareNext and processNext are the SDK's handlers, which know the application's mempool.
	prepareNext sdk.PrepareProposalHandler
	processNext sdk.ProcessProposalHandler
}

// newProposalHandler returns the handler for an application with a mempool.
func newProposalHandler(
	logger log.Logger, decode sdk.TxDecoder, pool mempool.Mempool, verifier baseapp.ProposalTxVerifier,
) proposalHandler {
	_, none := pool.(mempool.NoOpMempool)
	next := baseapp.NewDefaultProposalHandler(pool, verifier)
	next.SetTxSelector(&txSelector{})
	return proposalHandler{
		logger:      logger,
		decode:      decode,
		appMempool:  pool != nil && !none,
		prepareNext: next.PrepareProposalHandler(),
		processNext: next.ProcessProposalHandler(),
	}
}

// prepare fills a proposal that every other validator's process accepts.
func (h proposalHandler) prepare(
	ctx sdk.Context, req *abci.RequestPrepareProposal,
) (*abci.ResponsePrepareProposal, error) {
	if h.appMempool {
		return h.prepareNext(ctx, req)
	}
	// The SDK's handler would give up at the first transaction that does not decode, and BaseApp then proposes all of
	// them unchecked. None passes CheckTx, but one may be left over from before an upgrade.
	maxBytes := uint64(max(req.MaxTxBytes, 0))
	var selector txSelector
	for _, bz := range req.Txs {
		tx, err := h.decode(bz)
		if err != nil {
			h.logger.Info("left a transaction out of the proposal", "height", req.Height, "err", err)
			continue
		}
		if selector.SelectTxForProposal(ctx, maxBytes, blockGasLimit(ctx), tx, bz) {
			break
		}
	}
	return &abci.ResponsePrepareProposal{Txs: selector.selected}, nil
}

// process accepts a proposal whose transactions all decode and together want no more gas than the block gas limit, if
// the SDK's check accepts it too.
func (h proposalHandler) process(
	ctx sdk.Context, req *abci.RequestProcessProposal,
) (*abci.ResponseProcessProposal, error) {
	if err := h.check(ctx, req.Txs); err != nil {
		h.logger.Error("rejected a proposal", "height", req.Height, "err", err)
		return &abci.ResponseProcessProposal{Status: abci.ResponseProcessProposal_REJECT}, nil
	}
	return h.processNext(ctx, req)
}

// check returns why the transactions may not stand in one block, nil if they may.
func (h proposalHandler) check(ctx sdk.Context, txs [][]byte) error {
	// CometBFT itself bounds the bytes of a block.
	limits := blockLimits{gas: blockGasLimit(ctx), bytes: cmttypes.MaxBlockSizeBytes}
	var load blockLoad
	for i, bz := range txs {
		tx, err := h.decode(bz)
		if err != nil {
			return fmt.Errorf("transaction %d does not decode: %w", i, err)
		}
		gasTx, ok := tx.(baseapp.GasTx)
		if !ok {
			return fmt.Errorf("transaction %d: expected a gas limit, got %T", i, tx)
		}
		gas := gasTx.GetGas()
		if load, ok = load.add(gas, uint64(len(bz)), limits); !ok {
			return fmt.Errorf("transaction %d: expected at most %d gas in a block, got %d after %d",
				i, limits.gas, gas, load.gas)
		}
	}
	return nil
}

// txSelector selects transactions first come, first served. It passes over one that would not fit into an empty block
// and stops at the first that does not fit into what is left: whatever comes later may be by the same sender and depend
// on it, and it heads the next block.
type txSelector struct {
	load     blockLoad
	selected [][]byte
}

var _ baseapp.TxSelector = (*txSelector)(nil)

// SelectedTxs returns the transactions selected so far.
func (s *txSelector) SelectedTxs(context.Context) [][]byte {
	return append([][]byte(nil), s.selected...)
}

// Clear makes the selector ready for the next proposal.
func (s *txSelector) Clear() { *s = txSelector{} }

// SelectTxForProposal takes a transaction if it fits, and tells whether the block is full.
func (s *txSelector) SelectTxForProposal(_ context.Context, maxBytes, maxGas uint64, tx sdk.Tx, bz []byte) bool {
	limits := blockLimits{bytes: maxBytes, gas: maxGas}
	if maxGas > math.MaxInt64 {
		limits.gas = 0 // the SDK hands over the consensus params' -1, which means no limit, as an unsigned number
	}
	gasTx, ok := tx.(baseapp.GasTx)
	if !ok {
		return false
	}
	gas := gasTx.GetGas()
	bytes := uint64(cmttypes.ComputeProtoSizeForTxs([]cmttypes.Tx{bz})) //nolint:gosec // a size is not negative
	if _, ok := (blockLoad{}).add(gas, bytes, limits); !ok {
		return false
	}
	load, ok := s.load.add(gas, bytes, limits)
	if !ok {
		return true
	}
	s.load, s.selected = load, append(s.selected, bz)
	return false
}
