package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/web"
)

const host = "127.0.0.1:26690"

// node is REST and RPC of a node that has only what a test gives it.
type node struct {
	*httptest.Server
	mu            sync.Mutex
	asked         []string
	subscriptions int
	rpc           http.HandlerFunc // what it answers, if not the same to everything
	blocks        chan string
	gone          chan struct{} // closed to break what is open
}

func newNode(t testing.TB) *node {
	t.Helper()
	n := &node{blocks: make(chan string), gone: make(chan struct{})}
	n.Server = httptest.NewServer(n)
	t.Cleanup(n.Close)
	return n
}

func (n *node) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/websocket" {
		n.stream(w, r)
		return
	}
	if n.rpc != nil {
		n.rpc(w, r)
		return
	}
	n.mu.Lock()
	n.asked = append(n.asked, fmt.Sprintf("%s %s cookie=%q origin=%q", r.Method, r.URL,
		r.Header.Get("Cookie")+r.Header.Get("Authorization")+r.Header.Get("X-Http-Method-Override"), r.Header.Get("Origin")))
	n.mu.Unlock()
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Content-Security-Policy", "default-src *")
	w.Header().Set("Set-Cookie", "a=b")
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"height":"7"}`)
}

// breakStreams ends all subscriptions, and so all streams of the page.
func (n *node) breakStreams() {
	n.mu.Lock()
	defer n.mu.Unlock()
	close(n.gone)
	n.gone = make(chan struct{})
}

func (n *node) stream(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer func() { _ = conn.CloseNow() }()
	n.mu.Lock()
	gone := n.gone
	n.mu.Unlock()
	_, asked, err := conn.Read(r.Context())
	if err != nil || !strings.Contains(string(asked), "tm.event='NewBlock'") {
		return
	}
	n.mu.Lock()
	n.subscriptions++
	n.mu.Unlock()
	reading := conn.CloseRead(r.Context())
	text := `{"jsonrpc":"2.0","id":1,"result":{}}`
	for conn.Write(reading, websocket.MessageText, []byte(text)) == nil {
		select {
		case text = <-n.blocks:
		case <-gone:
			return
		case <-reading.Done():
			return
		}
	}
}

// block is what CometBFT sends of a block, with games in a transaction and at its end.
func block(height int, games ...int) string {
	var events []string
	for _, id := range games {
		events = append(events, fmt.Sprintf(`{"type":"battleship.v1.EventShotFired","attributes":[`+
			`{"key":"game_id","value":"\"%d\"","index":true},{"key":"msg_index","value":"0"}]}`, id))
	}
	events = append(events, `{"type":"wasm","attributes":[{"key":"game_id","value":"99"}]}`)
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"result":{"query":"tm.event='NewBlock'","data":{`+
		`"type":"tendermint/event/NewBlock","value":{"block":{"header":{"chain_id":"test-1","height":"%d",`+
		`"time":"2026-01-01T00:00:00.5Z"}},"result_finalize_block":{"events":[{"type":"battleship","attributes":[`+
		`{"key":"game_id","value":"2"}]}],"tx_results":[{"events":[%s]}]}}},"events":{}}}`,
		height, strings.Join(events, ","))
}

func files() fstest.MapFS {
	return fstest.MapFS{
		"index.html":      {Data: []byte("<!doctype html>")},
		"config.json":     {Data: []byte("{}")},
		"assets/index.js": {Data: []byte(strings.Repeat("let a = 1;\n", 100))},
		"prover.wasm.gz":  {Data: []byte(strings.Repeat("packed", 100))},
	}
}

func handler(t testing.TB, n *node, change func(*web.Options)) *web.Handler {
	t.Helper()
	o := web.Options{Page: files(), REST: n.URL, RPC: strings.Replace(n.URL, "http", "tcp", 1)}
	if change != nil {
		change(&o)
	}
	h, err := web.New(o)
	require.NoError(t, err)
	return h
}

