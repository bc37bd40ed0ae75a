package web_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkStream measures the time from a block until five hundred connections have it, with a game of 6 kB. The
// readers work on the same processors.
func BenchmarkStream(b *testing.B) {
	const watchers = 500
	n := newNode(b)
	n.rpc = func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"height":"7","x":"`+strings.Repeat("x", 6000)+`"}`)
	}
	url := serve(b, handler(b, n, nil))
	n.blocks <- block(1, 7)
	watch(b, url)
	var received sync.WaitGroup
	received.Add(watchers)
	for range watchers {
		conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		require.NoError(b, err)
		b.Cleanup(func() { _ = conn.Close() })
		_, err = io.WriteString(conn, "GET /web/live?view=games/7 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
		require.NoError(b, err)
		go func() {
			lines := bufio.NewReaderSize(conn, 1<<16)
			for {
				line, err := lines.ReadSlice('\n')
				if err != nil {
					return
				}
				if strings.HasPrefix(string(line), "data: ") {
					received.Done()
				}
			}
		}()
	}
	received.Wait()
	height := 1
	for b.Loop() {
		height++
		received.Add(watchers)
		n.blocks <- block(height, 7)
		received.Wait()
	}
}
