package web_test

import (
	"compress/gzip"
	"errors"
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

// follow starts a handler whose REST server is what a test gives, and has it know a block.
func follow(t *testing.T, rest http.HandlerFunc) (h *web.Handler, n *node) {
	t.Helper()
	server := httptest.NewServer(rest)
	t.Cleanup(server.Close)
	n = newNode(t)
	h = handler(t, n, func(o *web.Options) { o.REST = server.URL })
	serve(t, h)
	n.blocks <- block(1)
	require.Eventually(t, func() bool { return get(h, http.MethodHead, "/web/live").Code == http.StatusOK },
		10*time.Second, 10*time.Millisecond)
	return h, n
}

func TestReadsOfOneBlockAreRequestedOnce(t *testing.T) {
	var asked atomic.Int32
	arrived, free := make(chan struct{}, 1), make(chan struct{})
	h, n := follow(t, func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) == 1 {
			arrived <- struct{}{}
			<-free
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"x":"`+strings.Repeat("y", 5000)+`"}`)
	})
	const path = "/battleship/v1/games/7"
	answers := make([]*httptest.ResponseRecorder, 8)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = get(h, http.MethodGet, path, "Accept-Encoding", []string{"", "gzip"}[i%2]) })
		if i == 0 {
			<-arrived
		}
	}
	close(free)
	all.Wait()
	require.Equal(t, int32(1), asked.Load())
	for i, w := range answers {
		require.Equal(t, http.StatusOK, w.Code)
		require.Equal(t, "application/json", w.Header().Get("Content-Type"))
		require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
		require.Equal(t, "Accept-Encoding", w.Header().Get("Vary"))
		require.Equal(t, web.Policy, w.Header().Get("Content-Security-Policy"))
		body := io.Reader(w.Body)
		if i%2 == 1 {
			require.Less(t, w.Body.Len(), 1000)
			var err error
			body, err = gzip.NewReader(w.Body)
			require.NoError(t, err)
		}
		bz, err := io.ReadAll(body)
		require.NoError(t, err)
		require.Len(t, bz, 5008)
	}
	get(h, http.MethodGet, path+"?x=1")
	require.Equal(t, int32(2), asked.Load(), "another query is another answer")
	get(h, http.MethodGet, path, "X-Cosmos-Block-Height", "1")
	require.Equal(t, int32(3), asked.Load(), "another height is another answer")
	n.blocks <- block(2)
	require.Eventually(t, func() bool {
		get(h, http.MethodGet, path)
		return asked.Load() > 3
	}, 10*time.Second, 10*time.Millisecond, "the next block has other answers")
}

func TestATransactionIsLookedForEachTime(t *testing.T) {
	var asked atomic.Int32
	h, _ := follow(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "{}"); asked.Add(1) })
	for range 3 {
		get(h, http.MethodGet, "/cosmos/tx/v1beta1/txs?query=tx.hash%3D'"+strings.Repeat("a", 64)+"'")
	}
	require.Equal(t, int32(3), asked.Load(), "the node finds it some time after its block")
}

func TestAFailureIsNotKept(t *testing.T) {
	var asked atomic.Int32
	h, _ := follow(t, func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) == 1 {
			w.WriteHeader(http.StatusInternalServerError)
		}
		_, _ = io.WriteString(w, "{}")
	})
	require.Equal(t, http.StatusInternalServerError, get(h, http.MethodGet, "/battleship/v1/params").Code)
	require.Equal(t, http.StatusOK, get(h, http.MethodGet, "/battleship/v1/params").Code)
}

func TestALongAnswerIsPassedOnWhole(t *testing.T) {
	const long = 3 << 20
	h, _ := follow(t, func(w http.ResponseWriter, _ *http.Request) {
		for range long >> 10 {
			_, _ = io.WriteString(w, strings.Repeat("z", 1<<10))
		}
	})
	for range 2 {
		w := get(h, http.MethodGet, "/battleship/v1/games/7/log")
		require.Equal(t, http.StatusOK, w.Code)
		require.Equal(t, long, w.Body.Len())
	}
}

// An answer that breaks off while a block waits for it was once given to others as a whole one.
func TestRegressionAnAnswerThatBreaksOffIsNotKept(t *testing.T) {
	var asked atomic.Int32
	n, url := serveState(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) > 1 {
			_, _ = io.WriteString(w, `{"height":"2"}`)
			return
		}
		_, _ = io.WriteString(w, `{"height":`)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}))
	n.blocks <- block(1)
	lines := watch(t, url, "?view=games/3")
	next(t, lines)
	n.blocks <- block(2, 3)
	got := next(t, lines)
	require.Equal(t, "2", got.Height)
	require.Empty(t, got.Answers)
	require.Equal(t, int32(1), asked.Load())

	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+game3, http.NoBody)
	require.NoError(t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	answer, err := io.ReadAll(response.Body)
	require.NoError(t, errors.Join(err, response.Body.Close()))
	require.JSONEq(t, `{"height":"2"}`, string(answer))
	require.Equal(t, int32(2), asked.Load())
}