// get asks as a browser does that has opened the page, but for headers that the test sets, Host among them.
func get(h http.Handler, method, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://"+host+path, strings.NewReader(`{"address":"ship1a"}`))
	r.RemoteAddr = "127.0.0.1:40000"
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestThePageIsServedUnderItsPolicyWithTags(t *testing.T) {
	h := handler(t, newNode(t), nil)
	kinds := map[string]string{
		"/": "text/html; charset=utf-8", "/assets/index.js": "text/javascript; charset=utf-8",
		"/config.json": "application/json",
	}
	for path, kind := range kinds {
		w := get(h, http.MethodGet, path)
		require.Equal(t, http.StatusOK, w.Code, path)
		require.Equal(t, kind, w.Header().Get("Content-Type"))
		require.Equal(t, web.Policy, w.Header().Get("Content-Security-Policy"))
		require.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"))
		tag := w.Header().Get("ETag")
		require.NotEmpty(t, tag)
		again := get(h, http.MethodGet, path, "If-None-Match", tag)
		require.Equal(t, http.StatusNotModified, again.Code)
		require.Empty(t, again.Body.Bytes())
	}
	plain := get(h, http.MethodGet, "/assets/index.js")
	packed := get(h, http.MethodGet, "/assets/index.js", "Accept-Encoding", "gzip, br")
	require.Equal(t, "gzip", packed.Header().Get("Content-Encoding"))
	require.Less(t, packed.Body.Len(), plain.Body.Len())
	require.NotEqual(t, plain.Header().Get("ETag"), packed.Header().Get("ETag"))
	for _, w := range []*httptest.ResponseRecorder{plain, packed} {
		require.Equal(t, "Accept-Encoding", w.Header().Get("Vary"), "a cache must not give one form for the other")
		require.Equal(t, "no-cache", w.Header().Get("Cache-Control"), "a new release is seen at once")
	}
	part := get(h, http.MethodGet, "/assets/index.js", "Accept-Encoding", "gzip", "Range", "bytes=0-9")
	require.Equal(t, http.StatusPartialContent, part.Code)
	require.Empty(t, part.Header().Get("Content-Encoding"))
	require.Equal(t, "let a = 1;", part.Body.String())
	require.JSONEq(t, `{"live":"/web/live","proofs":"/web/proofs","faucet":false}`,
		get(h, http.MethodGet, "/config.json").Body.String())
	// What the page unpacks by itself must reach it as it is.
	prover := get(h, http.MethodGet, "/prover.wasm.gz", "Accept-Encoding", "gzip, br")
	require.Empty(t, prover.Header().Get("Content-Encoding"))
	require.Equal(t, "application/gzip", prover.Header().Get("Content-Type"))
	require.Equal(t, strings.Repeat("packed", 100), prover.Body.String())

	for _, path := range []string{
		"/none", "/assets/", "/web/faucet", "/rpc/genesis", "/rpc/", "/metrics", "/ibc/core/client/v1/params",
	} {
		w := get(h, http.MethodGet, path)
		require.Equal(t, http.StatusNotFound, w.Code, path)
		require.Equal(t, web.Policy, w.Header().Get("Content-Security-Policy"))
	}
	for _, path := range []string{"/", "/web/faucet"} {
		require.Equal(t, http.StatusMethodNotAllowed, get(h, http.MethodPost, path).Code, path)
	}
}

func TestTheCommittedPageIsWhole(t *testing.T) {
	built, err := web.Page()
	require.NoError(t, err)
	h := handler(t, newNode(t), func(o *web.Options) { o.Page = built })
	for _, path := range []string{"/", "/assets/index.js", "/assets/index.css", "/icon.svg", "/words.txt", "/offline.js"} {
		w := get(h, http.MethodGet, path)
		require.Equal(t, http.StatusOK, w.Code, path)
		require.NotEmpty(t, w.Header().Get("Content-Type"))
	}
}

// A page of another site that has its name point to this machine, or that asks openly, gets nothing at all.
func TestOnlyThisPageIsAnswered(t *testing.T) {
	n := newNode(t)
	paid := 0
	h := handler(t, n, func(o *web.Options) {
		o.Hosts = []string{"play.example"}
		o.Faucet = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { paid++ })
	})
	paths := map[string]string{
		"/": http.MethodGet, "/config.json": http.MethodGet, "/battleship/v1/params": http.MethodGet,
		"/rpc/status": http.MethodGet, "/web/live": http.MethodGet, "/web/faucet": http.MethodPost,
		"/cosmos/tx/v1beta1/txs": http.MethodPost,
	}
	for name, headers := range map[string][]string{
		"a rebound name":                {"Host", "evil.example:26690"},
		"a name that begins as ours":    {"Host", "127.0.0.1.evil.example"},
		"a name that ends as ours":      {"Host", "evilplay.example"},
		"a given name with more":        {"Host", "play.example.evil.example"},
		"a page of another scheme":      {"Origin", "ftp://" + host},
		"no name":                       {"Host", ""},
		"a page of another site":        {"Origin", "https://evil.example"},
		"another server of the machine": {"Origin", "http://127.0.0.1:8000"},
		"a page of a file":              {"Origin", "null"},
		"a rebound page":                {"Host", "evil.example", "Origin", "http://evil.example"},
		"a page that looks like one":    {"Origin", "https://chrome-extension"},
		"a picture of another site":     {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"},
		"a picture of this machine":     {"Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "no-cors"},
		"a frame of another site": {
			"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe",
		},
	} {
		for path, method := range paths {
			w := get(h, method, path, headers...)
			require.Equal(t, http.StatusForbidden, w.Code, "%s: %s", name, path)
		}
	}
	require.Empty(t, n.asked)
	require.Zero(t, paid)
	for name, headers := range map[string][]string{
		"by name":        {"Host", "localhost:26690", "Origin", "http://localhost:26690"},
		"by IPv6":        {"Host", "[::1]:26690"},
		"in the network": {"Host", "192.168.1.20:26690"},
		"a given name":   {"Host", "Play.example", "Origin", "https://play.example"},
		"by a link":      {"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"},
		"its own style":  {"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "no-cors"},
	} {
		require.Equal(t, http.StatusOK, get(h, http.MethodGet, "/", headers...).Code, name)
	}
}

// A wallet looks at a chain that was suggested to it, from its own origin. That is no reason to give it coins.
func TestAnExtensionReachesTheNodeAndNothingElse(t *testing.T) {
	n := newNode(t)
	paid := 0
	h := handler(t, n, func(o *web.Options) {
		o.Faucet = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { paid++ })
	})
	for _, scheme := range []string{"chrome-extension", "moz-extension", "safari-web-extension"} {
		origin := scheme + "://dmkamcknogkgcdfhhbddcghachkejeap"
		for path, method := range map[string]string{
			"/rpc/status": http.MethodGet, "/cosmos/base/tendermint/v1beta1/node_info": http.MethodGet,
			"/ibc/apps/transfer/v1/params": http.MethodGet, "/cosmos/tx/v1beta1/simulate": http.MethodPost,
		} {
			w := get(h, method, path, "Origin", origin)
			require.Equal(t, http.StatusOK, w.Code, path)
			require.Empty(t, w.Header().Get("Access-Control-Allow-Origin"))
		}
		for path, method := range map[string]string{
			"/": http.MethodGet, "/web/live": http.MethodGet, "/web/faucet": http.MethodPost,
			"/cosmos/../web/faucet": http.MethodPost, "/rpc/genesis": http.MethodGet,
		} {
			require.Equal(t, http.StatusForbidden, get(h, method, path, "Origin", origin).Code, path)
		}
		w := get(h, http.MethodGet, "/rpc/status", "Origin", origin, "Host", "evil.example")
		require.Equal(t, http.StatusForbidden, w.Code)
	}
	require.Zero(t, paid)
}

func TestAttackTheProxyPassesOnlyThePagesRequests(t *testing.T) {
	n := newNode(t)
	h := handler(t, n, nil)
	w := get(h, http.MethodGet, "/battleship/v1/games/1?x=%22y%22", "Cookie", "secret", "Authorization", "secret",
		"Origin", "http://"+host)
	require.Equal(t, http.StatusOK, w.Code)
	require.JSONEq(t, `{"height":"7"}`, w.Body.String())
	require.Equal(t, []string{web.Policy}, w.Header().Values("Content-Security-Policy"))
	require.Empty(t, w.Header().Get("Access-Control-Allow-Origin"))
	require.Empty(t, w.Header().Get("Set-Cookie"))
	require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
	require.Equal(t, http.StatusOK, get(h, http.MethodGet, "/rpc/status?x=%22a%22").Code)
	require.Equal(t, http.StatusOK, get(h, http.MethodPost, "/cosmos/tx/v1beta1/txs").Code)
	require.Equal(t, []string{
		`GET /battleship/v1/games/1?x=%22y%22 cookie="" origin=""`,
		`GET /status?x=%22a%22 cookie="" origin=""`,
		`POST /cosmos/tx/v1beta1/txs cookie="" origin=""`,
	}, n.asked)
	for path, method := range map[string]string{
		"/rpc/broadcast_tx_sync": http.MethodGet, "/rpc/tx_search": http.MethodGet, "/rpc/websocket": http.MethodGet,
		"/cosmos/../rpc/status": http.MethodGet, "/cosmos/%2e%2e/metrics": http.MethodGet,
		"/cosmos/bank/v1beta1/params": http.MethodPost, "/rpc/status": http.MethodPost,
		"/battleship/v1/params": http.MethodDelete,
	} {
		require.NotEqual(t, http.StatusOK, get(h, method, path).Code, path)
	}
	require.Len(t, n.asked, 3)

	n.Close()
	w = get(h, http.MethodGet, "/battleship/v1/games/1")
	require.Equal(t, http.StatusBadGateway, w.Code)
	require.JSONEq(t, `{"error":"the node does not answer"}`, w.Body.String())
}

func TestADevnetOffersCoins(t *testing.T) {
	var asked string
	h := handler(t, newNode(t), func(o *web.Options) {
		o.Bot = "ship1bot"
		o.Faucet = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err == nil {
				asked = r.Method + r.URL.Path + string(body)
			}
		})
	})
	require.Equal(t, http.StatusOK, get(h, http.MethodPost, "/web/faucet").Code)
	require.Equal(t, `POST/fund{"address":"ship1a"}`, asked)
	require.JSONEq(t, `{"live":"/web/live","proofs":"/web/proofs","faucet":true,"bot":"ship1bot"}`,
		get(h, http.MethodGet, "/config.json").Body.String())
}

