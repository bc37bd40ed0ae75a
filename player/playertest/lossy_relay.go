package playertest

import (
	"bytes"
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/coder/websocket"
)

// evilFor is the number of updates that a relay mistreats. Each loss takes a second, until the update is sent again.
const evilFor = 40

// LossyRelay is a relay without admission that loses, doubles, reorders, replays, changes, swaps and invents updates,
// and cuts connections.
type LossyRelay struct {
	mu     sync.Mutex
	random *rand.Rand
	lines  map[string]chan []byte // by key
	old    [][2][]byte            // the key of the reader, and the whole message
	bad    int                    // how many that were not as they were sent
}

// LoseUpdates starts a LossyRelay for the games that are opened from now on.
func (h *OffChain) LoseUpdates() *LossyRelay {
	h.Helper()
	evil := &LossyRelay{random: rand.New(rand.NewPCG(1, 0)), lines: make(map[string]chan []byte)}
	server := httptest.NewServer(evil)
	h.Cleanup(server.Close)
	h.URL = "ws" + strings.TrimPrefix(server.URL, "http")
	return evil
}

// Changed returns the number of updates that were not carried as they were sent.
func (e *LossyRelay) Changed() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.bad
}

// ServeHTTP implements http.Handler.
func (e *LossyRelay) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer func() { _ = conn.CloseNow() }()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	if conn.Write(ctx, websocket.MessageBinary, make([]byte, 32)) != nil {
		return
	}
	_, answer, err := conn.Read(ctx)
	if err != nil || conn.Write(ctx, websocket.MessageBinary, answer[:33]) != nil {
		return
	}
	key := answer[:33]
	out := make(chan []byte, 1000)
	e.mu.Lock()
	e.lines[string(key)] = out
	e.mu.Unlock()
	go func() {
		defer cancel()
		for {
			_, frame, err := conn.Read(ctx)
			if err != nil {
				return
			}
			if len(frame) > 33 {
				e.carry(key, frame[:33], frame[33:])
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case frame := <-out:
			if len(frame) == 0 || conn.Write(ctx, websocket.MessageBinary, frame) != nil {
				return // cut
			}
		}
	}
}

// carry mistreats an update at random.
func (e *LossyRelay) carry(from, to, update []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.old = append(e.old, [2][]byte{to, append(bytes.Clone(from), update...)})
	send := func(reader, frame []byte) {
		if out := e.lines[string(reader)]; out != nil && len(out) < cap(out) {
			out <- frame
		}
	}
	if len(e.old) > evilFor {
		send(to, e.old[len(e.old)-1][1])
		return
	}
	for range e.random.IntN(4) {
		next := e.old[len(e.old)-1]
		frame := bytes.Clone(next[1])
		switch e.random.IntN(12) {
		case 0, 1:
			next = e.old[e.random.IntN(len(e.old))] // replayed
			frame = bytes.Clone(next[1])
		case 2:
			frame[33+e.random.IntN(len(frame)-33)] ^= 1 << e.random.IntN(8)
		case 3:
			frame = frame[:34+e.random.IntN(len(frame)-33)]
		case 4:
			frame = append(bytes.Clone(to), update...) // the reader's own words, or so it says
		case 5:
			next[0], frame = from, append(bytes.Clone(to), update...) // back to whoever has written it
		case 6:
			frame = append(bytes.Clone(from), make([]byte, e.random.IntN(2048))...)
			for range 100 { // a flood
				for i := 33; i < len(frame); i++ {
					frame[i] = byte(e.random.IntN(256))
				}
				send(to, bytes.Clone(frame))
			}
		}
		if !bytes.Equal(frame, e.old[len(e.old)-1][1]) {
			e.bad++
		}
		send(next[0], frame)
	}
	if e.random.IntN(40) == 0 {
		send(to, nil)
	}
}
