package cmd_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	servercmd "github.com/cosmos/cosmos-sdk/server/cmd"
	sdk "github.com/cosmos/cosmos-sdk/types"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/cmd"
	"github.com/battleship-chain/battleship/interchain/packet"
)

// run runs a command line and returns its standard output.
func run(t *testing.T, home string, args ...string) (string, error) {
	t.Helper()
	root, err := cmd.New(home)
	require.NoError(t, err)
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&bytes.Buffer{})
	root.SetArgs(append(args, "--home", home))
	err = servercmd.Execute(root, app.EnvPrefix, home)
	return out.String(), err
}

func TestInitWritesTheChainsOwnDefaults(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	_, err := run(t, home, "init", "admiral", "--chain-id", "battleship-test-1")
	require.NoError(t, err)

	genesis, err := genutiltypes.AppGenesisFromFile(filepath.Join(home, "config", "genesis.json"))
	require.NoError(t, err)
	require.Equal(t, "battleship-test-1", genesis.ChainID)
	require.Equal(t, app.Name, genesis.AppName)
	require.Equal(t, app.DefaultConsensusParams(), genesis.Consensus.Params)
	require.Contains(t, string(genesis.AppState), `"bond_denom": "uanchor"`)

	for _, setting := range [][2]string{
		{"app.toml", `minimum-gas-prices = "0.001uanchor,0.001uship"`},
		{"app.toml", "prometheus-retention-time = 60"},
		{"app.toml", "iavl-cache-size = 50000"},
		{"config.toml", `timeout_commit = "800ms"`},
		{"config.toml", "prometheus = true\n"},
		{"config.toml", `prometheus_listen_addr = "127.0.0.1:26660"`},
		{"client.toml", `output = "text"`},
	} {
		bz, err := os.ReadFile(filepath.Join(home, "config", setting[0]))
		require.NoError(t, err)
		require.Contains(t, string(bz), setting[1])
	}
	_, err = run(t, home, "genesis", "validate")
	require.NoError(t, err)
}

func TestThePacketAccountIsShownWithoutANode(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	const sender = "cosmos1zqgpyqszqgpqyqszqgpqyqszqgpqyqszrh8mx2"
	want := sdk.AccAddress(packet.Account("channel-0", sender)).String()
	out, err := run(t, home, "query", "battleship", "packet-account", "channel-0", sender)
	require.NoError(t, err)
	require.Equal(t, want+"\n", out)
	out, err = run(t, home, "query", "battleship", "packet-account", "channel-0", sender, "-o", "json")
	require.NoError(t, err)
	require.JSONEq(t, `{"account":"`+want+`"}`, out)
	_, err = run(t, home, "query", "battleship", "packet-account", "0", sender)
	require.ErrorContains(t, err, "expected a channel such as channel-0")
	_, err = run(t, home, "query", "battleship", "packet-account", "channel-0", " ")
	require.ErrorContains(t, err, "expected the address of the sender")
}

func TestClientCommandLeavesNothingInTheHome(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	_, err := run(t, home, "query", "battleship", "params", "--node", "tcp://127.0.0.1:1")
	require.ErrorContains(t, err, "127.0.0.1:1", "nobody listens there")
	require.NoDirExists(t, home)
	_, err = run(t, home, "version")
	require.NoError(t, err)
	require.NoDirExists(t, home)
}

func TestEnvironmentSetsFlagsThatTheCommandLineDoesNot(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	t.Setenv("BATTLESHIPD_NODE", "tcp://127.0.0.1:2")
	_, err := run(t, home, "query", "battleship", "params")
	require.ErrorContains(t, err, "127.0.0.1:2")
	_, err = run(t, home, "query", "battleship", "params", "--node", "tcp://127.0.0.1:3")
	require.ErrorContains(t, err, "127.0.0.1:3")
	t.Setenv("BATTLESHIPD_HEIGHT", "high")
	_, err = run(t, home, "query", "bank", "params", "--node", "tcp://127.0.0.1:3")
	require.ErrorContains(t, err, "environment variable BATTLESHIPD_HEIGHT")
	t.Setenv("BATTLESHIPD_PORT_BASE", "-5")
	_, err = run(t, home, "devnet")
	require.ErrorContains(t, err, "-5")
	require.NoDirExists(t, home)
}

