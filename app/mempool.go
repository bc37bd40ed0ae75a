package app

import (
	"bytes"
	"context"

	abci "github.com/cometbft/cometbft/abci/types"

	"github.com/cosmos/cosmos-sdk/client"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	sdkmempool "github.com/cosmos/cosmos-sdk/types/mempool"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/app/mempool"
)

const (
	// poolSize is the number of places of the pool, of mempool.PlaceBytes each and a part of a block's gas
	// (placesPerBlock). That number of the smallest transactions wants nearly the gas of a block, so a pool is full only
	// if there is more work than that. All waiting transactions are rechecked after each block, 0.1 ms for a place.
	poolSize = 5000
	// poolShare is how many transactions may have the same payer or signer.
	poolShare = 16
	// txsPerBlock is how many of the largest transactions that the pool takes fill a block by their gas. One that wants a
	// whole block fits behind no other: it would wait there, and keep others out, without ever paying.
	txsPerBlock = 8
	// placesPerBlock is for how many places there is gas in a block. A message of a game takes one. The more places a
	// transaction takes, the dearer it must be to stay in a full pool: what pays for a block that has no room for it left
	// is then never less than what fills one with the smallest.
	placesPerBlock = 128
)

// limitTxs returns a decoder that refuses oversized transactions before it decodes them, and after that those without a
// fee, and those that have another form than the encoder's. Of a field that comes twice the SDK takes the last: a node
// or a proposer could give a signed transaction another hash, by which its sender does not find it.
func limitTxs(config client.TxConfig) sdk.TxDecoder {
	decode, encode := config.TxDecoder(), config.TxEncoder()
	return func(bz []byte) (sdk.Tx, error) {
		if most := maxBytes(bz); len(bz) > most {
			return nil, sdkerrors.ErrTxTooLarge.Wrapf("expected at most %d bytes, got %d", most, len(bz))
		}
		tx, err := decode(bz)
		if err != nil {
			return nil, err
		}
		raw, ok := tx.(interface{ GetProtoTx() *txtypes.Tx })
		if !ok || raw.GetProtoTx().AuthInfo.GetFee() == nil {
			return nil, sdkerrors.ErrTxDecode.Wrap(errNoFee.Error())
		}
		form, err := encode(tx)
		if err != nil {
			return nil, sdkerrors.ErrTxDecode.Wrap(err.Error())
		}
		if !bytes.Equal(form, bz) {
			return nil, sdkerrors.ErrTxDecode.Wrap("expected each field of the transaction once")
		}
		return tx, nil
	}
}

// terms are the params by which transactions are taken into the pool.
type terms struct {
	auth authtypes.Params
	// blockGas is the block gas limit, 0 for none.
	blockGas uint64
}

// terms returns the terms of the last block.
func (app *App) terms(ctx sdk.Context) terms {
	return terms{
		auth:     app.AccountKeeper.GetParams(ctx),
		blockGas: blockGasLimit(ctx.WithConsensusParams(app.GetConsensusParams(ctx))),
	}
}

// places returns how many places of the pool a transaction takes. It fails if the transaction wants less gas than what
// its size and signatures take, or more than its part of a block's.
func (t terms) places(tx sdk.Tx, size int) (int, error) {
	gas, err := checkedGas(tx, t.auth, size)
	if err != nil {
		return 0, err
	}
	if most := t.blockGas / txsPerBlock; t.blockGas > 0 && gas > most {
		return 0, sdkerrors.ErrInvalidGasLimit.Wrapf(
			"gas limit: expected at most %d, an eighth of a block's, got %d; lower it, or split the messages among transactions",
			most, gas)
	}
	return mempool.Places(size, gas, (t.blockGas+placesPerBlock-1)/placesPerBlock), nil
}

// poolTx returns a transaction as the pool knows it, whose places are not counted yet. It fails if the
// transaction names no payer or signer.
func poolTx(tx sdk.Tx, bz []byte) (waiting mempool.Tx, err error) {
	// The SDK panics when it is asked for the payer of a transaction whose addresses are none.
	defer func() {
		if r := recover(); r != nil {
			err = sdkerrors.ErrTxDecode.Wrapf("read the payer: %v", r)
		}
	}()
	feeTx, ok := tx.(authsigning.Tx)
	if !ok {
		return mempool.Tx{}, sdkerrors.ErrTxDecode.Wrapf("expected a signed transaction, got %T", tx)
	}
	payer := feeTx.FeePayer()
	if granter := feeTx.FeeGranter(); granter != nil {
		payer = granter
	}
	waiting = mempool.Tx{
		Bytes: bz,
		Price: gasPrice(feeTx.GetFee(), feeTx.GetGas()),
		Gas:   feeTx.GetGas(),
		Payer: string(payer),
	}
	if unordered, ok := tx.(sdk.TxWithUnordered); ok && unordered.GetUnordered() {
		return waiting, nil
	}
	signers, err := feeTx.GetSigners()
	if err != nil {
		return mempool.Tx{}, err
	}
	signatures, err := feeTx.GetSignaturesV2()
	if err != nil {
		return mempool.Tx{}, err
	}
	if len(signers) != len(signatures) {
		return mempool.Tx{}, sdkerrors.ErrUnauthorized.Wrapf(
			"signatures: expected %d, got %d", len(signers), len(signatures))
	}
	for i, signer := range signers {
		waiting.Signers = append(waiting.Signers, mempool.Signer{
			Address: string(signer), Sequence: signatures[i].Sequence,
		})
	}
	return waiting, nil
}

