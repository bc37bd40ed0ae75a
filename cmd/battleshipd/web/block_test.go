package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

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
func serveState(t *testing.T, s http.Handler) (n *node, url string) {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	n = newNode(t)
	return n, serve(t, handler(t, n, func(o *web.Options) { o.REST = server.URL + "/" }))
}

const (
	game3  = "/battleship/v1/games/3"
	melee4 = "/battleship/v1/melees/4"
)

func TestAWatcherReceivesItsGameWithTheBlock(t *testing.T) {
	s := &rest{}
	n, url := serveState(t, s)
	s.has(map[string]string{game3: `{"height":"1"}`, melee4: `{"height": "1"}`})
	n.blocks <- block(1)
	duel, same := watch(t, url, "?view=games/3"), watch(t, url, "?view=games/3")
	melee, none := watch(t, url, "?view=melees/4"), watch(t, url)
	height1 := map[string]any{"height": "1"}
	require.Equal(t, map[string]any{game3: height1}, next(t, duel).Answers, "the first block has it anyway")
	require.Equal(t, map[string]any{game3: height1}, next(t, same).Answers)
	require.Equal(t, map[string]any{melee4: height1}, next(t, melee).Answers)
	require.Nil(t, next(t, none).Answers)
	require.ElementsMatch(t, []string{game3, melee4}, s.requests(), "once for all watchers of a game")

	s.has(map[string]string{game3: `{"height":"2"}`})
	n.blocks <- block(2, 3)
	height2 := map[string]any{game3: map[string]any{"height": "2"}}
	want := beat{"test-1", "2", "2026-01-01T00:00:00.5Z", []string{"2", "3"}, height2}
	require.Equal(t, want, next(t, duel))
	require.Equal(t, want, next(t, same))
	want.Answers = nil
	require.Equal(t, want, next(t, melee), "nothing has happened in it")
	require.Equal(t, want, next(t, none))
	require.Equal(t, []string{game3}, s.requests())

	n.blocks <- block(3, 5)
	want = beat{"test-1", "3", "2026-01-01T00:00:00.5Z", []string{"2", "5"}, nil}
	require.Equal(t, want, next(t, duel))
	require.Equal(t, []string{game3}, s.requests(), "nobody watches game 5")
}

func TestABlockIsSentWithoutAGameThatCannotBeRead(t *testing.T) {
	s := &rest{}
	n, url := serveState(t, s)
	n.blocks <- block(1)
	lines := watch(t, url, "?view=games/3")
	require.Nil(t, next(t, lines).Answers, "there is none")
	for _, answer := range []string{"", "<html>", `{"height":`, `"` + strings.Repeat("x", 2<<20) + `"`} {
		s.has(map[string]string{game3: answer})
		n.blocks <- block(2, 3)
		require.Equal(t, beat{"test-1", "2", "2026-01-01T00:00:00.5Z", []string{"2", "3"}, nil}, next(t, lines))
	}
}

func TestAGameThatIsSlowToReadDelaysNoOtherWatcher(t *testing.T) {
	free := make(chan struct{})
	n, url := serveState(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == game3 {
			<-free
		}
		_, _ = io.WriteString(w, `{}`)
	}))
	n.blocks <- block(1)
	slow, other, none := watch(t, url, "?view=games/3"), watch(t, url, "?view=games/2"), watch(t, url)
	require.Equal(t, "1", next(t, other).Height)
	require.Equal(t, "1", next(t, none).Height)
	n.blocks <- block(2, 3)
	require.Equal(t, "2", next(t, other).Height)
	require.Equal(t, "2", next(t, none).Height)
	close(free)
	require.Equal(t, "1", next(t, slow).Height)
	require.Equal(t, "2", next(t, slow).Height)
}

func TestAttackAStreamReadsNothingButTheViewOfAGame(t *testing.T) {
	h, n := follow(t, func(http.ResponseWriter, *http.Request) { t.Error("the node is asked") })
	for _, query := range []string{
		"view=", "view=games", "view=games/", "view=games/x", "view=games/-1", "view=games/07", "view=/games/7",
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
