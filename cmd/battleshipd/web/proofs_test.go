package web_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/web"
)

var validatorsHash = strings.Repeat("AB", 32)

// proving answers as CometBFT does for blocks up to a height, and counts the calls.
type proving struct {
	newest atomic.Int64
	mu     sync.Mutex
	calls  []string
}

func (p *proving) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.calls = append(p.calls, r.URL.Path+"?"+r.URL.RawQuery)
	p.mu.Unlock()
	q := r.URL.Query()
	var height, page int64
	_, _ = fmt.Sscan(q.Get("height"), &height)
	_, _ = fmt.Sscan(q.Get("page"), &page)
	result := ""
	switch {
	case height > p.newest.Load():
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":-1,"error":{"code":-32603,"message":"height must be less"}}`)
		return
	case r.URL.Path == "/commit":
		result = fmt.Sprintf(`{"signed_header":{"header":{"height":"%d","validators_hash":%q},"commit":{}},"canonical":true}`,
			height, validatorsHash)
	case r.URL.Path == "/validators":
		n := min(100, 150-100*(page-1))
		result = fmt.Sprintf(`{"validators":[%s],"total":"150"}`, strings.TrimSuffix(strings.Repeat(`{"v":1},`, int(n)), ","))
	case r.URL.Path == "/abci_query" && q.Get("data") == "0xff":
		result = `{"response":{"code":26,"log":"no such state","value":null,"proofOps":null}}`
	case r.URL.Path == "/abci_query":
		result = fmt.Sprintf(`{"response":{"code":0,"key":"AA==","value":"%s","proofOps":{"ops":[]},"height":"%d"}}`,
			q.Get("data"), height)
	}
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":-1,"result":%s}`, result)
}

// prove starts a handler over a node that proves blocks up to 7, and whose last block it knows.
func prove(t *testing.T, change func(*web.Options)) (*web.Handler, *node, *proving) {
	t.Helper()
	p := &proving{}
	p.newest.Store(7)
	n := newNode(t)
	n.rpc = p.ServeHTTP
	h := handler(t, n, change)
	serve(t, h)
	n.blocks <- block(7)
	require.Eventually(t, func() bool { return get(h, http.MethodHead, "/web/live").Code == http.StatusOK },
		10*time.Second, 10*time.Millisecond)
	return h, n, p
}

func TestAttackAHeaderAndRecordsAreOneAnswer(t *testing.T) {
	h, _, p := prove(t, nil)
	w := get(h, http.MethodGet, "/web/proofs?height=7&keys=0200,0300&known="+validatorsHash)
	require.Equal(t, http.StatusOK, w.Code)
	require.JSONEq(t, `{"signed_header":{"header":{"height":"7","validators_hash":"`+validatorsHash+`"},"commit":{}},
		"items":[{"value":"0x0200","proofOps":{"ops":[]}},{"value":"0x0300","proofOps":{"ops":[]}}]}`, w.Body.String())
	require.Len(t, p.calls, 3)
	require.Equal(t, "/commit?height=7", p.calls[0])
	for _, call := range p.calls[1:] {
		require.Contains(t, call, "height=6&path=%22%2Fstore%2Fbattleship%2Fkey%22&prove=true")
	}
	require.Equal(t, w.Body.String(),
		get(h, http.MethodGet, "/web/proofs?height=7&keys=0200,0300&known="+validatorsHash).Body.String())
	get(h, http.MethodGet, "/web/proofs?other=1&keys=0200,0300&height=07&known="+validatorsHash)
	require.Len(t, p.calls, 3, "asked once in a block")

	w = get(h, http.MethodGet, "/web/proofs?height=5")
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, 150, strings.Count(w.Body.String(), `{"v":1}`), "all pages of validators")
	require.Len(t, p.calls, 6)
}

func TestAHeaderThatIsYetToComeIsAwaited(t *testing.T) {
	h, n, p := prove(t, nil)
	answers := make([]*httptest.ResponseRecorder, 4)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = get(h, http.MethodGet, "/web/proofs?height=8&keys=02") })
	}
	p.newest.Store(8)
	n.blocks <- block(8)
	all.Wait()
	for _, w := range answers {
		require.Equal(t, http.StatusOK, w.Code)
		require.Contains(t, w.Body.String(), `"height":"8"`)
	}
	w := get(h, http.MethodGet, "/web/proofs?height=99")
	require.Equal(t, http.StatusNotFound, w.Code, "nothing waits for a block that is far away")
}

