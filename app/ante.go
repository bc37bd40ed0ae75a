package app

import (
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/auth/ante"
)

// newAnteHandler returns the checks that each transaction passes before its messages run: size, fee, signatures,
// sequence or unordered nonce. It only ever adds cost. What a message may do is checked by the message's handler,
// because messages that arrive through authz or governance never pass here.
func (app *App) newAnteHandler() (sdk.AnteHandler, error) {
	return ante.NewAnteHandler(ante.HandlerOptions{
		AccountKeeper:   app.AccountKeeper,
		BankKeeper:      app.BankKeeper,
		FeegrantKeeper:  app.FeeGrantKeeper,
		SignModeHandler: app.txConfig.SignModeHandler(),
		SigGasConsumer:  ante.DefaultSigVerificationGasConsumer,
		SigVerifyOptions: []ante.SigVerificationDecoratorOption{
			ante.WithUnorderedTxGasCost(ante.DefaultUnorderedTxGasCost),
			ante.WithMaxUnorderedTxTimeoutDuration(ante.DefaultMaxTimeoutDuration),
		},
	})
}
