package app

import (
	"cosmossdk.io/errors"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	"github.com/cosmos/cosmos-sdk/x/auth/ante"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/app/signatures"
)

// signatureGas charges the SDK's gas for the check of a signature, and returns ErrUnauthorized for a signature on which
// nodes of different builds could differ.
func signatureGas(meter storetypes.GasMeter, sig signing.SignatureV2, params authtypes.Params) error {
	if err := ante.DefaultSigVerificationGasConsumer(meter, sig, params); err != nil {
		return err
	}
	if !signatures.Canonical(sig.PubKey, sig.Data) {
		return errors.Wrap(sdkerrors.ErrUnauthorized, "signature: R or S is not below the order of secp256k1")
	}
	return nil
}
