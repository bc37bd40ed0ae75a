package app

import (
	"context"
	"errors"
	"fmt"

	abci "github.com/cometbft/cometbft/abci/types"
	cmttypes "github.com/cometbft/cometbft/types"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/app/mempool"
)

// blockLimits are the limits of a block.
type blockLimits struct {
	// gas bounds the sum of the transactions' gas limits. It is 0 for no bound.
	gas uint64
	// bytes bounds the sum of their sizes as the block encodes them.
	bytes uint64
}

// blockLoad is the part of a block's limits used so far.
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

// addTx is add for a transaction that waits.
func (b blockLoad) addTx(tx mempool.Tx, limits blockLimits) (blockLoad, bool) {
	bytes := cmttypes.ComputeProtoSizeForTxs([]cmttypes.Tx{tx.Bytes})
	return b.add(tx.Gas, uint64(max(bytes, 0)), limits)
}

// blockGasLimit returns the consensus params' block gas limit, 0 for none.
func blockGasLimit(ctx sdk.Context) uint64 {
	block := ctx.ConsensusParams().Block
	if block == nil || block.MaxGas <= 0 {
		return 0
	}
	return uint64(block.MaxGas)
}

// checkedGas returns the gas limit of a transaction, or an error if that is less than what its size and signatures
// take.
func checkedGas(tx sdk.Tx, params authtypes.Params, size int) (uint64, error) {
	signed, ok := tx.(authsigning.Tx)
	if !ok {
		return 0, fmt.Errorf("expected a signed transaction, got %T", tx)
	}
	keys, err := signed.GetPubKeys()
	if err != nil {
		return 0, err
	}
	gas, least := signed.GetGas(), requiredGas(params, size, len(keys))
	if gas < least {
		return 0, sdkerrors.ErrInvalidGasLimit.Wrapf(
			"gas limit: expected at least %d for a transaction of %d bytes and %d signatures, got %d",
			least, size, len(keys), gas)
	}
	return gas, nil
}

// proposalHandler makes and judges proposals. The block gas limit is enforced here and nowhere else: BaseApp keeps no
// block gas meter. A validator that packed more work into a block than the limits allow could otherwise slow all others
// down past their timeouts.
type proposalHandler struct {
	logger log.Logger
	decode sdk.TxDecoder
	// params returns the params of x/auth.
	params func(context.Context) authtypes.Params
	// pool holds the transactions to choose from.
	pool *mempool.Pool
	// beginBlock runs the steps before the transactions of a block.
	beginBlock sdk.BeginBlocker
	// ante and router execute transactions.
	ante   sdk.AnteHandler
	router *baseapp.MsgServiceRouter
}

// prepare fills a proposal that every other validator's process accepts, with the transactions that pay most per gas.
// Where not all fit, each is executed first, on the state that it will find in the block, and takes no room if it does
// not pay: transactions of an account that an earlier one has emptied would otherwise fill blocks for nothing.
func (h proposalHandler) prepare(
	ctx sdk.Context, req *abci.RequestPrepareProposal,
) (*abci.ResponsePrepareProposal, error) {
	limits := blockLimits{gas: blockGasLimit(ctx), bytes: uint64(max(req.MaxTxBytes, 0))}
	waiting := h.pool.Best()
	res := &abci.ResponsePrepareProposal{}
	if fits(waiting, limits) {
		for _, tx := range waiting {
			res.Txs = append(res.Txs, tx.Bytes)
		}
		return res, nil
	}
	begun, executes := h.begin(ctx)
	// A transaction with a sequence waits for its signers' earlier ones.
	passed := make(map[string]bool)
	var load blockLoad
	for _, tx := range waiting {
		after, ok := load.addTx(tx, limits)
		if !ok || passesAny(passed, tx.Signers) || (executes && !h.pays(begun, tx.Bytes)) {
			for _, signer := range tx.Signers {
				passed[signer.Address] = true
			}
			continue
		}
		load, res.Txs = after, append(res.Txs, tx.Bytes)
	}
	return res, nil
}

