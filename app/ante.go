package app

import (
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/auth/ante"
)

// newAnteHandler returns the checks that each transaction passes before its messages run: time, size, fee, signatures,
// sequence or unordered nonce. It only ever adds cost. What a message may do is checked by the message's handler,
// because messages that arrive through authz or governance never pass here. The order is the SDK's, with this chain's
// own checks between.
func (app *App) newAnteHandler() sdk.AnteHandler {
	accounts := app.AccountKeeper
	return sdk.ChainAnteDecorators(
		ante.NewSetUpContextDecorator(),
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
	)
}