func TestARequestThatIsTooLongIsNotReadToItsEnd(t *testing.T) {
	var body []byte
	var err error
	h := handler(t, newNode(t), func(o *web.Options) {
		o.Faucet = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { body, err = io.ReadAll(r.Body) })
	})
	for length, most := range map[int]int{100: 100, 3_000_000: 1_000_000} {
		sent := strings.NewReader(strings.Repeat("a", length))
		r := httptest.NewRequest(http.MethodPost, "http://"+host+"/web/faucet", sent)
		h.ServeHTTP(httptest.NewRecorder(), r)
		require.Len(t, body, most)
		require.Equal(t, length > most, err != nil)
	}
}

// Requests that a node is slow to answer would have filled this server's memory, and the node's.
func TestOnlySoManyRequestsWaitForTheNode(t *testing.T) {
	const most = 3
	arrived, free := make(chan struct{}), make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		arrived <- struct{}{}
		<-free
	}))
	t.Cleanup(slow.Close)
	h := handler(t, newNode(t), func(o *web.Options) { o.REST, o.RPC, o.MaxRequests = slow.URL, slow.URL, most })
	done := make(chan int)
	for i := range most {
		path := []string{"/battleship/v1/params", "/rpc/status"}[i%2]
		go func() { done <- get(h, http.MethodGet, path).Code }()
		<-arrived
	}
	for _, path := range []string{"/battleship/v1/params", "/rpc/status"} {
		w := get(h, http.MethodGet, path)
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
		require.JSONEq(t, `{"error":"too many requests already wait for the node, in all or of this address: ask again in `+
			`a second"}`, w.Body.String())
		require.Equal(t, "1", w.Header().Get("Retry-After"))
	}
	require.Equal(t, http.StatusOK, get(h, http.MethodGet, "/").Code, "the page needs no node")
	close(free)
	for range most {
		require.Equal(t, http.StatusOK, <-done)
	}
	go func() { <-arrived }()
	require.Equal(t, http.StatusOK, get(h, http.MethodGet, "/battleship/v1/params").Code, "there is room again")
}

