package cli

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

// sendOptions are the flags' options for sending, except for the key.
func sendOptions(cmd *cobra.Command, cctx sdkclient.Context) (o client.Options, err error) {
	f := cmd.Flags()
	if o.GasPrices, err = f.GetString(flags.FlagGasPrices); err != nil {
		return o, err
	}
	if o.GasAdjustment, err = f.GetFloat64(flags.FlagGasAdjustment); err != nil {
		return o, err
	}
	if o.Note, err = f.GetString(flags.FlagNote); err != nil {
		return o, err
	}
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
	granter, err := f.GetString(flags.FlagFeeGranter)
	if err != nil {
		return o, err
	}
	if granter != "" {
		if o.FeeGranter, err = addressIn(cctx.Keyring, granter); err != nil {
			return o, fmt.Errorf("--%s: %w", flags.FlagFeeGranter, err)
		}
	}
	if f.Lookup(flags.FlagGenerateOnly) != nil {
		o.Unsigned, err = f.GetBool(flags.FlagGenerateOnly)
	}
	return o, err
}

// gasFlag is the value of --gas, or 0 for auto.
func gasFlag(cmd *cobra.Command) (uint64, error) {
	text, err := cmd.Flags().GetString(flags.FlagGas)
	if err != nil || text == "" || text == flags.GasFlagAuto {
		return 0, err
	}
	gas, err := strconv.ParseUint(text, 10, 64)
	if err != nil || gas == 0 {
		return 0, fmt.Errorf("--%s: expected %s or a number from 1, got %q", flags.FlagGas, flags.GasFlagAuto, text)
	}
	return gas, nil
}

// feesFlag is the value of --fees, or nil for none.
func feesFlag(cmd *cobra.Command) (sdk.Coins, error) {
	text, err := cmd.Flags().GetString(flags.FlagFees)
	if err != nil || text == "" {
		return nil, err
	}
	coin, err := session.ParseCoin(text)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flags.FlagFees, err)
	}
	return sdk.NewCoins(coin), nil
}

// unsigned reports whether the command is to write its transaction and send nothing.
func unsigned(cmd *cobra.Command) bool {
	if cmd.Flags().Lookup(flags.FlagGenerateOnly) == nil {
		return false
	}
	only, err := cmd.Flags().GetBool(flags.FlagGenerateOnly)
	return err == nil && only
}