// The address of a node is taken without its scheme by every command and from wherever it comes.
func TestTheAddressOfANodeNeedsNoScheme(t *testing.T) {
	address := sdk.AccAddress(make([]byte, 20)).String()
	tests := map[string]struct {
		line []string
		says string // by a command that has found nobody at a good address
	}{
		"of the chain":  {[]string{"query", "battleship", "params"}, "no node answers at tcp://"},
		"of the SDK":    {[]string{"query", "bank", "balances", address}, "connection refused"},
		"of the node":   {[]string{"status"}, "no node answers at tcp://"},
		"a transaction": {[]string{"tx", "bank", "send", address, address, "1uanchor", "--dry-run"}, "connection refused"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			line, refused := tc.line, tc.says
			for _, node := range []string{"127.0.0.1:1", "localhost:1", "[::1]:1"} {
				home := t.TempDir()
				with := func(more ...string) []string { return append(slices.Clone(line), more...) }
				_, err := run(t, home, with("--node", node)...)
				require.ErrorContains(t, err, refused, "--node %s", node)

				t.Setenv("BATTLESHIPD_NODE", node)
				_, err = run(t, home, line...)
				require.ErrorContains(t, err, refused, "BATTLESHIPD_NODE=%s", node)
				require.NoError(t, os.Unsetenv("BATTLESHIPD_NODE"))

				file := filepath.Join(home, "config", "client.toml")
				require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
				require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, "node = %q\n", node), 0o600))
				_, err = run(t, home, line...)
				require.ErrorContains(t, err, refused, "client.toml: %s", node)
				_, err = run(t, home, with("--node", "127.0.0.1:2")...)
				require.ErrorContains(t, err, "127.0.0.1:2", "a flag comes before the file")
			}
		})
	}
}

// Once a node without a port was said not to answer.
func TestANodesAddressNeedsItsPort(t *testing.T) {
	for _, node := range []string{"localhost", "tcp://localhost", "localhost:", "127.0.0.1"} {
		_, err := run(t, t.TempDir(), "query", "battleship", "params", "--node", node)
		require.ErrorContains(t, err, "--node: expected an address with its port, such as ")
		require.ErrorContains(t, err, ":26657, got")
	}
}

func TestKeysAreMadeWithTheChainsPrefix(t *testing.T) {
	home := t.TempDir()
	out, err := run(t, home, "keys", "add", "alice", "--keyring-backend", "test", "--output", "json", "--no-backup")
	require.NoError(t, err)
	require.Contains(t, out, `"address":"ship1`)
	require.NoDirExists(t, filepath.Join(home, "config"))
}

// The goroutines of opened stores wake up ten times a second for as long as the program runs.
func TestRegressionTheCommandsOpenNoStores(t *testing.T) {
	stores := func() int {
		var stacks bytes.Buffer
		require.NoError(t, pprof.Lookup("goroutine").WriteTo(&stacks, 2))
		return strings.Count(stacks.String(), "iavl.(*nodeDB)")
	}
	before := stores()
	_, err := cmd.New(t.TempDir())
	require.NoError(t, err)
	require.LessOrEqual(t, stores(), before)
}

func TestCommandsOfNodesAndPlayersAreThere(t *testing.T) {
	root, err := cmd.New(t.TempDir())
	require.NoError(t, err)
	for _, path := range [][]string{
		{"tx", "battleship", "create-game"},
		{"tx", "battleship", "join-game"},
		{"tx", "battleship", "shoot"},
		{"tx", "battleship", "answer"},
		{"tx", "battleship", "concede"},
		{"tx", "battleship", "challenge"},
		{"tx", "battleship", "claim"},
		{"tx", "battleship", "cancel"},
		{"tx", "battleship", "match"},
		{"tx", "battleship", "rematch"},
		{"tx", "battleship", "decline"},
		{"tx", "battleship", "set-delegate"},
		{"tx", "battleship", "withdraw"},
		{"query", "battleship", "game"},
		{"query", "battleship", "games"},
		{"query", "battleship", "open-games"},
		{"query", "battleship", "leaderboard"},
		{"query", "battleship", "rank"},
		{"query", "battleship", "unpaid"},
		{"query", "battleship", "escrow"},
		{"query", "battleship", "player"},
		{"query", "battleship", "next-action"},
		{"query", "battleship", "rewards"},
		{"query", "battleship", "result"},
		{"query", "battleship", "results"},
		{"query", "battleship", "params"},
		{"query", "battleship", "packet-account"},
		{"create"},
		{"join"},
		{"match"},
		{"rematch"},
		{"shoot"},
		{"answer"},
		{"concede"},
		{"challenge"},
		{"claim"},
		{"cancel"},
		{"decline"},
		{"set-delegate"},
		{"withdraw"},
		{"board"},
		{"games"},
		{"lobby"},
		{"result"},
		{"history"},
		{"profile"},
		{"leaderboard"},
		{"rewards"},
		{"bot"},
		{"demo"},
		{"ibc-demo"},
		{"practice"},
		{"devnet"},
		{"devnet", "fund"},
		{"testnet", "init-files"},
		{"start"},
		{"init"},
		{"export"},
		{"rollback"},
		{"snapshots", "list"},
		{"prune"},
		{"config", "get"},
		{"query", "bank", "balances"},
		{"tx", "bank", "send"},
		{"tx", "authz", "grant"},
		{"tx", "feegrant", "grant"},
	} {
		found, _, err := root.Find(path)
		require.NoError(t, err, path)
		require.Equal(t, path[len(path)-1], found.Name())
	}
}