// serve serves a handler for a node until the test ends.
func serve(t testing.TB, h *web.Handler) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- h.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-done)
	})
	return "http://" + listener.Addr().String()
}

// stream opens a stream of blocks, with a query: the body, and its status if there is none.
func stream(t testing.TB, url string, query ...string) (*bufio.Scanner, int) {
	t.Helper()
	address := url + "/web/live" + strings.Join(query, "")
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	require.NoError(t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, response.Body.Close()) })
	return bufio.NewScanner(response.Body), response.StatusCode
}

// watch opens a stream as soon as there is one.
func watch(t testing.TB, url string, query ...string) *bufio.Scanner {
	t.Helper()
	var lines *bufio.Scanner
	require.Eventually(t, func() bool {
		var status int
		lines, status = stream(t, url, query...)
		return status == http.StatusOK
	}, 10*time.Second, 20*time.Millisecond)
	return lines
}

type beat struct {
	Chain, Height, Time string
	Games               []string
	Answers             map[string]any
}

// next is the next block of a stream; nothing when it has ended.
func next(t *testing.T, lines *bufio.Scanner) (b beat) {
	t.Helper()
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			require.NoError(t, json.Unmarshal([]byte(text), &b))
			return b
		}
	}
	return b
}

func TestManyWatchByOneSubscription(t *testing.T) {
	n := newNode(t)
	const most = 20
	h := handler(t, n, func(o *web.Options) { o.MaxWatchers = most })
	require.Equal(t, http.StatusServiceUnavailable, get(h, http.MethodGet, "/web/live").Code, "there is no block yet")
	url := serve(t, h)
	n.blocks <- block(6)
	var all []*bufio.Scanner
	for range most {
		all = append(all, watch(t, url))
	}
	_, status := stream(t, url)
	require.Equal(t, http.StatusServiceUnavailable, status)
	n.blocks <- block(7, 11, 3, 11)
	for _, lines := range all {
		want := beat{"test-1", "6", "2026-01-01T00:00:00.5Z", []string{"2"}, nil}
		require.Equal(t, want, next(t, lines), "the last one at once")
		require.Equal(t, beat{"test-1", "7", "2026-01-01T00:00:00.5Z", []string{"2", "3", "11"}, nil}, next(t, lines))
	}
	require.Equal(t, 1, n.subscriptions)
}

