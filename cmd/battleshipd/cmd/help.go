package cmd

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/server"
)

// logFlags are flags of every command that only a node uses.
var logFlags = []string{
	flags.FlagLogLevel, flags.FlagLogFormat, flags.FlagLogNoColor, flags.FlagVerboseLogLevel, server.FlagTrace,
}

// libraryHelp has the help of commands that libraries make, by their paths below the root: the short text, and the
// long one, or "" for the library's.
var libraryHelp = map[string][2]string{
	"comet":    {"Look after the consensus of a node"},
	"config":   {"Show and change the settings in the files of a home"},
	"debug":    {"Decode addresses, keys and transactions"},
	"export":   {"Write the state of a stopped node as a genesis file"},
	"genesis":  {"Prepare the genesis file of a network"},
	"help":     {"Show the help of a command"},
	"prune":    {"Remove old states of a stopped node"},
	"rollback": {"Take a stopped node back by one block"},
	"start":    {"Run a node"},
	"version":  {"Show the version of this program"},
	"completion": {"Set up the tab key of a shell", `Writes a script with which the tab key of a shell completes
commands, flags, games and keys. The help of each shell's command shows how to use the script.`},
	"keys": {"Make, list, back up and restore keys", `A key signs your transactions and finds your boards again:
anyone who has it plays as you, and without it your games are lost. Write down its words, which restore it on any
machine.

Keys are kept where --keyring-backend names: os asks the operating system, file encrypts files with a passphrase,
kwallet and pass use these programs, and test keeps files that anyone on this machine can read, for devnets.`},
	"keys add": {"Make a key, or restore one from its words", `Makes a key and shows its words once: write them down.
--recover restores a key from its words instead, --ledger takes one on a Ledger device, and --multisig makes one of
several.`},
	"keys delete": {"Remove keys from this machine", `Removes keys. Only the words of a key bring it back.`},
	"keys export": {
		"Write a key into a file, encrypted",
		`Writes a key, encrypted with a passphrase that it asks for. keys import reads it.`,
	},
	"keys import": {
		"Restore a key that keys export has written",
		`Restores a key from a file that keys export has written.`,
	},
	"keys import-hex": {"Restore a key from hexadecimal digits", `Restores a key from its hexadecimal digits.`},
	"keys list":       {"List the keys of this machine", `Lists the keys of this machine with their addresses.`},
	"keys mnemonic": {
		"Make the words of a key, without the key",
		`Makes words from which keys add --recover makes a key.`,
	},
	"keys parse": {
		"Convert an address between its forms",
		`Shows an address in hexadecimal digits and with each prefix.`,
	},
	"keys rename": {"Rename a key", `Gives a key another name on this machine. Its address stays.`},
	"keys show":   {"Show a key by its name or address", `Shows keys with their addresses.`},
}

// libraryExamples are examples of commands that libraries make.
var libraryExamples = map[string]string{
	"keys add": `battleshipd keys add dave
battleshipd keys add dave --recover`,
	"keys delete": "battleshipd keys delete dave",
	"keys export": "battleshipd keys export dave > dave.key",
	"keys import": "battleshipd keys import dave dave.key",
	"keys rename": "battleshipd keys rename dave david",
	"keys show":   "battleshipd keys show dave --address",
	"status":      "battleshipd status --output text",
}

// flagHelp has flags of libraries by the beginnings of their usage, with plain ones.
var flagHelp = []struct{ library, plain string }{
	{"directory for config and data", "folder of the configuration, the keys and the data"},
	{"Select keyring's backend", "where keys are kept: os, file, kwallet, pass, test or memory"},
	{"The client Keyring directory", "folder of the keys (default that of --home)"},
	{"<host>:<port> to", "address of the node's RPC, such as HOST:26657"},
	{"the gRPC endpoint to use", "address of the node's gRPC, to ask there instead of over RPC"},
	{"allow gRPC over insecure channels", "use gRPC without TLS"},
	{"Use a specific height to query state", "show the state after this block (default the last one)"},
	{"Do not indent JSON output", "write JSON in one line"},
	{"Output format (text|json)", "output format: text or json"},
	{"Print long version information", "show the libraries too"},
	{"Account number for HD derivation", "number of the account that the words make the key of"},
	{"Address index number for HD", "number of the key that the words make in its account"},
	{"Manual HD Path derivation", "path of the key that the words make, in place of the numbers"},
	{"coin type number for HD", "number of the coin in the path of the key"},
	{"Perform action, but don't add", "show the key, and do not keep it"},
	{"Interactively prompt user for BIP39", "ask for the words and their passphrase"},
	{"Key signing algorithm to generate", "kind of signature that the key makes"},
	{"Store a local reference to a private", "take the key of a Ledger device, which keeps it"},
	{"List of key names stored in keyring", "names of the keys that sign together"},
	{"K out of N required signatures", "how many of the keys of --multisig have to sign"},
	{"Don't print out seed phrase", "do not show the words"},
	{"Keys passed to --multisig are taken", "keep the order of the keys of --multisig"},
	{"Parse a public key in JSON format", "keep this public key alone, in JSON"},
	{"Parse a public key in base64 format", "keep this public key alone, in base64"},
	{"Provide seed phrase to recover", "ask for the words of a key, and restore it"},
	{"Import mnemonic from a file", "file with the words, with --recover or --interactive"},
}

// explainCommands gives commands of libraries, and their flags, words that players know. Examples are indented alike,
// and flags that only a node uses are shown with the commands of a node.
func explainCommands(root *cobra.Command) {
	root.AddGroup(&cobra.Group{ID: groupNode, Title: "Run a node:"})
	root.InitDefaultHelpCmd()
	explain(root)
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		for _, name := range logFlags {
			if f := root.PersistentFlags().Lookup(name); f != nil {
				f.Hidden = !isNodeCommand(cmd)
			}
		}
		root.PersistentFlags().VisitAll(explainFlag)
		help(cmd, args)
	})
}

// groupNode is the group of the commands of a node.
const groupNode = "node"

func explain(cmd *cobra.Command) {
	path := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
	if words, ok := libraryHelp[path]; ok {
		cmd.Short = words[0]
		if words[1] != "" {
			cmd.Long = words[1]
		}
	}
	if example, ok := libraryExamples[path]; ok {
		cmd.Example = example
	}
	if cmd.Example != "" {
		lines := strings.Split(strings.TrimSpace(cmd.Example), "\n")
		for i, line := range lines {
			lines[i] = "  " + strings.TrimSpace(line)
		}
		cmd.Example = strings.Join(lines, "\n")
	}
	if isNodeCommand(cmd) && cmd.Parent() == cmd.Root() {
		cmd.GroupID = groupNode
	}
	cmd.Flags().VisitAll(explainFlag)
	cmd.PersistentFlags().VisitAll(explainFlag)
	for _, c := range cmd.Commands() {
		explain(c)
	}
}

func explainFlag(f *pflag.Flag) {
	for _, words := range flagHelp {
		if strings.HasPrefix(f.Usage, words.library) {
			f.Usage = words.plain
		}
	}
}
