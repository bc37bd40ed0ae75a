package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/config"
	"github.com/cosmos/cosmos-sdk/server"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	authtx "github.com/cosmos/cosmos-sdk/x/auth/tx"
	authtxconfig "github.com/cosmos/cosmos-sdk/x/auth/tx/config"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
)

// prepare gives a command what it works with: flags from the environment, the client's configuration and keys, and for
// a node command also the node's configuration. Only a node command writes missing configuration files into the home
// directory; a question or a transaction leaves nothing behind.
func prepare(cmd *cobra.Command, initial client.Context) error {
	cmd.SetOut(cmd.OutOrStdout())
	cmd.SetErr(cmd.ErrOrStderr())
	if err := setFlagsFromEnv(cmd.Flags()); err != nil {
		return err
	}
	if cmd.Name() == devnet.CommandName {
		return nil // its home is its own business: nothing may be read or written there before it was inspected
	}
	isNode := isNodeCommand(cmd)
	clientCtx, err := client.ReadPersistentCommandFlags(initial.WithCmdContext(cmd.Context()), cmd.Flags())
	if err != nil {
		return err
	}
	if clientCtx, err = readClientConfig(clientCtx, isNode); err != nil {
		return err
	}
	if clientCtx, err = withTextual(clientCtx); err != nil {
		return err
	}
	if err := client.SetCmdClientContextHandler(clientCtx, cmd); err != nil {
		return err
	}
	if !isNode {
		return nil
	}
	comet := nodeconfig.Comet(nodeconfig.DefaultBlockTime)
	return server.InterceptConfigsPreRunHandler(cmd, nodeconfig.AppTemplate(), nodeconfig.App(), comet)
}

// setFlagsFromEnv sets each flag that is not on the command line from the environment: --chain-id from
// BATTLESHIPD_CHAIN_ID.
func setFlagsFromEnv(flags *pflag.FlagSet) error {
	var errs []error
	flags.VisitAll(func(f *pflag.Flag) {
		name := app.EnvPrefix + "_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value, ok := os.LookupEnv(name)
		if !ok || f.Changed {
			return
		}
		if err := flags.Set(f.Name, value); err != nil {
			errs = append(errs, fmt.Errorf("environment variable %s: %w", name, err))
		}
	})
	return errors.Join(errs...)
}

// readClientConfig applies the client's configuration file, or the defaults if there is none.
func readClientConfig(clientCtx client.Context, create bool) (client.Context, error) {
	_, err := os.Stat(filepath.Join(clientCtx.HomeDir, "config", "client.toml"))
	if create || !errors.Is(err, fs.ErrNotExist) {
		return config.ReadFromClientConfig(clientCtx)
	}
	// The SDK only knows the defaults of a file, so it writes one into a directory of its own; the keys are where they
	// were.
	keyringDir := clientCtx.KeyringDir
	if clientCtx, err = config.ReadDefaultValuesFromDefaultClientConfig(clientCtx); err != nil {
		return clientCtx, err
	}
	clientCtx = clientCtx.WithKeyringDir(keyringDir)
	ring, err := client.NewKeyringFromBackend(clientCtx, config.DefaultConfig().KeyringBackend)
	if err != nil {
		return clientCtx, err
	}
	return clientCtx.WithKeyring(ring), nil
}

// withTextual adds the sign mode that shows a hardware wallet's owner plain text. It needs a node, which it asks for
// the exponents of coins.
func withTextual(clientCtx client.Context) (client.Context, error) {
	if clientCtx.Offline {
		return clientCtx, nil
	}
	// The first mode is what a command signs in that was not told otherwise.
	modes := slices.Concat(authtx.DefaultSignModes, []signing.SignMode{signing.SignMode_SIGN_MODE_TEXTUAL})
	txConfig, err := authtx.NewTxConfigWithOptions(clientCtx.Codec, authtx.ConfigOptions{
		EnabledSignModes:           modes,
		TextualCoinMetadataQueryFn: authtxconfig.NewGRPCCoinMetadataQueryFn(clientCtx),
	})
	if err != nil {
		return clientCtx, err
	}
	return clientCtx.WithTxConfig(txConfig), nil
}
