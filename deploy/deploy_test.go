// Package deploy_test checks the samples for real machines against the program.
package deploy_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	cmtcfg "github.com/cometbft/cometbft/config"
	"github.com/cometbft/cometbft/node"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/viper"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/cosmos/cosmos-sdk/client/flags"
	servercmd "github.com/cosmos/cosmos-sdk/server/cmd"
	sdk "github.com/cosmos/cosmos-sdk/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/cmd"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
)

// compose is the part of compose.yaml that this program is about.
type compose struct {
	Services map[string]struct {
		Image       string
		Command     []string
		Environment map[string]string
		Volumes     []string
	}
	Volumes map[string]any
}

func readYAML(t *testing.T, path string, into any) {
	t.Helper()
	bz, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(bz, into), path)
}

// requireCommand checks that the program has a command with these flags.
func requireCommand(t *testing.T, args []string) {
	t.Helper()
	root, err := cmd.New(t.TempDir())
	require.NoError(t, err)
	// Its flags for all commands are added before it runs.
	root.PersistentFlags().String(flags.FlagHome, "", "")
	root.PersistentFlags().Bool(flags.FlagLogNoColor, false, "")
	found, rest, err := root.Find(args)
	require.NoError(t, err)
	require.True(t, found.Runnable() && found != root, "%q is no command", args)
	require.NoError(t, found.ParseFlags(rest), "%q", args)
	require.Empty(t, found.Flags().Args(), "%q", args)
}

