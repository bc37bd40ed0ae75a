package cmd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	dbm "github.com/cosmos/cosmos-db"
	"github.com/spf13/cast"
	"github.com/spf13/cobra"

	"cosmossdk.io/log/v2"
	confixcmd "cosmossdk.io/tools/confix/cmd"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/client/pruning"
	"github.com/cosmos/cosmos-sdk/client/snapshot"
	"github.com/cosmos/cosmos-sdk/server"
	serverconfig "github.com/cosmos/cosmos-sdk/server/config"
	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	"github.com/cosmos/cosmos-sdk/store/v2/rootmulti"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/player/cli/env"
	playerclient "github.com/battleship-chain/battleship/player/client"
)

// nodeAnnotation marks the commands that work on a node's home directory.
const nodeAnnotation = "battleshipd/node"

// nodeCommands returns the commands that make, run and mend a node.
func nodeCommands(template *app.App, home string) []*cobra.Command {
	// The SDK adds its own commands to a root of its choice; they are taken from there to be marked.
	holder := &cobra.Command{}
	var watchdog watchdog
	server.AddCommandsWithStartCmdOptions(holder, home, newNode, exportNode, watchdog.options())
	holder.AddCommand(
		initCommand(template.BasicManager(), home),
		genesisCommand(template, home),
		configCommand(),
		pruning.Cmd(newNode, home),
		snapshot.Cmd(newNode),
	)
	var commands []*cobra.Command
	for _, cmd := range holder.Commands() {
		if cmd.Name() == "version" {
			continue // it needs no node
		}
		if cmd.Name() == "prune" {
			completePrune(cmd)
		}
		if cmd.Name() == "start" {
			watchdog.attach(cmd)
			checkPaceBefore(cmd)
		}
		if cmd.Annotations == nil {
			cmd.Annotations = make(map[string]string)
		}
		cmd.Annotations[nodeAnnotation] = ""
		commands = append(commands, cmd)
	}
	holder.RemoveCommand(holder.Commands()...)
	return commands
}

// completePrune makes the example of the SDK's prune command work. The interval that the command requires and does not
// use comes from app.toml, where it is 0 by default.
func completePrune(cmd *cobra.Command) {
	cmd.Example = "battleshipd prune custom --" + server.FlagPruningKeepRecent + " 100"
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if interval := cmd.Flags().Lookup(server.FlagPruningInterval); interval.Value.String() == "0" {
			if err := interval.Value.Set(interval.DefValue); err != nil {
				return err
			}
		}
		return run(cmd, args)
	}
}

// configCommand returns the SDK's config command, which refuses to set an address that no node can have.
func configCommand() *cobra.Command {
	cmd := confixcmd.ConfigCommand()
	for _, set := range cmd.Commands() {
		switch set.Name() {
		case "set":
			set.Args, set.Example = env.Exactly("FILE", "SETTING", "VALUE"), "battleshipd config set client node HOST:26657"
		case "get":
			set.Args, set.Example = env.Exactly("FILE", "SETTING"), "battleshipd config get client node"
		}
		if set.Name() != "set" {
			continue
		}
		run := set.RunE
		set.RunE = func(cmd *cobra.Command, args []string) error {
			if args[0] == "client" && args[1] == flags.FlagNode {
				if err := checkNode(playerclient.NodeAddress(args[2])); err != nil {
					return fmt.Errorf("%s: %w", flags.FlagNode, err)
				}
			}
			return run(cmd, args)
		}
	}
	return cmd
}

// isNodeCommand reports whether a command, or one that it belongs to, works on a node's home directory.
func isNodeCommand(cmd *cobra.Command) bool {
	for ; cmd != nil; cmd = cmd.Parent() {
		if _, ok := cmd.Annotations[nodeAnnotation]; ok {
			return true
		}
	}
	return false
}

// newNode returns the application of a node.
func newNode(logger log.Logger, db dbm.DB, opts servertypes.AppOptions) servertypes.Application {
	if executor := opts.Get(server.FlagBlockExecutor); executor == serverconfig.BlockExecutorBlockSTM {
		panic(fmt.Errorf("block executor: expected %q, got %q, which this application does not support",
			serverconfig.BlockExecutorSequential, executor))
	}
	node := app.New(logger, db, true, opts, server.DefaultBaseappOptions(opts)...)
	warnOfPace(logger, node, opts)
	return node
}

// exportNode returns the state of a stopped node at a height, -1 for its last, as a genesis state.
func exportNode(
	logger log.Logger,
	db dbm.DB,
	height int64,
	forZeroHeight bool,
	jailAllowedAddrs []string,
	opts servertypes.AppOptions,
	modules []string,
) (servertypes.ExportedApp, error) {
	chainID, err := chainIDOf(opts)
	if err != nil {
		return servertypes.ExportedApp{}, err
	}
	latest := height == -1
	node := app.New(logger, db, latest, opts, baseapp.SetChainID(chainID))
	if !latest {
		if err := node.LoadHeight(height); err != nil {
			return servertypes.ExportedApp{}, fmt.Errorf("load height %d: %w", height, err)
		}
	}
	exported, err := node.ExportAppStateAndValidators(forZeroHeight, jailAllowedAddrs, modules)
	exported.Height = rootmulti.GetLatestVersion(db) + exportGap
	return exported, err
}

// exportGap is how far the first height of an exported chain is above the last one of the node. Validators have signed
// the next height, and others may have been some blocks ahead of this node; none signs a height again.
const exportGap = 10

// chainIDOf returns the chain id in a node's genesis file.
func chainIDOf(opts servertypes.AppOptions) (id string, err error) {
	path := filepath.Join(cast.ToString(opts.Get(flags.FlagHome)), "config", "genesis.json")
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("read the chain id: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if id, err = genutiltypes.ParseChainIDFromGenesis(file); err != nil {
		return "", fmt.Errorf("read the chain id in %s: %w", path, err)
	}
	return id, nil
}
