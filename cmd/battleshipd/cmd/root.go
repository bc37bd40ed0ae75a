// Package cmd is the command line of battleshipd.
package cmd

import (
	"fmt"
	"os"

	dbm "github.com/cosmos/cosmos-db"
	"github.com/spf13/cobra"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/debug"
	nodeservice "github.com/cosmos/cosmos-sdk/client/grpc/node"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/version"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/player/cli"
)

// New returns the root command for nodes and keys in a default home directory. Making it touches no file.
func New(home string) (*cobra.Command, error) {
	sdk.GetConfig().Seal()

	// An application over an empty database knows all codecs, modules and commands.
	template := app.New(log.NewNopLogger(), dbm.NewMemDB(), false, noOptions{})
	initial := client.Context{}.
		WithCodec(template.AppCodec()).
		WithInterfaceRegistry(template.InterfaceRegistry()).
		WithTxConfig(template.TxConfig()).
		WithLegacyAmino(template.LegacyAmino()).
		WithInput(os.Stdin).
		WithAccountRetriever(authtypes.AccountRetriever{}).
		WithHomeDir(home).
		WithViper(app.EnvPrefix)

	root := &cobra.Command{
		Use:           app.Name,
		Short:         "Battleship on a chain: node, wallet and players",
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.HasParent() {
				return nil // it helps, and refuses unknown commands
			}
			return prepare(cmd, initial)
		},
	}
	root.SetFlagErrorFunc(cli.FlagError)
	root.AddGroup(cli.Groups()...)
	root.AddCommand(nodeCommands(template, home)...)
	root.AddCommand(playerCommands()...)
	query, tx := queryCommand(), txCommand()
	root.AddCommand(
		devnet.Command(home),
		testnetCommand(template),
		query,
		tx,
		keysCommand(),
		statusCommand(),
		debug.Cmd(),
		version.NewVersionCommand(),
	)

	options := template.AutoCLI()
	options.ClientCtx = initial
	node := nodeservice.NewNodeCommands()
	options.ModuleOptions[node.Name()] = node.AutoCLIOptions()
	if err := options.EnhanceRootCommand(root); err != nil {
		return nil, fmt.Errorf("add the modules' commands: %w", err)
	}
	cli.AddCompletion(root)
	offerSignModes(root)
	root.InitDefaultCompletionCmd()
	refuseUnknown(root)
	explainCommands(root)
	noteSlowNodes(query)
	noteSlowNodes(tx)
	return root, nil
}

// refuseUnknown makes the commands that only have others refuse unknown ones. They would print their help and succeed.
func refuseUnknown(cmd *cobra.Command) {
	if cmd.HasSubCommands() && !cmd.Runnable() {
		cmd.Args = cobra.ArbitraryArgs
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return cli.UnknownCommand(cmd, args[0])
		}
	}
	for _, c := range cmd.Commands() {
		refuseUnknown(c)
	}
}

// noOptions are the options of an application that serves only the command line.
type noOptions struct{}

// Get returns nothing.
func (noOptions) Get(string) any { return nil }
