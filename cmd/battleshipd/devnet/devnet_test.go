package devnet_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	rpchttp "github.com/cometbft/cometbft/rpc/client/http"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/cosmos/cosmos-sdk/client/tx"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestNewDevnetServesAFundedChain(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "not", "yet", "there")
	d := start(t, home)
	require.Positive(t, d.StartHeight)

	rpc, err := rpchttp.New(d.RPC(), "/websocket")
	require.NoError(t, err)
	status, err := rpc.Status(within(t))
	require.NoError(t, err)
	require.Equal(t, devnet.ChainID, status.NodeInfo.Network)
	require.GreaterOrEqual(t, status.SyncInfo.LatestBlockHeight, d.StartHeight)

	conn, err := grpc.NewClient(d.GRPC(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	for _, name := range devnet.Names() {
		res, err := banktypes.NewQueryClient(conn).AllBalances(within(t), &banktypes.QueryAllBalancesRequest{
			Address: addressOf(t, d, name).String(),
		})
		require.NoError(t, err)
		require.Len(t, res.Balances, 1, "coins of %s", name)
		require.Equal(t, denom, res.Balances[0].Denom, "coin of %s", name)
		require.True(t, res.Balances[0].IsPositive())
	}
	supply, err := banktypes.NewQueryClient(conn).SupplyOf(within(t), &banktypes.QuerySupplyOfRequest{
		Denom: types.RewardDenom,
	})
	require.NoError(t, err)
	require.True(t, supply.Amount.IsZero(), "Shipcoin can only be won, got %s", supply.Amount)

	for path, want := range map[string]string{
		"params":              "turn_blocks_default",
		"games":               `"games":[]`,
		"games/1":             "game not found",
		"games/1/next_action": "game not found",
		"results":             `"results":[]`,
		"results/1":           "has no result",
		"rewards":             `"minted":{"denom":"uship","amount":"0"}`,
		"players/" + addressOf(t, d, devnet.Alice).String(): `"board_nonce":"0"`,
	} {
		_, body := ask(t, d.REST()+"/battleship/v1/"+path)
		require.Contains(t, body, want, path)
	}
	for name, version := range map[string]string{"openapi": `"swagger": "2.0"`, "openapi3": `"openapi": "3.0.3"`} {
		doc := get(t, d.REST()+"/battleship/v1/"+name+".json")
		require.Contains(t, doc, version)
		require.Contains(t, doc, `"/battleship/v1/params"`)
	}
	require.Contains(t, get(t, d.REST()+"/swagger/"), "swagger")
	require.Contains(t, get(t, d.REST()+"/cosmos/base/tendermint/v1beta1/node_info"), devnet.ChainID)

	client, err := os.ReadFile(filepath.Join(home, "config", "client.toml"))
	require.NoError(t, err)
	require.Contains(t, string(client), fmt.Sprintf("node = %q", "tcp://"+rpc.Remote()[len("http://"):]))
	require.NoFileExists(t, filepath.Join(home, "data", "upgrade-info.json"))
	require.Empty(t, siblings(t, home))
}

func TestDevnetServesMetricsIfConfigured(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "home")
	require.NoError(t, start(t, home).Stop())
	replace("config/app.toml", "enabled = false\n\n# Enable prefixing", "enabled = true\n\n# Enable prefixing")(t, home)
	replace("config/app.toml", "prometheus-retention-time = 0", "prometheus-retention-time = 60")(t, home)
	d := start(t, home)
	require.Eventually(t, func() bool { // the end of the first block may not have been measured
		metrics := get(t, d.REST()+"/metrics?format=prometheus")
		return strings.Contains(metrics, "end_block") && strings.Contains(metrics, "battleship_games_open 0")
	}, patience, blockTime)
}

func TestDevnetResumesAfterAStop(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	first := start(t, home)
	paid := send(t, first, devnet.Alice, devnet.Bob, 7)
	stopped := heightOf(t, first)
	require.NoError(t, first.Stop())
	require.NoError(t, first.Stop(), "a second stop does nothing")
	require.NoError(t, first.Err())
	select {
	case <-first.Done():
	default:
		t.Fatal("a stopped devnet is not done")
	}

	second := start(t, home)
	require.Greater(t, second.StartHeight, stopped)
	require.Equal(t, addressOf(t, first, devnet.Alice), addressOf(t, second, devnet.Alice))
	require.Equal(t, paid, balanceOf(t, second, devnet.Bob))
	client, err := os.ReadFile(filepath.Join(home, "config", "client.toml"))
	require.NoError(t, err)
	require.Contains(t, string(client), fmt.Sprintf("node = \"tcp://127.0.0.1:%d\"", second.Ports.RPC))
	send(t, second, devnet.Bob, devnet.Carol, 1)
}

// block_millis stays what the home was made with, so a devnet at another pace says that times are wrong.
func TestDevnetReportsADifferentBlockTime(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	require.NoError(t, start(t, home).Stop())
	var log lockedBuffer
	d, err := devnet.Start(within(t), devnet.Options{Home: home, BlockTime: 10 * blockTime, Log: &log})
	require.NoError(t, err)
	require.NoError(t, d.Stop())
	require.Contains(t, log.String(), "timeout_commit in config.toml: expected 25ms to 50ms "+
		"for blocks of 50ms (block_millis of this chain), got 500ms")
}

