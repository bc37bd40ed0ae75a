package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	cmtcfg "github.com/cometbft/cometbft/config"
	"github.com/spf13/viper"
	"github.com/stretchr/testify/require"

	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"
)

func TestTestnetWritesHomesThatKnowEachOther(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "net")
	home := func(name string) string { return filepath.Join(dir, name) }
	out, err := run(t, t.TempDir(), "testnet", "init-files", "--output-dir", dir, "--chain-id", "pond-1",
		"--starting-ip-address", "10.0.0.254", "--block-time", "2s")
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, 4)

	first, err := os.ReadFile(filepath.Join(home("node0"), "config", "genesis.json"))
	require.NoError(t, err)
	require.Equal(t, 4, strings.Count(string(first), `"consensus_pubkey"`))
	require.Contains(t, string(first), `"block_millis": 2000`)
	genesis, err := genutiltypes.AppGenesisFromFile(filepath.Join(home("node0"), "config", "genesis.json"))
	require.NoError(t, err)
	require.Equal(t, "pond-1", genesis.ChainID)

	hosts := []string{"10.0.0.254", "10.0.0.255", "10.0.1.0", "10.0.1.1"}
	for i, name := range []string{"node0", "node1", "node2", "node3"} {
		same, err := os.ReadFile(filepath.Join(home(name), "config", "genesis.json"))
		require.NoError(t, err)
		require.Equal(t, first, same)
		_, err = run(t, home(name), "genesis", "validate")
		require.NoError(t, err)
		id, err := run(t, home(name), "comet", "show-node-id")
		require.NoError(t, err)
		address, err := run(t, home(name), "keys", "show", name, "-a")
		require.NoError(t, err)
		self := strings.TrimSpace(id) + "@" + hosts[i] + ":26656"
		require.Equal(t, home(name)+" "+self+" "+strings.TrimSpace(address), lines[i])

		v := viper.New()
		v.SetConfigFile(filepath.Join(home(name), "config", "config.toml"))
		require.NoError(t, v.ReadInConfig())
		comet := cmtcfg.DefaultConfig()
		require.NoError(t, v.Unmarshal(comet))
		require.Equal(t, name, comet.Moniker)
		require.Len(t, strings.Split(comet.P2P.PersistentPeers, ","), 3)
		require.NotContains(t, comet.P2P.PersistentPeers, self)
		for j, line := range lines {
			if j != i {
				require.Contains(t, comet.P2P.PersistentPeers, strings.Fields(line)[1])
			}
		}
	}
	_, err = run(t, t.TempDir(), "testnet", "init-files", "--output-dir", dir, "--keep")
	require.NoError(t, err)
	same, err := os.ReadFile(filepath.Join(home("node0"), "config", "genesis.json"))
	require.NoError(t, err)
	require.Equal(t, first, same)
	_, err = run(t, t.TempDir(), "testnet", "init-files", "--output-dir", dir)
	require.EqualError(t, err, dir+" is not empty: name another directory with --output-dir")
}

func TestTestnetRefusesHostsThatAreNotThoseOfItsValidators(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "net")
	for want, args := range map[string][]string{
		"--validator-count: expected 1 to 100, got 0":              {"--validator-count", "0"},
		"--hostnames: expected 3, one for each validator, got 2":   {"--validator-count", "3", "--hostnames", "a,b"},
		`expected an IP address such as 192.168.0.1, got "a"`:      {"--starting-ip-address", "a"},
		"expected 4 addresses from it on, got 255.255.255.254":     {"--starting-ip-address", "255.255.255.254"},
		"block time: expected whole milliseconds from 10ms to 1h0": {"--block-time", "0s"},
	} {
		_, err := run(t, t.TempDir(), append([]string{"testnet", "init-files", "--output-dir", dir}, args...)...)
		require.ErrorContains(t, err, want)
		require.NoDirExists(t, dir)
	}
}
