package cmd

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/keys"

	playerclient "github.com/battleship-chain/battleship/player/client"
)

// keysCommand returns the SDK's keys commands. Those that delete or show keys fail before they begin if one of the
// named keys is unknown or damaged: the SDK's delete succeeds without deleting it.
func keysCommand() *cobra.Command {
	all := keys.Commands()
	for _, cmd := range all.Commands() {
		if name := cmd.Name(); name == "delete" || name == "show" {
			checkKeysBefore(cmd)
		}
	}
	return all
}

// checkKeysBefore makes a command fail if the keyring lacks a key that its arguments name, or cannot read it.
func checkKeysBefore(cmd *cobra.Command) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		clientCtx, err := client.GetClientQueryContext(cmd)
		if err != nil {
			return err
		}
		for _, name := range args {
			_, err := playerclient.FindKey(clientCtx.Keyring, name)
			unknown, damaged := (*playerclient.UnknownKeyError)(nil), (*playerclient.DamagedKeyError)(nil)
			if errors.As(err, &unknown) || errors.As(err, &damaged) {
				return err
			}
		}
		return run(cmd, args)
	}
}