func TestBusyPortIsReportedBeforeAnythingIsMade(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, listener.Close()) })
	busy := portOf(listener)

	for name, ports := range map[string]devnet.Ports{
		"RPC":  {RPC: busy},
		"gRPC": {GRPC: busy},
		"REST": {REST: busy},
		"P2P":  {P2P: busy},

		"the faucet": {Faucet: busy},
		"the relay":  {Relay: busy},
		"the page":   {Web: busy},
	} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			_, err := devnet.Start(within(t), devnet.Options{Home: filepath.Join(parent, "home"), Ports: ports})
			require.ErrorContains(t, err, fmt.Sprintf("%d for %s", busy, name))
			entries, err := os.ReadDir(parent)
			require.NoError(t, err)
			require.Empty(t, entries)
		})
	}
}

func TestOptionsAreChecked(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "home")
	for name, test := range map[string]struct {
		options devnet.Options
		want    string
	}{
		"no home": {devnet.Options{}, "home: name a directory"},
		"a block time too short": {
			devnet.Options{Home: home, BlockTime: 1}, "expected whole milliseconds from 10ms to 1h0m0s, got 1ns",
		},
		"an unknown log level":  {devnet.Options{Home: home, LogLevel: "loud"}, `error or disabled, got "loud"`},
		"a name to listen on":   {devnet.Options{Home: home, Listen: "my-machine"}, "listen: expected an IP address"},
		"nobody's address":      {devnet.Options{Home: home, Listen: "192.0.2.1"}, "listen: expected an IP address"},
		"a negative block time": {devnet.Options{Home: home, BlockTime: -time.Second}, "from 10ms to 1h0m0s, got -1s"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := devnet.Start(within(t), test.options)
			require.ErrorContains(t, err, test.want)
			require.NoDirExists(t, home)
		})
	}
	for _, base := range []int{-1, 0, 65530, 70000} {
		_, err := devnet.PortsFrom(base)
		require.ErrorContains(t, err, fmt.Sprintf("port base: expected 1 to 65529, got %d", base))
	}
	ports, err := devnet.PortsFrom(65529)
	require.NoError(t, err)
	require.Equal(t, devnet.Ports{
		RPC: 65529, GRPC: 65530, REST: 65531, P2P: 65532, Faucet: 65533, Relay: 65534, Web: 65535,
	}, ports)
}

func TestAStartThatIsCancelledLetsGoOfTheHome(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := devnet.Start(ctx, devnet.Options{Home: home})
	require.ErrorIs(t, err, context.Canceled)
	start(t, home)
}

// addressOf returns the address of an account.
func addressOf(t testing.TB, d *devnet.Devnet, name string) sdk.AccAddress {
	t.Helper()
	record, err := d.Keyring.Key(name)
	require.NoError(t, err)
	address, err := record.GetAddress()
	require.NoError(t, err)
	return address
}

// balanceOf returns what an account holds, as the node tells it.
func balanceOf(t *testing.T, d *devnet.Devnet, name string) int64 {
	t.Helper()
	res, err := banktypes.NewQueryClient(d.ClientContext()).Balance(within(t), &banktypes.QueryBalanceRequest{
		Address: addressOf(t, d, name).String(), Denom: denom,
	})
	require.NoError(t, err)
	return res.Balance.Amount.Int64()
}

// heightOf returns the height of the last block.
func heightOf(t *testing.T, d *devnet.Devnet) int64 {
	t.Helper()
	status, err := d.ClientContext().Client.Status(within(t))
	require.NoError(t, err)
	return status.SyncInfo.LatestBlockHeight
}

// send sends coins, waits until they have arrived, and returns what the receiver then holds.
func send(t *testing.T, d *devnet.Devnet, from, to string, amount int64) int64 {
	t.Helper()
	cctx := d.ClientContext().WithFromName(from).WithFromAddress(addressOf(t, d, from)).WithFrom(from)
	factory := tx.Factory{}.
		WithChainID(devnet.ChainID).
		WithKeybase(d.Keyring).
		WithTxConfig(cctx.TxConfig).
		WithAccountRetriever(cctx.AccountRetriever).
		WithGas(200_000).
		WithGasPrices("0.001" + denom)
	factory, err := factory.Prepare(cctx)
	require.NoError(t, err)
	coins := sdk.NewCoins(sdk.NewInt64Coin(denom, amount))
	builder, err := factory.BuildUnsignedTx(banktypes.NewMsgSend(cctx.FromAddress, addressOf(t, d, to), coins))
	require.NoError(t, err)
	require.NoError(t, tx.Sign(within(t), factory, from, builder, true))
	bz, err := cctx.TxConfig.TxEncoder()(builder.GetTx())
	require.NoError(t, err)
	want := balanceOf(t, d, to) + amount
	res, err := cctx.BroadcastTx(bz)
	require.NoError(t, err)
	require.Zero(t, res.Code, res.RawLog)
	require.Eventually(t, func() bool { return balanceOf(t, d, to) == want }, patience, blockTime)
	return want
}

// get returns the body of a page.
func get(t *testing.T, url string) string {
	t.Helper()
	status, body := ask(t, url)
	require.Equal(t, http.StatusOK, status, body)
	return body
}

// ask returns the status and the answer of a REST server.
func ask(t *testing.T, url string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(within(t), http.MethodGet, url, http.NoBody)
	require.NoError(t, err)
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer func() { require.NoError(t, res.Body.Close()) }()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(body)
}

// siblings returns what lies beside a directory.
func siblings(t *testing.T, home string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(home))
	require.NoError(t, err)
	var names []string
	for _, entry := range entries {
		if entry.Name() != filepath.Base(home) {
			names = append(names, entry.Name())
		}
	}
	return names
}
