package web_test

import (
	"bufio"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/web"
)

// answer is that of a server to a request for a stream.
type answer struct {
	status     int
	retryAfter string
	body       io.Reader
}

// streamOf opens a stream as a proxy on this machine does for a client.
func streamOf(t *testing.T, url, client string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/web/live", http.NoBody)
	require.NoError(t, err)
	request.Header.Set("X-Forwarded-For", client)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, response.Body.Close()) })
	return answer{response.StatusCode, response.Header.Get("Retry-After"), response.Body}
}

func TestAttackOneClientDoesNotTakeAllStreams(t *testing.T) {
	n := newNode(t)
	h := handler(t, n, func(o *web.Options) { o.MaxWatchers = 16 })
	url := serve(t, h)
	n.blocks <- block(1)
	watch(t, url)
	for _, client := range []string{"203.0.113.7", "2001:db8::1"} {
		for range 2 {
			require.Equal(t, http.StatusOK, streamOf(t, url, client).status)
		}
	}
	for _, client := range []string{"203.0.113.7", "198.51.100.1, 203.0.113.7", "2001:db8::2"} {
		refused := streamOf(t, url, client)
		require.Equal(t, http.StatusServiceUnavailable, refused.status, client)
		require.Equal(t, "5", refused.retryAfter)
	}
	require.Equal(t, http.StatusOK, streamOf(t, url, "203.0.113.8").status)
	require.Equal(t, http.StatusOK, streamOf(t, url, "2001:db8:0:1::1").status)
}

func TestTheStreamOfAClientThatHasLeftIsFree(t *testing.T) {
	n := newNode(t)
	url := serve(t, handler(t, n, func(o *web.Options) { o.MaxWatchers = 1 }))
	n.blocks <- block(1)
	watch(t, url)
	require.Equal(t, http.StatusServiceUnavailable, streamOf(t, url, "203.0.113.7").status)
	n.breakStreams()
	require.Eventually(t, func() bool {
		select {
		case n.blocks <- block(2):
		default:
		}
		response := streamOf(t, url, "203.0.113.7")
		return response.status == http.StatusOK && bufio.NewScanner(response.body).Scan()
	}, 20*time.Second, 50*time.Millisecond)
}

func TestAttackTheWorkOfOneRequestIsBounded(t *testing.T) {
	n := newNode(t)
	h := handler(t, n, nil)
	for _, path := range []string{
		"/cosmos/base/tendermint/v1beta1/abci_query", "/cosmos/auth/v1beta1/accounts",
		"/cosmos/bank/v1beta1/denom_owners/uship", "/cosmos/tx/v1beta1/txs/block/5",
		"/cosmos/tx/v1beta1/txs/?query=tx.height%3E0", "/battleship/v1/games?pagination.limit=1001",
		"/battleship/v1/games?pagination.limit=all", "/battleship/v1/games?pagination.offset=4000000",
		"/battleship/v1/games?pagination.count_total=true",
	} {
		require.NotEqual(t, http.StatusOK, get(h, http.MethodGet, path).Code, path)
	}
	require.Empty(t, n.asked)
	page := "/battleship/v1/games?pagination.limit=1000&pagination.count_total=false"
	require.Equal(t, http.StatusOK, get(h, http.MethodGet, page).Code)
}
