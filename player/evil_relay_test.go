package player_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
)

// evilFor is for how many updates a relay is evil: each that is lost takes a second, until it is sent again.
const evilFor = 40

// evilRelay lets everybody in, and carries updates as badly as it can without keeping all of them back: it loses,
// doubles, reorders, replays, changes, swaps and invents them, and cuts lines.
type evilRelay struct {
	mu     sync.Mutex
	random *rand.Rand
	lines  map[string]chan []byte // by key
	old    [][2][]byte            // of whoever reads, and the whole message
	bad    int                    // how many that were not as they were sent
}

func (e *evilRelay) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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

// carry does with an update what the relay likes.
func (e *evilRelay) carry(from, to, update []byte) {
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

// Whatever a relay does short of carrying nothing, a game takes three transactions, and ends as it would have.
func TestAnOffChainGameOverAHostileRelay(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	evil := &evilRelay{random: rand.New(rand.NewPCG(1, 0)), lines: make(map[string]chan []byte)}
	server := httptest.NewServer(evil)
	t.Cleanup(server.Close)
	h.url = "ws" + strings.TrimPrefix(server.URL, "http")
	id := h.afloat(game.Xaya())
	_, result := h.bots(id, h.channelPlayer(alice), h.channelPlayer(bob))
	require.Equal(t, game.ReasonSunk, game.Reason(result.Reason))
	require.Equal(t, 3, h.sent())
	require.Greater(t, evil.bad, 5)
}
