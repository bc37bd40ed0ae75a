package relay_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/relay"
)

// evil opens a relay of another kind at the same host: it lets everybody in and does then what a test says.
func evil(t *testing.T, n *network, do func(ctx context.Context, conn *websocket.Conn, key []byte)) {
	t.Helper()
	serve(t, n, func(ctx context.Context, conn *websocket.Conn) {
		if conn.Write(ctx, websocket.MessageBinary, make([]byte, 32)) != nil {
			return
		}
		_, answer, err := conn.Read(ctx)
		if err != nil || conn.Write(ctx, websocket.MessageBinary, answer[:33]) != nil {
			return
		}
		do(ctx, conn, answer[:33])
	})
}

// serve opens WebSockets at the host of the tests.
func serve(t *testing.T, n *network, do func(ctx context.Context, conn *websocket.Conn)) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	l := n.listen(host)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer func() { _ = conn.CloseNow() }()
		conn.SetReadLimit(1 << 20)
		do(ctx, conn)
	})}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, server.Close())
		require.ErrorIs(t, <-done, http.ErrServerClosed)
	})
}

// readAll reads until the line ends.
func readAll(ctx context.Context, conn *websocket.Conn) {
	for {
		if _, _, err := conn.Read(ctx); err != nil {
			return
		}
	}
}

func TestAServerThatIsNoRelayIsRefused(t *testing.T) {
	write := func(kind websocket.MessageType, bz []byte) func(ctx context.Context, conn *websocket.Conn) {
		return func(ctx context.Context, conn *websocket.Conn) {
			if conn.Write(ctx, kind, bz) == nil {
				_, _, _ = conn.Read(ctx)
				_ = conn.Write(ctx, kind, bob.public)
				_, _, _ = conn.Read(ctx)
			}
		}
	}
	for name, tc := range map[string]struct {
		do   func(ctx context.Context, conn *websocket.Conn)
		want string
	}{
		"a challenge too short":   {write(websocket.MessageBinary, make([]byte, 31)), "expected 32 bytes, got 31"},
		"a text":                  {write(websocket.MessageText, make([]byte, 32)), "it is no relay"},
		"another one's key":       {write(websocket.MessageBinary, make([]byte, 32)), "called this player by another key"},
		"a challenge without end": {write(websocket.MessageBinary, make([]byte, 1<<20)), "too big"},
		"silence":                 {func(ctx context.Context, _ *websocket.Conn) { <-ctx.Done() }, "deadline exceeded"},
		"the end": {func(_ context.Context, conn *websocket.Conn) {
			_ = conn.Close(websocket.StatusInternalError, "\x1b[2Jboo")
		}, `StatusInternalError and reason = "\x1b[2Jboo"`},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, n *network) {
				serve(t, n, tc.do)
				a := dial(t, n, alice)
				time.Sleep(9900 * time.Millisecond)
				if name == "silence" {
					time.Sleep(200 * time.Millisecond)
				}
				synctest.Wait()
				require.ErrorContains(t, a.Trouble(), tc.want)
			})
		})
	}
}

func TestAttackARelayThatSendsElsewhereIsNotFollowed(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		asked := false
		for name, handler := range map[string]http.HandlerFunc{
			host: func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "http://other.example/v1", http.StatusTemporaryRedirect)
			},
			"other.example": func(http.ResponseWriter, *http.Request) { asked = true },
		} {
			server := &http.Server{Handler: handler}
			l := n.listen(name)
			go func() { _ = server.Serve(l) }()
			defer func() { _ = server.Close() }()
		}
		a := dial(t, n, alice)
		time.Sleep(time.Minute)
		require.ErrorContains(t, a.Trouble(), "307")
		require.False(t, asked)
	})
}

// A probe followed redirects, also to addresses of the player's own network.
func TestAttackAProbeIsNotSentElsewhere(t *testing.T) {
	asked := make(chan struct{}, 1)
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked <- struct{}{} }))
	defer other.Close()
	evil := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer evil.Close()
	err := relay.Probe(t.Context(), strings.Replace(evil.URL, "http", "ws", 1))
	require.ErrorContains(t, err, "307")
	require.Empty(t, asked)
}

func TestAttackARelayThatFloods(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		sent := 0
		evil(t, n, func(ctx context.Context, conn *websocket.Conn, _ []byte) {
			junk := append(bob.public[:33:33], make([]byte, relay.MaxUpdate)...)
			go readAll(ctx, conn)
			for conn.Write(ctx, websocket.MessageBinary, junk) == nil {
				sent++
			}
		})
		a := dial(t, n, alice)
		require.NoError(t, a.Send(bob.public, nil))
		time.Sleep(10 * time.Second)
		require.InDelta(t, 12_000, sent, 100, "a thousand in a second are read, no more")
		require.Len(t, a.Updates(), 16, "and only the newest few wait if nobody reads")
	})
}

func TestARelayThatSendsUnwantedUpdates(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		evil(t, n, func(ctx context.Context, conn *websocket.Conn, _ []byte) {
			_ = conn.Write(ctx, websocket.MessageBinary, append(mallory.public[:33:33], "from a stranger"...))
			_ = conn.Write(ctx, websocket.MessageBinary, bob.public) // empty
			_ = conn.Write(ctx, websocket.MessageBinary, append(bob.public[:33:33], "forged"...))
			_, _, _ = conn.Read(ctx)
		})
		a := dial(t, n, alice)
		require.NoError(t, a.Send(bob.public, nil))
		require.Equal(t, "forged", string(next(t, a).Content), "what is forged is found out by whoever knows the game")
	})
}

func TestARelayThatSendsTooMuchAtOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		times := 0
		evil(t, n, func(ctx context.Context, conn *websocket.Conn, _ []byte) {
			times++
			go readAll(ctx, conn)
			_ = conn.Write(ctx, websocket.MessageBinary, append(bob.public[:33:33], make([]byte, 1<<20)...))
			<-ctx.Done()
		})
		a := dial(t, n, alice)
		require.NoError(t, a.Send(bob.public, nil))
		time.Sleep(10 * time.Minute)
		nothing(t, a)
		require.Error(t, a.Trouble())
		require.LessOrEqual(t, times, 60, "a relay that does harm is not asked all the time")
	})
}

// A relay that answers no ping may have been cut off on the way.
func TestARelayThatHasVanished(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		first := true
		evil(t, n, func(ctx context.Context, conn *websocket.Conn, key []byte) {
			if first {
				first = false
				<-ctx.Done()
			}
			_ = conn.Write(ctx, websocket.MessageBinary, append(bob.public[:33:33], "back"...))
			_, _, _ = conn.Read(ctx)
		})
		a := dial(t, n, alice)
		require.NoError(t, a.Send(bob.public, nil))
		require.Equal(t, "back", string(next(t, a).Content))
	})
}

// Two players count, each by answering the other's newest update, over a relay that drops, doubles, reorders and
// replays updates, and cuts lines. Sending the newest update again until there is a newer one is enough.
func TestAnUpdateSentAgainArrivesInTheEnd(t *testing.T) {
	for seed := range uint64(20) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			inBubble(t, func(t *testing.T, n *network) {
				random := rand.New(rand.NewPCG(seed, 0))
				in := make(chan relay.Update, 1000) // From is the recipient here
				lines := make(map[relay.Key]chan []byte)
				for _, p := range []person{alice, bob} {
					lines[p.key()] = make(chan []byte, 1000)
				}
				evil(t, n, func(ctx context.Context, conn *websocket.Conn, key []byte) {
					ctx, cancel := context.WithCancel(ctx)
					defer cancel()
					go func() {
						defer cancel()
						for {
							_, frame, err := conn.Read(ctx)
							if err != nil {
								return
							}
							if len(frame) > 33 {
								in <- relay.Update{From: relay.Key(frame[:33]), Content: append(key[:33:33], frame[33:]...)}
							}
						}
					}()
					for {
						select {
						case <-ctx.Done():
							return
						case frame := <-lines[relay.Key(key)]:
							if len(frame) == 0 || conn.Write(ctx, websocket.MessageBinary, frame) != nil {
								return
							}
						}
					}
				})
				go func() {
					var old []relay.Update
					for {
						var l relay.Update
						select {
						case <-t.Context().Done():
							return
						case l = <-in:
						}
						old = append(old, l)
						for range random.IntN(4) {
							l := old[random.IntN(len(old))]
							if random.IntN(2) == 0 {
								l = old[len(old)-1]
							}
							lines[l.From] <- l.Content
						}
						if random.IntN(20) == 0 {
							lines[l.From] <- nil // cut
						}
					}
				}()
				ctx, cancel := context.WithTimeout(t.Context(), 24*time.Hour)
				defer cancel()
				a, b := dial(t, n, alice), dial(t, n, bob)
				ends := make(chan error, 4)
				go func() { ends <- count(ctx, a, bob, 1, ends) }()
				go func() { ends <- count(ctx, b, alice, 0, ends) }()
				require.NoError(t, <-ends)
				require.NoError(t, <-ends)
				cancel()
				require.ErrorIs(t, <-ends, errNoEnd)
				require.ErrorIs(t, <-ends, errNoEnd)
			})
		})
	}
}

// errNoEnd means that counting has not ended in time, or was ended.
var errNoEnd = errors.New("no end")

// count counts to a hundred: an update of one more than its own is answered by one more again. Whoever is there says
// so, and sends its last update again until ctx ends.
func count(ctx context.Context, line *relay.Conn, peer person, own uint64, there chan<- error) error {
	again := time.NewTicker(time.Second)
	defer again.Stop()
	for said := false; ; {
		if err := line.Send(peer.public, binary.BigEndian.AppendUint64(nil, own)); err != nil {
			return err
		}
		if own >= 100 && !said {
			said = true
			there <- nil
		}
		select {
		case <-ctx.Done():
			return errNoEnd
		case <-again.C:
		case l := <-line.Updates():
			if binary.BigEndian.Uint64(l.Content) == own+1 {
				own += 2
			}
		}
	}
}

// What many clients that send nothing leave behind in the heap of a relay is small, and gone when they are.
func TestMemoryOfManyClients(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, func(o *relay.Options) { o.Limits.AddressConnections = 10_000; o.Limits.AddressAttempts = 10_000 })
		heap := func() uint64 {
			synctest.Wait()
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		before := heap()
		var conns []*websocket.Conn
		for i := range 300 {
			conns = append(conns, o.enter(someone(fmt.Sprint(i)), "10.0.0.1:1"))
		}
		// Both ends are in this process.
		require.Less(t, (heap()-before)/300, uint64(100<<10))
		for _, conn := range conns {
			require.NoError(t, conn.CloseNow())
		}
		time.Sleep(20 * time.Minute)
		boxes, away, accounts, kept := o.Size()
		require.Zero(t, boxes+away+accounts+kept)
	})
}