func TestAttackProofsAreBounded(t *testing.T) {
	h, n, p := prove(t, func(o *web.Options) { o.Witness = o.RPC })
	for _, asked := range []string{
		"", "height=x", "height=0", "height=-1", "height=7&keys=0g", "height=7&keys=AB", "height=7&keys=0",
		"height=7&known=ab", "height=7&keys=" + strings.Repeat("02,", 64) + "02", "height=7&keys=" + strings.Repeat("02", 65),
	} {
		require.Equal(t, http.StatusBadRequest, get(h, http.MethodGet, "/web/proofs?"+asked).Code, asked)
	}
	require.Equal(t, http.StatusBadRequest, get(h, http.MethodGet, "/web/witness?height=7&keys=02").Code)
	require.NotEqual(t, http.StatusOK, get(h, http.MethodPost, "/web/proofs?height=7").Code)
	require.Empty(t, p.calls)
	require.Equal(t, http.StatusNotFound, get(h, http.MethodGet, "/web/proofs?height=7&keys=ff").Code, "a pruned state")
	n.Close()
	close(n.gone)
	require.Equal(t, http.StatusBadGateway, get(h, http.MethodGet, "/web/witness?height=6").Code)
	require.Eventually(t, func() bool {
		return get(h, http.MethodGet, "/web/proofs?height=6").Code == http.StatusBadGateway
	}, 10*time.Second, 10*time.Millisecond)
}

func TestASecondNodeIsOffered(t *testing.T) {
	p := &proving{}
	second := httptest.NewServer(p)
	t.Cleanup(second.Close)
	h, _, first := prove(t, func(o *web.Options) {
		o.Witness, o.TrustHeight, o.TrustHash = second.URL, 5, validatorsHash
	})
	require.JSONEq(t, `{"live":"/web/live","proofs":"/web/proofs","witness":"/web/witness","faucet":false,
		"trust":{"height":"5","hash":"`+validatorsHash+`"}}`, get(h, http.MethodGet, "/config.json").Body.String())
	late := make(chan *httptest.ResponseRecorder, 1)
	go func() { late <- get(h, http.MethodGet, "/web/witness?height=7&known="+validatorsHash) }()
	require.Eventually(t, func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return len(p.calls) > 1
	}, 10*time.Second, 10*time.Millisecond, "it is asked again until it has the block")
	p.newest.Store(7)
	require.Equal(t, http.StatusOK, (<-late).Code)
	require.Empty(t, first.calls)
}

// Requests for a block that is yet to come leave room for those that the node can answer.
func TestAttackThoseThatWaitForABlockTakeNoPlace(t *testing.T) {
	h, n, p := prove(t, func(o *web.Options) { o.MaxRequests = 1 })
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { get(h, http.MethodGet, "/web/proofs?height=8&keys=02") })
	}
	for range 20 {
		require.Equal(t, http.StatusOK, get(h, http.MethodGet, "/web/proofs?height=7&keys=03").Code)
	}
	p.newest.Store(8)
	n.blocks <- block(8)
	all.Wait()
}

// A node without an end is refused, and one that names another address is not followed there.
func TestAttackANodeNeitherFillsTheServerNorSendsItElsewhere(t *testing.T) {
	elsewhere := &proving{}
	other := httptest.NewServer(elsewhere)
	t.Cleanup(other.Close)
	h, n, p := prove(t, nil)
	n.rpc = func(w http.ResponseWriter, r *http.Request) {
		switch height := r.URL.Query().Get("height"); {
		case height == "1":
			http.Redirect(w, r, other.URL+r.URL.RequestURI(), http.StatusFound)
		case height == "2" && r.URL.Path == "/validators":
			_, _ = io.WriteString(w, `{"result":{"validators":[{"v":1}],"total":"1000000"}}`)
		case height == "3":
			_, _ = fmt.Fprintf(w, `{"result":{"signed_header":%q}}`, strings.Repeat("a", 9<<20))
		default:
			p.ServeHTTP(w, r)
		}
	}
	for height := range 3 {
		at := fmt.Sprintf("/web/proofs?height=%d", height+1)
		require.Equal(t, http.StatusBadGateway, get(h, http.MethodGet, at).Code, at)
	}
	require.Empty(t, elsewhere.calls)
	require.Len(t, p.calls, 1, "the commit of block 2")
}
