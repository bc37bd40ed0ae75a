package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	cmtcfg "github.com/cometbft/cometbft/config"
	"github.com/spf13/cobra"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
)

// Flags of testnet init-files, named as those of the SDK's simd.
const (
	flagValidatorCount = "validator-count"
	flagOutputDir      = "output-dir"
	flagNodeDirPrefix  = "node-dir-prefix"
	flagStartingIP     = "starting-ip-address"
	flagHostnames      = "hostnames"
	flagKeep           = "keep"
)

const (
	// maxValidators is the most homes that one call writes.
	maxValidators = 100
	// p2pPort is the port at which the nodes of a new network find each other.
	p2pPort = "26656"
	// networkCoins is the balance of each operator of a new network, and its stake, in uanchor.
	networkCoins = 1_000_000_000_000
)

// network is a new network of equal validators.
type network struct {
	dir       string
	keep      bool
	chainID   string
	backend   string // of the keyrings
	blockTime time.Duration
	names     []string // of the validators: their homes, monikers and keys
	hosts     []string // on which their nodes run
}

// testnetCommand returns the commands for networks made by one operator.
func testnetCommand(template *app.App) *cobra.Command {
	parent := &cobra.Command{
		Use: "testnet", Short: "Write the files of a new network", SuggestionsMinimumDistance: 2, RunE: client.ValidateCmd,
	}
	cmd := &cobra.Command{
		Use:   "init-files",
		Short: "Write the homes of several validators and their genesis file",
		Long: `Write one home for each validator of a new network, with its keys and configuration, and the same genesis file
in each. The validators have equal stakes and know each other as persistent peers. Copy each home to its machine and run
"battleshipd start --home HOME" there. Operators who do not trust one another exchange gentxs instead, see
docs/operating.md.`,
		Example: `  battleshipd testnet init-files --validator-count 4 --starting-ip-address 10.0.0.11
  battleshipd testnet init-files --hostnames a.example,b.example,c.example,d.example --output-dir /tmp/testnet`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			n, err := readNetwork(cmd)
			if err != nil {
				return err
			}
			return n.write(cmd, template)
		},
	}
	cmd.Flags().Int(flagValidatorCount, 4, "number of validators (default that of the hostnames, if they are given)")
	cmd.Flags().StringP(flagOutputDir, "o", "testnet", "directory of the homes, which must be missing or empty")
	cmd.Flags().String(flagNodeDirPrefix, "node", "prefix of the names of homes, nodes and keys: node0, node1, ...")
	cmd.Flags().String(flags.FlagChainID, "battleship-test-1", "id of the chain")
	cmd.Flags().String(flagStartingIP, "192.168.0.1", "address of the first node; each further one has the next address")
	cmd.Flags().StringSlice(flagHostnames, nil, "names or addresses of the nodes' machines instead")
	cmd.Flags().Bool(flagKeep, false, "do nothing if the homes are there already")
	cmd.Flags().String(flags.FlagKeyringBackend, keyring.BackendTest, "keyring of the operators' keys: os, file or test")
	cmd.Flags().Duration(flagBlockTime, nodeconfig.DefaultBlockTime,
		"time between blocks, from which clocks, inflation and the node's pauses follow")
	parent.AddCommand(cmd)
	return parent
}

// readNetwork returns the network that the flags describe.
func readNetwork(cmd *cobra.Command) (n network, err error) {
	var errs []error
	text := func(name string) string {
		value, err := cmd.Flags().GetString(name)
		errs = append(errs, err)
		return value
	}
	n.dir, n.chainID, n.backend = text(flagOutputDir), text(flags.FlagChainID), text(flags.FlagKeyringBackend)
	prefix, first := text(flagNodeDirPrefix), text(flagStartingIP)
	count, err := cmd.Flags().GetInt(flagValidatorCount)
	errs = append(errs, err)
	n.keep, err = cmd.Flags().GetBool(flagKeep)
	errs = append(errs, err)
	n.blockTime, err = cmd.Flags().GetDuration(flagBlockTime)
	errs = append(errs, err, nodeconfig.CheckBlockTime(n.blockTime))
	n.hosts, err = cmd.Flags().GetStringSlice(flagHostnames)
	if err := errors.Join(append(errs, err)...); err != nil {
		return network{}, err
	}
	if len(n.hosts) > 0 && !cmd.Flags().Changed(flagValidatorCount) {
		count = len(n.hosts)
	}
	if count < 1 || count > maxValidators {
		return network{}, fmt.Errorf("--%s: expected 1 to %d, got %d", flagValidatorCount, maxValidators, count)
	}
	if len(n.hosts) == 0 {
		n.hosts, err = addressesFrom(first, count)
	} else if len(n.hosts) != count {
		err = fmt.Errorf("--%s: expected %d, one for each validator, got %d", flagHostnames, count, len(n.hosts))
	}
	for i := range count {
		n.names = append(n.names, fmt.Sprintf("%s%d", prefix, i))
	}
	return n, err
}

