package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/cosmos/cosmos-sdk/client/flags"
)

// signModes are the values of --sign-mode whose signatures the chain accepts.
var signModes = []string{flags.SignModeDirect, flags.SignModeLegacyAminoJSON, flags.SignModeDirectAux}

// offerSignModes limits the help of all commands to the supported sign modes. The SDK lists all of its own.
func offerSignModes(cmd *cobra.Command) {
	if f := cmd.Flags().Lookup(flags.FlagSignMode); f != nil {
		f.Usage = "how to sign: " + strings.Join(signModes, ", ") + " (default direct, and amino-json with a device)"
	}
	for _, sub := range cmd.Commands() {
		offerSignModes(sub)
	}
}

// checkSignMode refuses a sign mode that the chain does not accept. The SDK signs in most of those that it knows, and
// in the default one where it does not.
func checkSignMode(all *pflag.FlagSet) error {
	f := all.Lookup(flags.FlagSignMode)
	if f == nil || f.Value.String() == "" || slices.Contains(signModes, f.Value.String()) {
		return nil
	}
	return fmt.Errorf("nothing was sent: --%s: expected one that the chain accepts, %s, got %q",
		flags.FlagSignMode, strings.Join(signModes, ", "), f.Value.String())
}
