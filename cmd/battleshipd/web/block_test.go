package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/web"
)

// rest is the REST server of a node, which has one answer to a path.
type rest struct {
	mu      sync.Mutex
	answers map[string]string
	asked   []string
}

func (s *rest) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, r.URL.RequestURI())
	answer, ok := s.answers[r.URL.RequestURI()]
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		answer = `{"code":5}`
	}
	_, _ = io.WriteString(w, answer)
}

// has has the node answer from now on.
func (s *rest) has(answers map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers, s.asked = answers, nil
}

func (s *rest) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

// serveState serves the page of a node that answers reads from s.
func serveState(t *testing.T, s http.Handler, change ...func(*web.Handler)) (n *node, url string) {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	n = newNode(t)
	h := handler(t, n, func(o *web.Options) { o.REST = server.URL + "/" })
	for _, c := range change {
		c(h)
	}
	return n, serve(t, h)
}

const (
	game3  = "/battleship/v1/games/3"
	melee4 = "/battleship/v1/melees/4"
)

func TestAWatcherReceivesItsGameWithTheBlock(t *testing.T) {
	s := &rest{}
	n, url := serveState(t, s)
	s.has(map[string]string{game3: `{"height": "2"}`, melee4: `{"height":"2"}`})
	n.blocks <- block(1, 3, 4)
	duel, same := watch(t, url, "?view=games/3"), watch(t, url, "?view=games/3")
	melee, none := watch(t, url, "?view=melees/4"), watch(t, url)
	for _, lines := range []*bufio.Scanner{duel, same, melee, none} {
		require.Equal(t, "1", next(t, lines).Height)
	}
	s.has(map[string]string{game3: `{"height": "2"}`, melee4: `{"height":"2"}`})

	n.blocks <- block(2, 3)
	height2 := map[string]any{game3: map[string]any{"height": "2"}}
	want := beat{"test-1", "2", "2026-01-01T00:00:00.5Z", []string{"2", "3"}, height2}
	require.Equal(t, want, next(t, duel))
	require.Equal(t, want, next(t, same))
	want.Answers = nil
	require.Equal(t, want, next(t, melee), "nothing has happened in it")
	require.Equal(t, want, next(t, none))
	require.Equal(t, []string{game3}, s.requests(), "once for all watchers of a game")

	n.blocks <- block(3, 4)
	want = beat{"test-1", "3", "2026-01-01T00:00:00.5Z", []string{"2", "4"}, nil}
	require.Equal(t, want, next(t, duel))
	want.Answers = map[string]any{melee4: map[string]any{"height": "2"}}
	require.Equal(t, want, next(t, melee))

	n.blocks <- block(4, 5)
	require.Equal(t, []string{"2", "5"}, next(t, duel).Games)
	require.Equal(t, []string{game3, melee4}, s.requests(), "game 5 has no watchers")
}

// A view in several lines, as some servers send JSON, is one line of the stream.
func TestABlockIsSentWithoutAGameThatCannotBeRead(t *testing.T) {
	s := &rest{}
	n, url := serveState(t, s)
	n.blocks <- block(1)
	lines := watch(t, url, "?view=games/3")
	next(t, lines)
	height := 1
	for answer, want := range map[string]any{
		"": nil, "<html>": nil, `{"height":`: nil, `"` + strings.Repeat("x", 2<<20) + `"`: nil,
		"{\n\"height\": \"7\"\n}": map[string]any{"height": "7"},
	} {
		s.has(map[string]string{game3: answer})
		height++
		n.blocks <- block(height, 3)
		got := next(t, lines)
		require.Equal(t, []string{"2", "3"}, got.Games)
		require.Equal(t, want, got.Answers[game3], answer)
	}
}

// A node whose REST server hangs sends its blocks all the same.
func TestAttackABlockIsSentWithoutAViewThatDoesNotCome(t *testing.T) {
	free := make(chan struct{})
	n, url := serveState(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == game3 {
			<-free
		}
		_, _ = io.WriteString(w, `{}`)
	}), func(h *web.Handler) { h.SetViewLimit(0) })
	t.Cleanup(func() { close(free) })
	n.blocks <- block(1)
	hangs, other := watch(t, url, "?view=games/3"), watch(t, url, "?view=games/2")
	for height := 1; height < 5; height++ {
		require.Equal(t, fmt.Sprint(height), next(t, hangs).Height)
		require.Equal(t, fmt.Sprint(height), next(t, other).Height)
		n.blocks <- block(height+1, 3)
	}
}

// While a client waits for the view of a block, later ones come. It receives them at once.
func TestAClientThatIsBehindWaitsForNoView(t *testing.T) {
	arrived, free := make(chan struct{}, 10), make(chan struct{})
	n, url := serveState(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == game3 {
			arrived <- struct{}{}
			<-free
		}
		_, _ = io.WriteString(w, `{}`)
	}))
	n.blocks <- block(1)
	lines, other := watch(t, url, "?view=games/3"), watch(t, url)
	next(t, lines)
	next(t, other)
	n.blocks <- block(2, 3)
	<-arrived
	for height := 2; height <= 5; height++ {
		require.Equal(t, fmt.Sprint(height), next(t, other).Height, "it waits for no view")
		n.blocks <- block(height+1, 3)
	}
	close(free)
	require.NotNil(t, next(t, lines).Answers)
	require.Nil(t, next(t, lines).Answers, "block 4 is there already")
}

// A client that withholds the body of its request, and reads nothing, does not keep its connection.
func TestAttackAStreamWithoutItsBodyEnds(t *testing.T) {
	n := newNode(t)
	url := serve(t, handler(t, n, nil))
	n.blocks <- block(1)
	next(t, watch(t, url))
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	_, err = io.WriteString(conn, "GET /web/live HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\n")
	require.NoError(t, err)
	answer := bufio.NewReader(conn)
	_, err = answer.ReadString('\n')
	require.NoError(t, err)
	n.breakStreams()
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(10*time.Second)))
	_, err = io.Copy(io.Discard, answer)
	require.NoError(t, err, "the server closes the connection")
}

func TestAttackAStreamReadsNothingButTheViewOfAGame(t *testing.T) {
	h, n := follow(t, func(http.ResponseWriter, *http.Request) { t.Error("the node is asked") })
	for _, query := range []string{
		"view=", "view=games", "view=games/", "view=games/x", "view=games/-1", "view=games/07", "view=/games/7",
		"view=" + strings.Repeat("a", 21) + "/7",
		"view=games/18446744073709551616", "view=games/3/log", "view=games/3%3Fx", "view=../params", "view=games/..%2F3",
		"view=games/3&view=games/4", "view=games/3&x=4", "game=3", "%zz",
	} {
		w := get(h, http.MethodGet, "/web/live?"+query)
		require.Equal(t, http.StatusBadRequest, w.Code, query)
		require.JSONEq(t, `{"error":"expected the view of one game, such as view=games/7, or none"}`,
			w.Body.String())
	}
	require.Empty(t, n.asked)
}
