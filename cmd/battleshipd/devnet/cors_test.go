package devnet_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// origin is where a page comes from that uses a devnet.
const origin = "https://battleship.example"

// answer is what a server has told a page.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// mayRead reports whether the browser shows the page a header.
func (a answer) mayRead(name string) bool {
	for exposed := range strings.SplitSeq(strings.Join(a.header.Values("Access-Control-Expose-Headers"), ","), ",") {
		if strings.EqualFold(strings.TrimSpace(exposed), name) {
			return true
		}
	}
	return false
}

// fetch does what a browser does for a page: it sends a request with headers.
func fetch(t *testing.T, method, url string, header map[string]string, body []byte) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(within(t), method, url, bytes.NewReader(body))
	require.NoError(t, err)
	req.Header.Set("Origin", origin)
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer func() { require.NoError(t, res.Body.Close()) }()
	got, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return answer{res.StatusCode, res.Header, got}
}

// preflight asks what a browser asks before it sends a page's request with headers of its own.
func preflight(t *testing.T, url, method, headers string) answer {
	t.Helper()
	return fetch(t, http.MethodOptions, url, map[string]string{
		"Access-Control-Request-Method":  method,
		"Access-Control-Request-Headers": headers,
	}, nil)
}

// frame returns a message as gRPC sends it.
func frame(message []byte) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(message))), message...)
}

func TestPagesUseADevnetWithCORS(t *testing.T) {
	t.Parallel()
	d, err := devnet.Start(within(t), devnet.Options{
		Home: filepath.Join(t.TempDir(), "home"), BlockTime: blockTime, CORS: true, Log: testWriter{t},
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Stop()) })

	params := d.REST() + "/battleship/v1/params"
	call := d.REST() + "/battleship.v1.Query/Params"
	height := map[string]string{"x-cosmos-block-height": "1"}
	grpcWeb := map[string]string{
		"Content-Type": "application/grpc-web+proto", "X-Grpc-Web": "1", "X-Cosmos-Block-Height": "1",
	}

	for name, tc := range map[string]struct{ url, method, headers string }{
		"REST":              {params, http.MethodGet, "x-cosmos-block-height"},
		"REST's gateway":    {params, http.MethodGet, "grpc-metadata-x-cosmos-block-height"},
		"REST, broadcast":   {d.REST() + "/cosmos/tx/v1beta1/txs", http.MethodPost, "content-type"},
		"REST, a GET alone": {d.REST() + "/battleship/v1/openapi.json", http.MethodGet, "x-custom"},
		"gRPC-web":          {call, http.MethodPost, "content-type,x-cosmos-block-height,x-grpc-web,x-user-agent"},
		"RPC":               {d.RPC(), http.MethodPost, "content-type"},
		"RPC by GET":        {d.RPC() + "/status", http.MethodGet, "x-custom"},
	} {
		res := preflight(t, tc.url, tc.method, tc.headers)
		require.Less(t, res.status, 300, name)
		require.Equal(t, "*", res.header.Get("Access-Control-Allow-Origin"), name)
		require.Equal(t, tc.method, res.header.Get("Access-Control-Allow-Methods"), name)
		require.Equal(t, tc.headers, strings.ReplaceAll(res.header.Get("Access-Control-Allow-Headers"), " ", ""), name)
	}

	res := fetch(t, http.MethodGet, params, height, nil)
	require.Equal(t, http.StatusOK, res.status, string(res.body))
	require.Equal(t, []string{"*"}, res.header.Values("Access-Control-Allow-Origin"))
	for _, name := range []string{"X-Cosmos-Block-Height", "Grpc-Metadata-X-Cosmos-Block-Height"} {
		require.Equal(t, "1", res.header.Get(name), name)
		require.True(t, res.mayRead(name), name)
	}

	res = fetch(t, http.MethodPost, call, grpcWeb, frame(nil))
	require.Equal(t, http.StatusOK, res.status, string(res.body))
	require.Equal(t, []string{"*"}, res.header.Values("Access-Control-Allow-Origin"))
	require.Equal(t, "1", res.header.Get("X-Cosmos-Block-Height"))
	require.True(t, res.mayRead("X-Cosmos-Block-Height"))
	var got types.QueryParamsResponse
	require.NoError(t, got.Unmarshal(res.body[5:5+binary.BigEndian.Uint32(res.body[1:5])]))
	require.EqualValues(t, blockTime.Milliseconds(), got.Params.BlockMillis)
	require.Contains(t, strings.ToLower(string(res.body)), "grpc-status: 0", "a page sees how the call ended")

	res = fetch(t, http.MethodPost, d.RPC(), map[string]string{"Content-Type": "application/json"},
		[]byte(`{"jsonrpc":"2.0","id":1,"method":"status"}`))
	require.Equal(t, "*", res.header.Get("Access-Control-Allow-Origin"))
	require.Contains(t, string(res.body), devnet.ChainID)

	socket, handshake, err := websocket.DefaultDialer.DialContext(within(t),
		strings.Replace(d.RPC(), "http://", "ws://", 1)+"/websocket", http.Header{"Origin": {origin}})
	require.NoError(t, err)
	require.NoError(t, handshake.Body.Close())
	require.NoError(t, socket.Close())
}

func TestPagesOfOthersDoNotUseADevnetWithoutCORS(t *testing.T) {
	t.Parallel()
	d := start(t, filepath.Join(t.TempDir(), "home"))
	for _, url := range []string{d.REST() + "/battleship/v1/params", d.RPC() + "/status"} {
		require.Empty(t, fetch(t, http.MethodGet, url, nil, nil).header.Get("Access-Control-Allow-Origin"), url)
		require.Empty(t, preflight(t, url, http.MethodGet, "x-custom").header.Get("Access-Control-Allow-Origin"), url)
	}
}
