package env

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
)

// maxNote is how long a note may be in bytes: the chain takes no longer ones.
const maxNote = 256

// SendOptions are the flags' options for sending, except for the key.
func SendOptions(cmd *cobra.Command, cctx sdkclient.Context) (o client.Options, err error) {
	f := cmd.Flags()
	o.GasPrices = ValueOf[string](f, flags.FlagGasPrices)
	o.GasAdjustment = ValueOf[float64](f, flags.FlagGasAdjustment)
	o.Note = ValueOf[string](f, flags.FlagNote)
	if len(o.Note) > maxNote {
		return o, fmt.Errorf("--%s: expected at most %d bytes, got %d", flags.FlagNote, maxNote, len(o.Note))
	}
	if o.Gas, err = gasFlag(cmd); err != nil {
		return o, err
	}
	if o.Fees, err = feesFlag(cmd); err != nil {
		return o, err
	}
	if o.Fees != nil && o.GasPrices != "" {
		return o, fmt.Errorf("expected --%s or --%s, got both", flags.FlagFees, flags.FlagGasPrices)
	}
	if granter := ValueOf[string](f, flags.FlagFeeGranter); granter != "" {
		if o.FeeGranter, err = addressIn(cctx.Keyring, granter); err != nil {
			return o, fmt.Errorf("--%s: %w", flags.FlagFeeGranter, err)
		}
	}
	o.Unsigned = unsigned(cmd)
	return o, nil
}

// gasFlag is the value of --gas, or 0 for auto.
func gasFlag(cmd *cobra.Command) (uint64, error) {
	text := ValueOf[string](cmd.Flags(), flags.FlagGas)
	if text == "" || text == flags.GasFlagAuto {
		return 0, nil
	}
	gas, err := strconv.ParseUint(text, 10, 64)
	if err != nil || gas == 0 {
		return 0, fmt.Errorf("--%s: expected %s or a number from 1, got %q", flags.FlagGas, flags.GasFlagAuto, text)
	}
	return gas, nil
}

// feesFlag is the value of --fees, or nil for none.
func feesFlag(cmd *cobra.Command) (sdk.Coins, error) {
	text := ValueOf[string](cmd.Flags(), flags.FlagFees)
	if text == "" {
		return nil, nil
	}
	coin, err := session.ParseCoin(text)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flags.FlagFees, err)
	}
	return sdk.NewCoins(coin), nil
}

// unsigned reports whether the command is to write its transaction and send nothing.
func unsigned(cmd *cobra.Command) bool { return ValueOf[bool](cmd.Flags(), flags.FlagGenerateOnly) }