func TestANodeThatIsGoneEndsTheStreamsUntilItIsBack(t *testing.T) {
	n := newNode(t)
	url := serve(t, handler(t, n, nil))
	n.blocks <- block(6)
	lines := watch(t, url)
	require.Equal(t, "6", next(t, lines).Height)
	n.breakStreams()
	require.Empty(t, next(t, lines).Height)
	_, status := stream(t, url)
	require.Equal(t, http.StatusServiceUnavailable, status)
	n.blocks <- block(9)
	require.Equal(t, "9", next(t, watch(t, url)).Height)
	require.Equal(t, 2, n.subscriptions)
}

func TestASubscriptionThatTheNodeEndsIsMadeAgain(t *testing.T) {
	n := newNode(t)
	url := serve(t, handler(t, n, nil))
	n.blocks <- block(6)
	lines := watch(t, url)
	require.Equal(t, "6", next(t, lines).Height)
	n.blocks <- `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Server error"}}`
	require.Empty(t, next(t, lines).Height)
	require.Eventually(t, func() bool {
		n.mu.Lock()
		defer n.mu.Unlock()
		return n.subscriptions == 2
	}, 10*time.Second, 20*time.Millisecond)
	n.blocks <- block(9)
	require.Equal(t, "9", next(t, watch(t, url)).Height)
}

func TestThePlaceOfOneThatHasLeftIsFreeAtOnce(t *testing.T) {
	n := newNode(t)
	h := handler(t, n, func(o *web.Options) { o.MaxWatchers = 1 })
	url := serve(t, h)
	n.blocks <- block(1)
	require.Eventually(t, func() bool {
		return get(h, http.MethodHead, "/web/live").Code == http.StatusOK
	}, 10*time.Second, 20*time.Millisecond)
	w := get(h, http.MethodHead, "/web/live")
	require.Equal(t, http.StatusOK, w.Code)
	require.Empty(t, w.Body.String())
	require.Equal(t, "1", next(t, watch(t, url)).Height)
}

// stuck is a browser that has stopped reading.
type stuck struct {
	*httptest.ResponseRecorder
	writing chan struct{}
	free    <-chan struct{}
}

func (s *stuck) Write(bz []byte) (int, error) {
	select {
	case s.writing <- struct{}{}:
	default:
	}
	<-s.free
	return len(bz), nil
}

func TestASlowReaderIsDroppedAndDelaysNoOther(t *testing.T) {
	n := newNode(t)
	h := handler(t, n, func(o *web.Options) { o.MaxWatchers = 2 })
	url := serve(t, h)
	n.blocks <- block(1)
	reader := watch(t, url)
	require.Equal(t, "1", next(t, reader).Height)

	free := make(chan struct{})
	s := &stuck{httptest.NewRecorder(), make(chan struct{}, 1), free}
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.ServeHTTP(s, httptest.NewRequest(http.MethodGet, "http://"+host+"/web/live?view=games/2", http.NoBody))
	}()
	<-s.writing
	for height := 2; height < 50; height++ {
		n.blocks <- block(height)
		require.Equal(t, fmt.Sprint(height), next(t, reader).Height)
	}
	require.Equal(t, "49", next(t, watch(t, url)).Height, "the place of the one that was dropped is free")
	close(free)
	<-done
}

// A stream that has ended is closed, and to tell it of a block would end the whole server.
func TestASlowReaderDuringAnOutageReceivesNoBlocks(t *testing.T) {
	n := newNode(t)
	h := handler(t, n, nil)
	url := serve(t, h)
	n.blocks <- block(1)
	require.Equal(t, "1", next(t, watch(t, url)).Height)
	free := make(chan struct{})
	s := &stuck{httptest.NewRecorder(), make(chan struct{}, 1), free}
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.ServeHTTP(s, httptest.NewRequest(http.MethodGet, "http://"+host+"/web/live", http.NoBody))
	}()
	<-s.writing
	n.breakStreams()
	n.blocks <- block(2)
	n.blocks <- block(3)
	require.NotEmpty(t, next(t, watch(t, url)).Height)
	close(free)
	<-done
}