// checkTx decides whether a node takes a transaction into its mempool. CometBFT keeps a list of its own; after each
// block it asks again for each transaction in it, and drops those that the pool no longer has.
func (app *App) checkTx(runTx sdk.RunTx, req *abci.RequestCheckTx) (*abci.ResponseCheckTx, error) {
	switch waits := app.pool.Has(req.Tx); {
	case waits:
		return &abci.ResponseCheckTx{}, nil
	case req.Type == abci.CheckTxType_Recheck:
		return refuse(sdkerrors.ErrMempoolIsFull.Wrap("displaced, or no longer valid")), nil
	}
	tx, err := app.TxDecode(req.Tx)
	if err != nil {
		return refuse(err), nil
	}
	waiting, err := app.admit(tx, req.Tx)
	if err != nil {
		return refuse(err), nil
	}
	gas, result, events, err := runTx(req.Tx, tx)
	if err == nil {
		if full := app.pool.Insert(waiting); full != nil {
			err = sdkerrors.ErrMempoolIsFull.Wrap(full.Error())
		}
	}
	if err != nil {
		return sdkerrors.ResponseCheckTxWithEvents(err, gas.GasWanted, gas.GasUsed, events, app.Trace()), nil
	}
	return &abci.ResponseCheckTx{
		GasWanted: int64(gas.GasWanted), //nolint:gosec // bounded by the block gas limit
		GasUsed:   int64(gas.GasUsed),   //nolint:gosec // bounded by the block gas limit
		Log:       result.Log,
		Data:      result.Data,
	}, nil
}

// admit returns a transaction as the pool knows it, if the pool would take it and it wants gas as it may. Signatures
// are verified later: with the price first, a flood of cheap transactions is cheap to refuse, and nothing has been
// written yet, so that a refused one can be sent again with the same sequence.
func (app *App) admit(tx sdk.Tx, bz []byte) (mempool.Tx, error) {
	places, err := app.terms(app.GetContextForCheckTx(bz)).places(tx, len(bz))
	if err != nil {
		return mempool.Tx{}, err
	}
	waiting, err := poolTx(tx, bz)
	if err != nil {
		return mempool.Tx{}, err
	}
	waiting.Places = places
	if err := app.pool.Check(waiting); err != nil {
		return mempool.Tx{}, sdkerrors.ErrMempoolIsFull.Wrap(err.Error())
	}
	return waiting, nil
}

// refuse returns the refusal of a transaction.
func refuse(err error) *abci.ResponseCheckTx {
	return sdkerrors.ResponseCheckTxWithEvents(err, 0, 0, nil, false)
}

// recheck drops the transactions that the last block has made invalid. They include the transactions of the block
// itself, whose sequences and nonces are used up, and those that want too little or too much gas by changed params:
// validators would reject a proposal with one, or it would not fit behind others. It does not depend on CometBFT's
// recheck.
func (app *App) recheck(ctx sdk.Context) {
	waits := app.pool.Reset()
	if len(waits) == 0 {
		return
	}
	terms := app.terms(ctx)
	for _, waiting := range waits {
		tx, err := app.TxDecode(waiting.Bytes)
		if err != nil {
			continue
		}
		if waiting.Places, err = terms.places(tx, len(waiting.Bytes)); err != nil {
			continue
		}
		if _, _, _, err := app.RunTx(sdk.ExecModeReCheck, waiting.Bytes, tx, -1, nil, nil); err != nil {
			continue
		}
		if err := app.pool.Insert(waiting); err != nil {
			app.Logger().Debug("dropped a transaction from the mempool", "err", err)
		}
	}
}

// basePool is BaseApp's view of the pool. BaseApp would insert checked transactions and remove executed ones; here
// checkTx does the first and recheck the second. BaseApp also executes blocks that it then does not commit, and a
// transaction of such a block must not be lost.
type basePool struct{ pool *mempool.Pool }

var _ sdkmempool.Mempool = basePool{}

// Insert does nothing.
func (basePool) Insert(context.Context, sdk.Tx) error { return nil }

// Select returns nothing.
func (basePool) Select(context.Context, [][]byte) sdkmempool.Iterator { return nil }

// CountTx returns how many transactions wait.
func (p basePool) CountTx() int { return p.pool.Len() }

// Remove does nothing.
func (basePool) Remove(sdk.Tx) error { return nil }
