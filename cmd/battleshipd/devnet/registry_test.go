package devnet_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
	"github.com/battleship-chain/battleship/internal/registry"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// repository is the root of the repository, seen from this package.
const repository = "../../.."

var (
	record  = flag.Bool("record", false, "write registry/*.json anew")
	schemas = flag.String("schemas", filepath.Join(repository, "registry", "schema"), "folder of chain.schema.json and "+
		"assetlist.schema.json")
)

// What wallets and front ends are told of the chain is what a devnet's genesis, its nodes and go.mod say.
func TestWalletDataIsCorrect(t *testing.T) {
	t.Parallel()
	facts := factsOf(t)
	for name, encode := range map[string]func() ([]byte, error){
		"chain.json": facts.Chain, "assetlist.json": facts.AssetList, "keplr.json": facts.Keplr,
	} {
		want, err := encode()
		require.NoError(t, err)
		path := filepath.Join(repository, "registry", name)
		if *record {
			require.NoError(t, os.WriteFile(path, want, 0o600))
		}
		have, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), string(have), "run make registry")
	}
	for name, schema := range map[string]string{
		"chain.json": "chain.schema.json", "assetlist.json": "assetlist.schema.json", "keplr.json": "keplr.schema.json",
	} {
		path := filepath.Join(repository, "registry", name)
		require.NoError(t, fits(t, schema, path, nil), name)
	}
}

// The schemas refuse what a registry or a wallet would.
func TestSchemasRefuse(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, schema string
		change       func(map[string]any)
	}{
		{"chain.json", "chain.schema.json", func(v map[string]any) { delete(v, "chain_name") }},
		{"chain.json", "chain.schema.json", func(v map[string]any) { v["chain_name"] = "!" }},
		{"chain.json", "chain.schema.json", func(v map[string]any) { v["network_type"] = "local" }},
		{"chain.json", "chain.schema.json", func(v map[string]any) { v["slip44"] = "118" }},
		{"chain.json", "chain.schema.json", func(v map[string]any) { v["motto"] = "sink" }},
		{"assetlist.json", "assetlist.schema.json", func(v map[string]any) { delete(v, "assets") }},
		{"assetlist.json", "assetlist.schema.json", func(v map[string]any) {
			v["assets"] = []any{map[string]any{"base": "uship"}}
		}},
		{"keplr.json", "keplr.schema.json", func(v map[string]any) { delete(v, "stakeCurrency") }},
		{"keplr.json", "keplr.schema.json", func(v map[string]any) { v["currencies"] = []any{} }},
	} {
		require.Error(t, fits(t, tc.schema, filepath.Join(repository, "registry", tc.name), tc.change))
	}
}

// fits checks a file, changed, against a schema.
func fits(t *testing.T, schema, path string, change func(map[string]any)) error {
	t.Helper()
	at := filepath.Join(*schemas, schema)
	if _, err := os.Stat(at); err != nil {
		at = filepath.Join(repository, "registry", "schema", schema) // the registry has none of Keplr's
	}
	compiled, err := jsonschema.NewCompiler().Compile(at)
	require.NoError(t, err)
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	require.NoError(t, err)
	if change != nil {
		fields, ok := value.(map[string]any)
		require.True(t, ok)
		change(fields)
	}
	return compiled.Validate(value)
}

// factsOf reads the facts where they stand.
func factsOf(t *testing.T) registry.Facts {
	t.Helper()
	d := start(t, t.TempDir())
	require.NoError(t, d.Stop())
	genesis, err := genutiltypes.AppGenesisFromFile(filepath.Join(d.Home, "config", "genesis.json"))
	require.NoError(t, err)
	require.Equal(t, devnet.ChainID, genesis.ChainID)
	var state map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(genesis.AppState, &state))
	cdc := chain.New(t).App.AppCodec()
	var bank banktypes.GenesisState
	cdc.MustUnmarshalJSON(state[banktypes.ModuleName], &bank)
	var staking stakingtypes.GenesisState
	cdc.MustUnmarshalJSON(state[stakingtypes.ModuleName], &staking)
	prices, err := sdk.ParseDecCoins(nodeconfig.App().MinGasPrices)
	require.NoError(t, err)

	const home = "https://github.com/battleship-chain/battleship"
	config, ports := sdk.GetConfig(), devnet.StandardPorts()
	local := func(scheme string, port int) string { return scheme + "127.0.0.1:" + strconv.Itoa(port) }
	facts := registry.Facts{
		Name: "battleshipdevnet", Title: "Battleship (devnet)", ChainID: genesis.ChainID,
		Description: "Battleship between strangers, without a referee: boards are committed, answers proven, and the " +
			"winner is paid. This is the chain that battleshipd devnet runs on one machine.",
		Network: "devnet", Status: "live",
		Prefix: config.GetBech32AccountAddrPrefix(), CoinType: config.GetCoinType(),
		Binary: app.Name, Home: "$HOME/." + app.Name,
		Unbonding: strconv.FormatInt(int64(staking.Params.UnbondingTime.Seconds()), 10) + "s",
		Website:   home, Repository: home,
		Go: pinned(t, "go"), SDK: pinned(t, "github.com/cosmos/cosmos-sdk"),
		Comet: pinned(t, "github.com/cometbft/cometbft"), IBC: pinned(t, "github.com/cosmos/ibc-go/v11"),
		RPC: local("http://", ports.RPC), REST: local("http://", ports.REST), GRPC: local("", ports.GRPC),
	}
	for _, m := range bank.DenomMetadata {
		coin := registry.Coin{
			Description: m.Description, Name: m.Name, Symbol: m.Symbol, Base: m.Base, Display: m.Display,
			GasPrice: prices.AmountOf(m.Base).MustFloat64(),
		}
		for _, unit := range m.DenomUnits {
			coin.Units = append(coin.Units, registry.Unit{
				Denom: unit.Denom, Exponent: unit.Exponent, Aliases: unit.Aliases,
			})
		}
		facts.Coins = append(facts.Coins, coin)
	}
	require.Equal(t, staking.Params.BondDenom, facts.Coins[0].Base, "the coin of stake comes first")
	return facts
}

// pinned is the version of a module that go.mod names.
func pinned(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(repository, "go.mod"))
	require.NoError(t, err)
	found := regexp.MustCompile(`(?m)^\t?` + regexp.QuoteMeta(path) + ` v?(\d+\.\d+\.\d+)$`).FindSubmatch(raw)
	require.NotNil(t, found, path)
	return "v" + string(found[1])
}
