package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/config"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	"github.com/cosmos/cosmos-sdk/server"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
	playerclient "github.com/battleship-chain/battleship/player/client"
)

// prepare sets up a command: flags from the environment, the client's configuration and keys, and for a node command
// also the node's configuration. Only a node command writes missing configuration files into the home directory; a
// query or a transaction leaves nothing behind.
func prepare(cmd *cobra.Command, initial client.Context) error {
	err := prepareContext(cmd, initial)
	backend := cmd.Flags().Lookup(flags.FlagKeyringBackend)
	if backend != nil && errors.Is(err, keyring.ErrUnknownBackend) {
		const expected = "expected os, file, kwallet, pass, test or memory"
		if !backend.Changed {
			return fmt.Errorf("%s in config/client.toml: %s", flags.FlagKeyringBackend, expected)
		}
		return fmt.Errorf("--%s: %s, got %q", flags.FlagKeyringBackend, expected, backend.Value)
	}
	return err
}

// prepareContext is prepare, with the errors of the SDK as they are.
func prepareContext(cmd *cobra.Command, initial client.Context) error {
	cmd.SetOut(cmd.OutOrStdout())
	cmd.SetErr(cmd.ErrOrStderr())
	if err := setFlagsFromEnv(cmd.Flags()); err != nil {
		return err
	}
	if cmd.Name() == devnet.CommandName {
		return nil // its home is its own business: nothing may be read or written there before it was inspected
	}
	if err := completeNodeFlag(cmd.Flags()); err != nil {
		return err
	}
	if err := checkSignMode(cmd.Flags()); err != nil {
		return err
	}
	isNode := isNodeCommand(cmd)
	if !isNode {
		log.SetOutput(io.Discard) // where Go's HTTP client writes about servers that speak something else
	}
	clientCtx, err := client.ReadPersistentCommandFlags(initial.WithCmdContext(cmd.Context()), cmd.Flags())
	if err != nil {
		return err
	}
	if info, err := os.Stat(clientCtx.HomeDir); err == nil && !info.IsDir() {
		return fmt.Errorf("--%s: expected a folder, got the file %s", flags.FlagHome, clientCtx.HomeDir)
	}
	if clientCtx, err = readClientConfig(clientCtx, isNode); err != nil {
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
func setFlagsFromEnv(all *pflag.FlagSet) error {
	var errs []error
	all.VisitAll(func(f *pflag.Flag) {
		name := app.EnvPrefix + "_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value, ok := os.LookupEnv(name)
		if !ok || f.Changed {
			return
		}
		if err := all.Set(f.Name, value); err != nil {
			errs = append(errs, fmt.Errorf("environment variable %s: %w", name, err))
		}
	})
	return errors.Join(errs...)
}

// completeNodeFlag gives the address of --node its scheme, before anything parses it.
func completeNodeFlag(all *pflag.FlagSet) error {
	f := all.Lookup(flags.FlagNode)
	if f == nil || !f.Changed {
		return nil
	}
	address := playerclient.NodeAddress(f.Value.String())
	if err := checkNode(address); err != nil {
		return fmt.Errorf("--%s: %w", flags.FlagNode, err)
	}
	if err := f.Value.Set(address); err != nil {
		return fmt.Errorf("--%s: %w", flags.FlagNode, err)
	}
	return nil
}

// checkNode returns an error unless an address with its scheme can be one of a node.
func checkNode(address string) error {
	parsed, err := url.Parse(address)
	given := strings.TrimPrefix(address, "tcp://")
	if err != nil {
		return fmt.Errorf("expected an address such as HOST:26657, got %q", given)
	}
	if parsed.Scheme == "tcp" && parsed.Port() == "" {
		return fmt.Errorf("expected an address with its port, such as %s:26657, got %q", parsed.Hostname(), given)
	}
	return nil
}

// removeIfThere removes a file, unless it is missing.
func removeIfThere(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// completeNodeSetting adds the scheme to the node's address in the client's configuration file or in the environment.
// The SDK reads both from the context's Viper, where explicit values come first.
func completeNodeSetting(clientCtx client.Context, file string) error {
	v := clientCtx.Viper
	if _, err := os.Stat(file); err == nil {
		v.SetConfigFile(file)
		if err := v.ReadInConfig(); err != nil {
			return fmt.Errorf("%s: %w: mend the file, or remove it to have the defaults", file, err)
		}
	}
	address := v.GetString(flags.FlagNode)
	if complete := playerclient.NodeAddress(address); complete != address {
		v.Set(flags.FlagNode, complete)
	}
	return nil
}

// readClientConfig applies the client's configuration file, or the defaults if there is none.
func readClientConfig(clientCtx client.Context, create bool) (client.Context, error) {
	file := filepath.Join(clientCtx.HomeDir, "config", "client.toml")
	if err := completeNodeSetting(clientCtx, file); err != nil {
		return clientCtx, err
	}
	_, err := os.Stat(file)
	missing := errors.Is(err, fs.ErrNotExist)
	if create || !missing {
		read, err := config.ReadFromClientConfig(clientCtx)
		if err != nil && missing {
			err = errors.Join(err, removeIfThere(file)) // written in part
		}
		return read, err
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