func TestUnitsRunCommandsOfTheProgram(t *testing.T) {
	units, err := filepath.Glob("systemd/*.service")
	require.NoError(t, err)
	require.Len(t, units, 3)
	line := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/(?:cosmovisor run|battleshipd) (.+)$`)
	for _, unit := range units {
		bz, err := os.ReadFile(unit)
		require.NoError(t, err)
		match := line.FindStringSubmatch(string(bz))
		require.NotNil(t, match, unit)
		requireCommand(t, strings.Fields(match[1]))
	}
}

// settings returns the environment variables of the settings of a node.
func settings(t *testing.T) map[string]bool {
	t.Helper()
	home := t.TempDir()
	_, _, err := nodeconfig.WriteHome(home, nodeconfig.Comet(time.Second), nodeconfig.App(), nodeconfig.Client{})
	require.NoError(t, err)
	names := map[string]bool{app.EnvPrefix + "_HOME": true}
	for _, file := range []string{"config.toml", "app.toml"} {
		v := viper.New()
		v.SetConfigFile(filepath.Join(home, "config", file))
		require.NoError(t, v.ReadInConfig())
		for _, key := range v.AllKeys() {
			names[app.EnvPrefix+"_"+strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(key))] = true
		}
	}
	return names
}

func TestComposeRunsFourNodesOfOneNetwork(t *testing.T) {
	var c compose
	readYAML(t, "../compose.yaml", &c)
	known := settings(t)
	for name, service := range c.Services {
		for _, volume := range service.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if strings.HasPrefix(source, "./") {
				_, err := os.Stat(filepath.Join("..", source))
				require.NoError(t, err, name)
			} else {
				require.Contains(t, c.Volumes, source, name)
			}
		}
		if service.Image != app.Name[:len(app.Name)-1] {
			require.Regexp(t, `:v?\d+\.\d+\.\d+$`, service.Image, name)
			continue
		}
		if len(service.Command) > 0 {
			requireCommand(t, service.Command)
		}
		for variable := range service.Environment {
			require.True(t, known[variable], "%s: no setting has the name %s", name, variable)
		}
	}

	// The command of the init container, in another directory.
	init := slices.Clone(c.Services["init"].Command)
	i := slices.Index(init, "/chain/net")
	require.Positive(t, i)
	net := filepath.Join(t.TempDir(), "net")
	init[i] = net
	for range 2 { // the second time, it is there
		root, err := cmd.New(t.TempDir())
		require.NoError(t, err)
		root.SetOut(&bytes.Buffer{})
		root.SetArgs(init)
		require.NoError(t, servercmd.Execute(root, app.EnvPrefix, t.TempDir()))
	}
	config, err := os.ReadFile(filepath.Join(net, "node0", "config", "config.toml"))
	require.NoError(t, err)
	for i := range 4 {
		name := fmt.Sprintf("node%d", i)
		require.Contains(t, c.Services, name)
		require.Equal(t, "/chain/net/"+name, c.Services[name].Environment["BATTLESHIPD_HOME"])
		require.DirExists(t, filepath.Join(net, name))
		if i > 0 {
			require.Contains(t, string(config), "@"+name+":26656")
		}
	}

	// Prometheus finds each of them.
	var p struct {
		ScrapeConfigs []struct {
			StaticConfigs []struct{ Targets []string } `yaml:"static_configs"`
		} `yaml:"scrape_configs"`
		RuleFiles []string `yaml:"rule_files"`
	}
	readYAML(t, "prometheus/prometheus.yml", &p)
	for _, scrape := range p.ScrapeConfigs {
		for _, target := range scrape.StaticConfigs[0].Targets {
			host, _, _ := strings.Cut(target, ":")
			require.Contains(t, c.Services, host)
		}
	}
	require.Equal(t, []string{"alerts.yml"}, p.RuleFiles)
}

// namer is a registry that only remembers names.
type namer struct {
	prometheus.Registerer
	names map[string]bool
}

var fqName = regexp.MustCompile(`fqName: "(\w+)"`)

// MustRegister remembers the names of metrics.
func (n *namer) MustRegister(collectors ...prometheus.Collector) {
	for _, c := range collectors {
		descs := make(chan *prometheus.Desc, 16)
		c.Describe(descs)
		close(descs)
		for desc := range descs {
			n.names[fqName.FindStringSubmatch(desc.String())[1]] = true
		}
	}
}

// metrics returns the names of all metrics of a node, and of those of other exporters that the samples use.
func metrics(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{
		"up": true, "probe_success": true, "node_filesystem_avail_bytes": true, "node_filesystem_size_bytes": true,
	}
	families, err := prometheus.DefaultGatherer.Gather()
	require.NoError(t, err)
	for _, family := range families {
		names[family.GetName()] = true
	}
	before := prometheus.DefaultRegisterer
	t.Cleanup(func() { prometheus.DefaultRegisterer = before })
	prometheus.DefaultRegisterer = &namer{Registerer: before, names: names}
	config := cmtcfg.DefaultInstrumentationConfig()
	config.Prometheus = true
	node.DefaultMetricsProvider(config)("pond-1")

	gauges, err := os.ReadFile("../app/gauges.go")
	require.NoError(t, err)
	set := regexp.MustCompile(`setGauge\(.*?, "(\w+)"`).FindAllStringSubmatch(string(gauges), -1)
	require.GreaterOrEqual(t, len(set), 6)
	for _, match := range set {
		names["battleship_"+match[1]] = true
	}
	return names
}

var (
	noMetric = regexp.MustCompile(`"[^"]*"|\{[^}]*\}|\[[^]]*\]|\b(by|on|group_right) \([^)]*\)`)
	word     = regexp.MustCompile(`\b[a-z_][a-z0-9_]*\b(\s*\()?`)
	suffix   = regexp.MustCompile(`_(sum|count|bucket)$`)
)

// requireMetrics checks that each metric of a query exists.
func requireMetrics(t *testing.T, known map[string]bool, query string) {
	t.Helper()
	found := 0
	for _, name := range word.FindAllString(noMetric.ReplaceAllString(query, ""), -1) {
		if strings.HasSuffix(name, "(") || slices.Contains([]string{"and", "or", "unless", "by"}, name) {
			continue
		}
		found++
		require.True(t, known[name] || known[suffix.ReplaceAllString(name, "")], "%s: no metric is called %s", query, name)
	}
	require.Positive(t, found, query)
}