// fits reports whether all transactions fit into a block together.
func fits(txs []mempool.Tx, limits blockLimits) bool {
	var load blockLoad
	for _, tx := range txs {
		var ok bool
		if load, ok = load.addTx(tx, limits); !ok {
			return false
		}
	}
	return true
}

// passesAny reports whether one of the signers is marked.
func passesAny(passed map[string]bool, signers []mempool.Signer) bool {
	for _, signer := range signers {
		if passed[signer.Address] {
			return true
		}
	}
	return false
}

// begin returns the state before the block's first transaction, and whether it is known. Accounts are richer there: the
// last block's fees and the minted coins are rewards of delegators by then, and a transaction that empties an account
// may fail without them. Upgrades are not run, because a rejected proposal does not undo them.
func (h proposalHandler) begin(ctx sdk.Context) (begun sdk.Context, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			h.logger.Error("a proposal is made without executing it: the beginning of the block panicked", "panic", r)
			begun, ok = ctx, false
		}
	}()
	begun, _ = ctx.CacheContext()
	if _, err := h.beginBlock(begun); err != nil {
		h.logger.Error("a proposal is made without executing it: the beginning of the block failed", "err", err)
		return ctx, false
	}
	return begun, true
}

// pays executes a transaction on the state of a proposal, and reports whether it pays its fee there. What its messages
// do stays, so that the next transaction sees it. Signatures were verified when it came.
func (h proposalHandler) pays(ctx sdk.Context, bz []byte) (paid bool) {
	defer func() {
		if r := recover(); r != nil {
			// A message that runs out of gas panics, and has paid for it.
			h.logger.Debug("a transaction of the proposal panicked", "paid", paid, "panic", r)
		}
	}()
	tx, err := h.decode(bz)
	if err != nil {
		return false
	}
	base := ctx.WithTxBytes(bz).WithIsSigverifyTx(false).WithGasMeter(storetypes.NewInfiniteGasMeter()).
		WithEventManager(sdk.NewEventManager())
	anteCtx, keepFee := base.CacheContext()
	after, err := h.ante(anteCtx, tx, false)
	if err != nil {
		return false
	}
	keepFee()
	paid = true
	msgCtx, keepAll := after.WithMultiStore(base.MultiStore()).CacheContext()
	for _, msg := range tx.GetMsgs() {
		handler := h.router.Handler(msg)
		if handler == nil {
			return paid
		}
		if _, err := handler(msgCtx, msg); err != nil {
			return paid
		}
	}
	keepAll()
	return paid
}

// process accepts a proposal whose transactions all decode, each want at least the gas of their size and signatures,
// and together no more than the block gas limit.
func (h proposalHandler) process(
	ctx sdk.Context, req *abci.RequestProcessProposal,
) (*abci.ResponseProcessProposal, error) {
	if err := h.check(ctx, req.Txs); err != nil {
		h.logger.Error("rejected a proposal", "height", req.Height, "err", err)
		return &abci.ResponseProcessProposal{Status: abci.ResponseProcessProposal_REJECT}, nil
	}
	return &abci.ResponseProcessProposal{Status: abci.ResponseProcessProposal_ACCEPT}, nil
}

// errBlockFull refuses a proposal over the limits of a block.
var errBlockFull = errors.New("the block is over its limits")

// check returns an error unless one block may hold the transactions.
func (h proposalHandler) check(ctx sdk.Context, txs [][]byte) error {
	// CometBFT itself bounds the bytes of a block.
	limits := blockLimits{gas: blockGasLimit(ctx), bytes: cmttypes.MaxBlockSizeBytes}
	params := h.params(ctx)
	var load blockLoad
	for i, bz := range txs {
		tx, err := h.decode(bz)
		if err != nil {
			return fmt.Errorf("transaction %d does not decode: %w", i, err)
		}
		gas, err := checkedGas(tx, params, len(bz))
		if err != nil {
			return fmt.Errorf("transaction %d: %w", i, err)
		}
		var ok bool
		if load, ok = load.add(gas, uint64(len(bz)), limits); !ok {
			return fmt.Errorf("transaction %d: %w: expected at most %d gas, got %d after %d",
				i, errBlockFull, limits.gas, gas, load.gas)
		}
	}
	return nil
}