// addressesFrom returns count IP addresses in a row.
func addressesFrom(first string, count int) ([]string, error) {
	address, err := netip.ParseAddr(first)
	if err != nil {
		return nil, fmt.Errorf("--%s: expected an IP address such as 192.168.0.1, got %q", flagStartingIP, first)
	}
	var all []string
	for range count {
		if !address.IsValid() {
			return nil, fmt.Errorf("--%s: expected %d addresses from it on, got %s", flagStartingIP, count, first)
		}
		all = append(all, address.String())
		address = address.Next()
	}
	return all, nil
}

// write writes the homes, and prints the address of each node and operator.
func (n network) write(cmd *cobra.Command, template *app.App) error {
	// The last file that is written.
	last := filepath.Join(n.dir, n.names[len(n.names)-1], "config", "genesis.json")
	if _, err := os.Stat(last); err == nil && n.keep {
		return nil
	}
	if entries, err := os.ReadDir(n.dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty: name another directory with --%s", n.dir, flagOutputDir)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	cdc := template.AppCodec()
	state := app.GenesisState(nodeconfig.Basics(template.BasicManager(), n.blockTime).DefaultGenesis(cdc))
	coins := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, networkCoins))
	accounts := make([]app.GenesisAccount, len(n.names))
	validators := make([]app.GenesisValidator, len(n.names))
	homes, peers := make([]string, len(n.names)), make([]string, len(n.names))
	for i, name := range n.names {
		homes[i] = filepath.Join(n.dir, name)
		id, key, err := nodeconfig.WriteHome(homes[i], n.comet(i, nil), nodeconfig.App(), nodeconfig.Client{
			ChainID: n.chainID, Keyring: n.backend, Node: cmtcfg.DefaultRPCConfig().ListenAddress,
		})
		if err != nil {
			return err
		}
		operator, err := newOperator(homes[i], name, n.backend, cmd.InOrStdin(), cdc)
		if err != nil {
			return err
		}
		accounts[i] = app.GenesisAccount{Address: operator, Coins: coins}
		validators[i] = app.GenesisValidator{
			Moniker: name, Operator: operator, ConsensusKey: key, Stake: math.NewInt(networkCoins),
		}
		peers[i] = fmt.Sprintf("%s@%s", id, net.JoinHostPort(n.hosts[i], p2pPort))
	}
	for i, home := range homes {
		cmtcfg.WriteConfigFile(filepath.Join(home, "config", "config.toml"), n.comet(i, peers))
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s %s %s\n", home, peers[i], accounts[i].Address); err != nil {
			return err
		}
	}
	if err := template.AddToGenesis(state, accounts, validators); err != nil {
		return err
	}
	return nodeconfig.WriteGenesis(n.chainID, state, cdc, n.blockTime, homes...)
}

// comet returns the configuration of a node with the addresses of all nodes.
func (n network) comet(self int, all []string) *cmtcfg.Config {
	config := nodeconfig.Comet(n.blockTime)
	config.Moniker = n.names[self]
	config.P2P.AddrBookStrict = false // the addresses may be those of a private network
	var others []string
	for i, peer := range all {
		if i != self {
			others = append(others, peer)
		}
	}
	config.P2P.PersistentPeers = strings.Join(others, ",")
	return config
}

// newOperator makes the key of a validator's operator in the keyring of its home, and returns its address.
func newOperator(home, name, backend string, in io.Reader, cdc codec.Codec) (sdk.AccAddress, error) {
	ring, err := keyring.New(app.Name, backend, home, in, cdc)
	if err != nil {
		return nil, fmt.Errorf("open the keyring of %s: %w", name, err)
	}
	record, _, err := ring.NewMnemonic(
		name, keyring.English, sdk.GetConfig().GetFullBIP44Path(), keyring.DefaultBIP39Passphrase, hd.Secp256k1,
	)
	if err != nil {
		return nil, fmt.Errorf("make the key of %s: %w", name, err)
	}
	return record.GetAddress()
}
