package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/client/keys"

	"github.com/battleship-chain/battleship/player/cli/env"
	playerclient "github.com/battleship-chain/battleship/player/client"
)

// keysCommand returns the SDK's keys commands. Those that are about keys of the keyring fail before they begin if one
// of the named keys is unknown or damaged: the SDK's delete succeeds without deleting it.
func keysCommand() *cobra.Command {
	all := keys.Commands()
	for _, cmd := range all.Commands() {
		switch cmd.Name() {
		case "delete", "show", "export":
			checkKeysBefore(cmd, -1)
		case "rename":
			checkKeysBefore(cmd, 1)
		case "add":
			explainNoInput(cmd)
			leaveNoStub(cmd)
			keepKeys(cmd)
		}
	}
	return all
}

// explainNoInput replaces the error of a command that reads words or a passphrase where there is nothing to read.
func explainNoInput(cmd *cobra.Command) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		err := run(cmd, args)
		if errors.Is(err, io.EOF) {
			return errors.New("the input ended before it was complete: run this at a terminal, or pipe all of it in")
		}
		return err
	}
}

// keepKeys makes a command that adds a key refuse the name of one that is there, which the SDK's offers to replace, and
// empty names. A keyring that asks for a passphrase is not asked.
func keepKeys(cmd *cobra.Command) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		name := strings.TrimSpace(args[0])
		if name == "" {
			return errors.New("which name? For example, battleshipd keys add dave")
		}
		clientCtx, err := client.GetClientQueryContext(cmd)
		if err != nil {
			return err
		}
		if env.Asks(clientCtx.Keyring) || env.ValueOf[bool](cmd.Flags(), flags.FlagDryRun) {
			return run(cmd, args)
		}
		if _, err = clientCtx.Keyring.Key(name); err == nil {
			return fmt.Errorf("there is a key %s already: choose another name, or rename that one with battleshipd keys "+
				"rename", name)
		}
		return run(cmd, args)
	}
}

// leaveNoStub makes a command that has failed to write a key, as on a full disk, leave nothing of it.
func leaveNoStub(cmd *cobra.Command) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		clientCtx, err := client.GetClientQueryContext(cmd)
		if err != nil {
			return err
		}
		file := filepath.Join(clientCtx.KeyringDir, "keyring-"+clientCtx.Keyring.Backend(), args[0]+".info")
		_, before := os.Stat(file)
		if err = run(cmd, args); err != nil && errors.Is(before, fs.ErrNotExist) {
			err = errors.Join(err, removeIfThere(file))
		}
		return err
	}
}

// checkKeysBefore makes a command fail if the keyring lacks a key that its first arguments name, or cannot read it. A
// negative number means all arguments.
func checkKeysBefore(cmd *cobra.Command, first int) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		named := args
		if first >= 0 {
			named = args[:min(first, len(args))]
		}
		clientCtx, err := client.GetClientQueryContext(cmd)
		if err != nil {
			return err
		}
		for _, name := range named {
			_, err := playerclient.FindKey(clientCtx.Keyring, name)
			unknown, damaged := (*playerclient.UnknownKeyError)(nil), (*playerclient.DamagedKeyError)(nil)
			if errors.As(err, &unknown) || errors.As(err, &damaged) {
				return err
			}
		}
		return run(cmd, args)
	}
}