func TestDashboardAndAlertsUseMetricsThatExist(t *testing.T) {
	known := metrics(t)
	require.True(t, known["cometbft_consensus_height"] && known["battleship_escrow"])
	require.False(t, known["cometbft_consensus_depth"])

	bz, err := os.ReadFile("grafana/battleship.json")
	require.NoError(t, err)
	var dashboard struct {
		Panels []struct {
			Title      string
			Datasource struct{ UID string }
			Targets    []struct{ Expr string }
		}
	}
	require.NoError(t, json.Unmarshal(bz, &dashboard))
	require.GreaterOrEqual(t, len(dashboard.Panels), 12)
	for _, panel := range dashboard.Panels {
		require.Equal(t, "prometheus", panel.Datasource.UID, panel.Title)
		for _, target := range panel.Targets {
			requireMetrics(t, known, target.Expr)
		}
	}
	var sources struct{ Datasources []struct{ UID string } }
	readYAML(t, "grafana/provisioning/datasources/prometheus.yml", &sources)
	require.Equal(t, "prometheus", sources.Datasources[0].UID)

	var alerts struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr string
				Annotations struct{ Summary string }
			}
		}
	}
	readYAML(t, "prometheus/alerts.yml", &alerts)
	names := make(map[string]bool)
	for _, group := range alerts.Groups {
		for _, rule := range group.Rules {
			requireMetrics(t, known, rule.Expr)
			require.NotEmpty(t, rule.Annotations.Summary, rule.Alert)
			names[rule.Alert] = true
		}
	}
	for _, name := range []string{
		"ChainHalted", "ValidatorMissesBlocks", "FewPeers", "DiskFull", "GamesOverdue", "GamesQuarantined", "RelayDown",
	} {
		require.True(t, names[name], name)
	}
}

// A relayer of the Go program is synchronised if it is at most two blocks behind when it asks again.
func TestRelayersKeepUpWithTheirChain(t *testing.T) {
	type chain struct {
		ID      string        `yaml:"chain-id"`
		Prefix  string        `yaml:"account-prefix"`
		Prices  string        `yaml:"gas-prices"`
		Coin    int           `yaml:"coin-type"`
		MinLoop time.Duration `yaml:"min-loop-duration"`
	}
	for file, blockTime := range map[string]time.Duration{
		"relayer/rly-devnet.yaml": devnet.DefaultBlockTime, "relayer/rly.yaml": nodeconfig.DefaultBlockTime,
	} {
		var rly struct {
			Chains map[string]struct{ Value chain }
			Paths  map[string]struct{ Src, Dst chain }
		}
		readYAML(t, file, &rly)
		require.Len(t, rly.Chains, 2)
		ids := make(map[string]bool)
		for _, c := range rly.Chains {
			ids[c.Value.ID] = true
			if c.Value.Prefix == sdk.GetConfig().GetBech32AccountAddrPrefix() {
				require.LessOrEqual(t, c.Value.MinLoop, blockTime/2, file)
				require.Equal(t, "0.001"+app.BondDenom, c.Value.Prices)
				require.Equal(t, int(sdk.GetConfig().GetCoinType()), c.Value.Coin)
			}
		}
		for _, path := range rly.Paths {
			require.True(t, ids[path.Src.ID] && ids[path.Dst.ID], file)
		}
	}
	for _, file := range []string{"relayer/hermes-devnet.toml", "relayer/hermes.toml"} {
		v := viper.New()
		v.SetConfigFile(file)
		require.NoError(t, v.ReadInConfig())
		var hermes struct {
			Chains []struct {
				Prefix         string `mapstructure:"account_prefix"`
				MaxTxSize      int    `mapstructure:"max_tx_size"`
				TrustingPeriod string `mapstructure:"trusting_period"`
				GasPrice       struct {
					Price float64
					Denom string
				} `mapstructure:"gas_price"`
			}
		}
		require.NoError(t, v.Unmarshal(&hermes))
		require.Len(t, hermes.Chains, 2)
		for _, c := range hermes.Chains {
			if c.Prefix == sdk.GetConfig().GetBech32AccountAddrPrefix() {
				require.LessOrEqual(t, c.MaxTxSize, app.MaxRelayBytes)
				require.Equal(t, app.BondDenom, c.GasPrice.Denom)
				require.InDelta(t, 0.001, c.GasPrice.Price, 1e-9)
				require.Equal(t, fmt.Sprintf("%ddays", int(stakingtypes.DefaultUnbondingTime.Hours())/24*2/3), c.TrustingPeriod)
			}
		}
	}
}

// The image is built by the toolchain of go.mod, as the binaries of a release are.
func TestTheImageIsBuiltByTheToolchainOfTheModule(t *testing.T) {
	module, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	toolchain := regexp.MustCompile(`(?m)^toolchain go(\S+)$`).FindStringSubmatch(string(module))
	require.NotNil(t, toolchain)
	image, err := os.ReadFile("../Dockerfile")
	require.NoError(t, err)
	require.Contains(t, string(image), "\nFROM golang:"+toolchain[1]+"-")
}
