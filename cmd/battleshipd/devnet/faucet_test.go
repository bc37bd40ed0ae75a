package devnet_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
)

// Coins for a new player took the faucet's name, its gas price and an amount in base units. This devnet listens on an
// address of its own, as for friends in the same network; the faucet stays where it was.
func TestTheFaucetOfARunningDevnetPays(t *testing.T) {
	t.Parallel()
	d, err := devnet.Start(within(t), devnet.Options{
		Home: filepath.Join(t.TempDir(), "home"), BlockTime: blockTime, Listen: "127.0.0.2", Log: testWriter{t},
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Stop()) })
	require.Contains(t, d.RPC(), "http://127.0.0.2:")
	require.Contains(t, d.GRPC(), "127.0.0.2:")
	require.Contains(t, d.REST(), "http://127.0.0.2:")
	require.Contains(t, d.Faucet(), "http://127.0.0.1:")
	config, err := os.ReadFile(filepath.Join(d.Home, "config", "client.toml"))
	require.NoError(t, err)
	require.Contains(t, string(config), `node = "tcp://127.0.0.2:`)

	post := func(url, address string) (status int, answer map[string]string, err error) {
		request, err := http.NewRequestWithContext(within(t), http.MethodPost, url,
			strings.NewReader(`{"address":"`+address+`"}`))
		if err != nil {
			return 0, nil, err
		}
		request.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return 0, nil, err
		}
		defer func() { _ = response.Body.Close() }()
		err = json.NewDecoder(response.Body).Decode(&answer)
		return response.StatusCode, answer, err
	}
	var addresses []sdk.AccAddress
	var group errgroup.Group
	for i := range 12 { // more than one block has room for if each waited for the one before
		address := sdk.AccAddress(append(make([]byte, 19), byte(i+1)))
		addresses = append(addresses, address)
		group.Go(func() error {
			status, answer, err := post(d.Faucet()+"/fund", address.String())
			if status != http.StatusOK {
				t.Errorf("%s: %d %s", address, status, answer)
			}
			return err
		})
	}
	require.NoError(t, group.Wait())
	bank := banktypes.NewQueryClient(d.ClientContext())
	for _, address := range addresses {
		res, err := bank.Balance(within(t), &banktypes.QueryBalanceRequest{Address: address.String(), Denom: denom})
		require.NoError(t, err)
		require.Equal(t, "100000000uanchor", res.Balance.String())
	}
	status, answer, err := post(d.Faucet()+"/fund", "cosmos1qqqq")
	require.NoError(t, err)
	require.Equal(t, http.StatusBadRequest, status)
	require.Equal(t, `address: expected a whole address that begins with ship1, got "cosmos1qqqq"`, answer["error"])

	// The page's own faucet pays everybody once, and the page reaches the node.
	for _, want := range []int{http.StatusOK, http.StatusTooManyRequests} {
		status, answer, err := post(d.Web()+"/web/faucet", addresses[0].String())
		require.NoError(t, err)
		require.Equal(t, want, status, answer)
	}
	for path, want := range map[string]string{
		"/": "<!doctype html>", "/config.json": `"faucet":true`, "/battleship/v1/params": `"params"`,
		"/rpc/status": `"result"`, "/config.json?": `"relay":"` + d.Relay() + `"`,
	} {
		request, err := http.NewRequestWithContext(within(t), http.MethodGet, d.Web()+path, http.NoBody)
		require.NoError(t, err)
		response, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		body, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, http.StatusOK, response.StatusCode, path)
		require.Contains(t, string(body), want)
	}
}

func TestAPublicDevnetReportsItsOpenPorts(t *testing.T) {
	t.Parallel()
	for _, here := range []string{"", "127.0.0.1", "127.0.0.2", "::1"} {
		require.Empty(t, devnet.Warning(devnet.Options{Listen: here}), here)
	}
	one := devnet.Warning(devnet.Options{Listen: "192.168.1.20"})
	require.Contains(t, one, "Warning: anyone who reaches 192.168.1.20 can read this chain, send transactions to it")
	require.Contains(t, one, "The keys stay on this machine")
	require.Contains(t, one, "The faucet listens on this machine alone; --open-faucet opens it.")
	all := devnet.Warning(devnet.Options{Listen: "0.0.0.0", OpenFaucet: true})
	require.Contains(t, all, "anyone who reaches this machine by any of its addresses")
	require.Contains(t, all, "The faucet gives them its coins, too.")
}
