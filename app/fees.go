package app

import (
	"errors"
	gomath "math"

	"cosmossdk.io/math"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/x/auth/ante"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// pricePrecision is the number of parts of a coin's unit in a price per gas. The SDK's own priority is a whole number
// of units, and so the same for all that pay less than 1 for a unit of gas.
const pricePrecision = 1_000_000_000

// gasPrice returns the fee of a transaction for a unit of gas, in parts of pricePrecision. The two fee coins count
// alike and are added up; other coins count nothing.
func gasPrice(fee sdk.Coins, gas uint64) int64 {
	if gas == 0 {
		return 0
	}
	amount := math.ZeroInt()
	for _, coin := range fee {
		counts := coin.Denom == BondDenom || coin.Denom == battleshiptypes.RewardDenom
		if !counts || coin.Amount.IsNil() || !coin.Amount.IsPositive() {
			continue
		}
		if !coin.Amount.IsInt64() {
			return gomath.MaxInt64
		}
		amount = amount.Add(coin.Amount)
	}
	price := amount.MulRaw(pricePrecision).Quo(math.NewIntFromUint64(gas))
	if !price.IsInt64() {
		return gomath.MaxInt64
	}
	return price.Int64()
}

// checkFee returns the fee of a transaction and its price as priority. While a transaction is checked it must pay at
// least one of the prices that the node asks for.
func checkFee(ctx sdk.Context, tx sdk.Tx) (sdk.Coins, int64, error) {
	feeTx, ok := tx.(sdk.FeeTx)
	if !ok {
		return nil, 0, sdkerrors.ErrTxDecode.Wrapf("expected a transaction with a fee, got %T", tx)
	}
	fee, gas := feeTx.GetFee(), feeTx.GetGas()
	if asked := ctx.MinGasPrices(); ctx.IsCheckTx() && !asked.IsZero() {
		required := make(sdk.Coins, len(asked))
		for i, price := range asked {
			amount := price.Amount.MulInt(math.NewIntFromUint64(gas)).Ceil().RoundInt()
			required[i] = sdk.NewCoin(price.Denom, amount)
		}
		if !fee.IsAnyGTE(required) {
			return nil, 0, sdkerrors.ErrInsufficientFee.Wrapf("insufficient fees; got: %s required: %s", fee, required)
		}
	}
	return fee, gasPrice(fee, gas), nil
}

const (
	// MaxTxBytes bounds a transaction. A claim has about a thousand bytes, a proposal with the longest summary twelve
	// thousand.
	MaxTxBytes = 16 << 10
	// MaxRelayBytes bounds a transaction of IBC's own messages alone. A header of a chain of 200 validators has 46,000
	// bytes, and is needed for any packet from there; the largest packet has 34,000.
	MaxRelayBytes = 128 << 10
	// plainTxBytes is the size up to which a byte costs the gas set by the params of x/auth.
	plainTxBytes = 1 << 10
	// largeTxByteCost is the gas of each byte beyond, on top of that. With it no block that is full of bytes costs less
	// than one that is full of gas, and decoding nested messages is paid for.
	largeTxByteCost storetypes.Gas = 40
	// minTxGas is what no transaction can be done for, whatever its size: accounts are read and written, a sequence is
	// counted.
	minTxGas storetypes.Gas = 20_000
	// simulatedFeeGas is the gas of paying a fee, with its bytes, for simulations, which run before a client knows the
	// fee.
	simulatedFeeGas storetypes.Gas = 16_400
)

// largeTxGas returns the extra gas of a large transaction.
func largeTxGas(size int) storetypes.Gas {
	return largeTxByteCost * storetypes.Gas(max(size-plainTxBytes, 0))
}

// requiredGas returns the least gas limit of a transaction: that it exists, its size and its signatures.
func requiredGas(params authtypes.Params, size, signatures int) storetypes.Gas {
	return minTxGas + params.TxSizeCostPerByte*storetypes.Gas(max(size, 0)) + largeTxGas(size) +
		params.SigVerifyCostSecp256k1*storetypes.Gas(max(signatures, 0))
}

// largeTxDecorator charges for the bytes of a large transaction.
type largeTxDecorator struct{}

// AnteHandle charges the gas.
func (largeTxDecorator) AnteHandle(
	ctx sdk.Context, tx sdk.Tx, simulate bool, next sdk.AnteHandler,
) (sdk.Context, error) {
	ctx.GasMeter().ConsumeGas(largeTxGas(len(ctx.TxBytes())), "large transaction")
	return next(ctx, tx, simulate)
}

// simulatedFeeDecorator charges a simulation without a fee for paying one.
type simulatedFeeDecorator struct{}

// AnteHandle charges the gas.
func (simulatedFeeDecorator) AnteHandle(
	ctx sdk.Context, tx sdk.Tx, simulate bool, next sdk.AnteHandler,
) (sdk.Context, error) {
	if feeTx, ok := tx.(sdk.FeeTx); simulate && ok && feeTx.GetFee().IsZero() {
		ctx.GasMeter().ConsumeGas(simulatedFeeGas, "fee of a simulated transaction")
	}
	return next(ctx, tx, simulate)
}

// minLifeBlocks and minLifeTime are how long a transaction must still be valid when a node takes it into its mempool.
// One that no block can hold would take a place there for nothing.
const (
	minLifeBlocks = 2
	minLifeTime   = 15 // seconds after the last block
)

// lifetimeDecorator refuses transactions that time out before a block can include them.
type lifetimeDecorator struct{}

// AnteHandle refuses what times out too soon, while a transaction is checked.
func (lifetimeDecorator) AnteHandle(
	ctx sdk.Context, tx sdk.Tx, simulate bool, next sdk.AnteHandler,
) (sdk.Context, error) {
	timed, ok := tx.(ante.TxWithTimeoutHeight)
	if !ok || simulate || !ctx.IsCheckTx() || ctx.BlockHeight() == 0 {
		return next(ctx, tx, simulate)
	}
	blocks, seconds := int64(minLifeBlocks), int64(minLifeTime)
	if ctx.IsReCheckTx() {
		blocks, seconds = 1, 0
	}
	height := timed.GetTimeoutHeight()
	if least := ctx.BlockHeight() + blocks; height > 0 && height < uint64(max(least, 0)) {
		return ctx, sdkerrors.ErrTxTimeoutHeight.Wrapf(
			"timeout height: expected at least %d, so that a block can hold the transaction, got %d", least, height)
	}
	until, last := timed.GetTimeoutTimeStamp(), ctx.BlockTime()
	if !until.IsZero() && until.Unix() != 0 && until.Unix() < last.Unix()+seconds {
		return ctx, sdkerrors.ErrTxTimeout.Wrapf(
			"timeout: expected at least %d seconds after the last block, which is of %s, got %s",
			seconds, last.UTC(), until.UTC())
	}
	return next(ctx, tx, simulate)
}

// errNoFee is returned for a transaction without a fee field: the SDK panics when it asks for the gas limit.
var errNoFee = errors.New("the transaction has no gas limit")
