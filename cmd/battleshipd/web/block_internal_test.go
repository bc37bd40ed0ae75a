package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAttackViewsThatAreReadAtOnceAreBounded(t *testing.T) {
	var mu sync.Mutex
	var once sync.Once
	now, most := 0, 0
	full := make(chan struct{})
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		now++
		if most = max(most, now); now == viewsAtOnce {
			once.Do(func() { close(full) })
		}
		mu.Unlock()
		<-full
		mu.Lock()
		now--
		mu.Unlock()
		_, _ = io.WriteString(w, "{}")
	}))
	t.Cleanup(node.Close)
	at, err := url.Parse(node.URL)
	require.NoError(t, err)
	s := newState(at)
	var all sync.WaitGroup
	for range 4 * viewsAtOnce {
		all.Go(func() {
			if string(s.read(t.Context(), "/battleship/v1/games/7")) != "{}" {
				t.Error("a view is not read")
			}
		})
	}
	all.Wait()
	require.Equal(t, viewsAtOnce, most)
}
