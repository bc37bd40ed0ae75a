package app

import (
	errorsmod "cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/x/auth/ante"
)

// newAnteHandler returns the checks that each transaction passes before its messages run: time, size, fee, signatures,
// sequence or unordered nonce. It only ever adds cost. The permissions of a message are checked by its handler, because
// messages that arrive through authz, governance or an interchain account never pass here. The order is the SDK's, with
// this chain's own checks between. A node also refuses packets that another relayer has delivered already, after the
// signatures, because that check reads and verifies much.
func (app *App) newAnteHandler() sdk.AnteHandler {
	accounts := app.AccountKeeper
	return sdk.ChainAnteDecorators(
		ante.NewSetUpContextDecorator(),
		firstBlockDecorator{app},
		ante.NewExtensionOptionsDecorator(nil),
		ante.NewValidateBasicDecorator(),
		ante.NewTxTimeoutHeightDecorator(),
		lifetimeDecorator{},
		ante.NewValidateMemoDecorator(accounts),
		ante.NewConsumeGasForTxSizeDecorator(accounts),
		largeTxDecorator{},
		ante.NewDeductFeeDecorator(accounts, app.BankKeeper, app.FeeGrantKeeper, checkFee),
		simulatedFeeDecorator{},
		ante.NewSetPubKeyDecorator(accounts),
		ante.NewValidateSigCountDecorator(accounts),
		ante.NewSigGasConsumeDecorator(accounts, signatureGas),
		ante.NewSigVerificationDecorator(
			accounts,
			app.txConfig.SignModeHandler(),
			ante.WithUnorderedTxGasCost(ante.DefaultUnorderedTxGasCost),
			ante.WithMaxUnorderedTxTimeoutDuration(ante.DefaultMaxTimeoutDuration),
		),
		ante.NewIncrementSequenceDecorator(accounts),
		redundantRelay(app.IBCKeeper),
		simulatedBlockDecorator{},
	)
}

// simulatedBlockDecorator runs the messages of a simulation at the height of the next block, the first that can include
// them. BaseApp simulates at the last height: a deadline met there may be missed in the next block, and a message that
// must wait for a later block would fail.
type simulatedBlockDecorator struct{}

// AnteHandle raises the height that the messages see.
func (simulatedBlockDecorator) AnteHandle(
	ctx sdk.Context, tx sdk.Tx, simulate bool, next sdk.AnteHandler,
) (sdk.Context, error) {
	if simulate {
		ctx = ctx.WithBlockHeight(ctx.BlockHeight() + 1)
	}
	return next(ctx, tx, simulate)
}

// firstBlockDecorator refuses transactions while a restarted node waits for its first block. Until then BaseApp checks
// them in a context without height and time, in which a valid signature is that of another account number. The error
// is sdkerrors.ErrInvalidHeight, with which BaseApp refuses queries before the first block of a chain; no other check
// of a transaction returns it.
type firstBlockDecorator struct{ app *App }

// AnteHandle refuses what comes before the first block.
func (d firstBlockDecorator) AnteHandle(
	ctx sdk.Context, tx sdk.Tx, simulate bool, next sdk.AnteHandler,
) (sdk.Context, error) {
	if ctx.BlockHeight() == 0 && d.app.LastBlockHeight() > 0 {
		return ctx, errorsmod.Wrapf(sdkerrors.ErrInvalidHeight, "%s is not ready; please wait for first block", d.app.Name())
	}
	return next(ctx, tx, simulate)
}
