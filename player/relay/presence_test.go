package relay_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/relay"
)

// request writes a request to the relay itself over a raw connection.
func request(t *testing.T, conn *websocket.Conn, kind byte, content ...[]byte) {
	t.Helper()
	frame := slices.Concat(append([][]byte{make([]byte, 33), {kind}}, content...)...)
	require.NoError(t, conn.Write(t.Context(), websocket.MessageBinary, frame))
}

// later lets everything happen that is due within a time.
func later(d time.Duration) {
	time.Sleep(d) // of the clock of the bubble
	synctest.Wait()
}

func TestAttackAClientIsPresentWhileItIsConnected(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		office := open(t, n, nil)
		asker, shown, hidden := office.client(bob), office.client(alice), office.client(mallory)
		shown.Announce()
		later(time.Second)
		asker.Ask(alice.public, mallory.public)
		later(time.Second)
		require.True(t, asker.Present(alice.public))
		require.False(t, asker.Present(mallory.public), "it has not announced itself")
		require.False(t, asker.Present(bob.public), "the relay was not asked")
		later(20 * time.Minute)
		require.True(t, asker.Present(alice.public))
		require.NoError(t, hidden.Trouble())
		shown.Close()
		later(relay.AskPause)
		require.False(t, asker.Present(alice.public))

		again := office.client(alice)
		again.Announce()
		later(relay.AskPause)
		require.True(t, asker.Present(alice.public))
		asker.Ask()
		require.False(t, asker.Present(alice.public))
	})
}

// A relay cannot invent presence: a heartbeat is signed, for this relay and this time.
func TestAttackAnEvilRelayShowsNobodyWhoIsAway(t *testing.T) {
	beat := func(name string, p person, host string, ago time.Duration) []byte {
		return slices.Concat(p.public, relay.NewHeartbeat(host, time.Now().Add(-ago), someone(name).sign))
	}
	const long = relay.PresentFor + 2*time.Second
	for name, tc := range map[string]struct {
		answer func() []byte
		shown  bool
	}{
		"the truth":                      {func() []byte { return beat("alice", alice, host, 0) }, true},
		"a clock that is a minute late":  {func() []byte { return beat("alice", alice, host, time.Minute) }, true},
		"a clock that is a minute early": {func() []byte { return beat("alice", alice, host, -time.Minute) }, true},
		"an old heartbeat":               {func() []byte { return beat("alice", alice, host, long) }, false},
		"a heartbeat of the future":      {func() []byte { return beat("alice", alice, host, -long) }, false},
		"one for another relay":          {func() []byte { return beat("alice", alice, "other.example", 0) }, false},
		"one by another key":             {func() []byte { return beat("mallory", alice, host, 0) }, false},
		"no signature":                   {func() []byte { return append(alice.public[:33:33], make([]byte, 72)...) }, false},
		"half a heartbeat":               {func() []byte { return beat("alice", alice, host, 0)[:60] }, false},
		"more than were asked about":     {func() []byte { return slices.Repeat(beat("alice", alice, host, 0), 17) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, n *network) {
				evil(t, n, func(ctx context.Context, conn *websocket.Conn, _ []byte) {
					for {
						_, frame, err := conn.Read(ctx)
						if err != nil {
							return
						}
						if strings.HasPrefix(string(frame), string(append(make([]byte, 33), relay.RequestAsk))) {
							reply := slices.Concat(make([]byte, 33), []byte{relay.RequestAsk}, tc.answer())
							_ = conn.Write(ctx, websocket.MessageBinary, reply)
						}
					}
				})
				asker := dial(t, n, bob)
				asker.Ask(alice.public)
				later(time.Second)
				require.Equal(t, tc.shown, asker.Present(alice.public))
			})
		})
	}
}

// Answers that were not asked for cost a client nothing: they are not verified.
func TestAttackAnAnswerWithoutAQuestionIsDropped(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		evil(t, n, func(ctx context.Context, conn *websocket.Conn, _ []byte) {
			reply := slices.Concat(make([]byte, 33), []byte{relay.RequestAsk}, alice.public)
			for range 1000 {
				if conn.Write(ctx, websocket.MessageBinary, reply) != nil {
					return
				}
			}
			_ = conn.Write(ctx, websocket.MessageBinary, make([]byte, 33))
			readAll(ctx, conn)
		})
		asker := dial(t, n, bob)
		later(time.Minute)
		require.NoError(t, asker.Trouble())
		require.False(t, asker.Present(alice.public))
	})
}

// A stranger that floods the relay with questions gets few answers, and keeps no update of others.
func TestAttackAFloodOfQuestionsIsDropped(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		office := open(t, n, nil)
		shown, reader := office.client(alice), office.client(bob)
		shown.Announce()
		require.NoError(t, reader.Send(alice.public, nil))
		later(time.Second)
		flood := office.enter(mallory, "10.9.9.9:1")
		answers := make(chan int, 1)
		go func() {
			n := 0
			defer func() { answers <- n }()
			for {
				if _, _, err := flood.Read(t.Context()); err != nil {
					return
				}
				n++
			}
		}()
		for range 1500 {
			request(t, flood, relay.RequestAsk, alice.public)
		}
		require.NoError(t, shown.Send(bob.public, []byte("an update")))
		require.Equal(t, "an update", string(next(t, reader).Content))
		later(time.Second)
		for _, content := range [][]byte{nil, alice.public[:20], make([]byte, 17*33)} {
			request(t, flood, relay.RequestAsk, content)
			request(t, flood, 99, content)
		}
		synctest.Wait()
		require.NoError(t, flood.CloseNow())
		require.LessOrEqual(t, <-answers, 12)
	})
}

// Notes reach a client that is there and has written to the sender, and are kept for nobody.
func TestAttackANoteIsDeliveredOrLost(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		office := open(t, n, nil)
		from := office.client(alice)
		require.NoError(t, from.SendNote(bob.public, []byte("nobody is there")))
		later(time.Second)
		to := office.client(bob)
		later(time.Second)
		require.NoError(t, from.SendNote(bob.public, []byte("bob has not written")))
		require.NoError(t, from.Send(bob.public, []byte("an update")))
		later(time.Second)
		require.NoError(t, to.Send(alice.public, nil))
		later(time.Second)
		require.Equal(t, "an update", string(next(t, to).Content))
		require.Empty(t, to.Notes())
		require.NoError(t, from.SendNote(bob.public, []byte("well met")))
		later(time.Second)
		note := <-to.Notes()
		require.Equal(t, relay.Update{From: alice.key(), Content: []byte("well met")}, note)
		nothing(t, to)
		require.Error(t, from.SendNote(bob.public, nil))
		require.Error(t, from.SendNote(bob.public, make([]byte, relay.MaxNote+1)))
		require.Error(t, from.SendNote([]byte("bob"), []byte("x")))
	})
}

// A peer that sends a thousand notes a second delays no update, and few of its notes are read, also if the relay helps.
func TestAttackAFloodOfNotesDelaysNoUpdate(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		office := open(t, n, nil)
		to := office.client(bob)
		require.NoError(t, to.Send(mallory.public, nil))
		later(time.Second)
		flood := office.enter(mallory, "10.9.9.9:1")
		for range 1000 {
			request(t, flood, relay.RequestNote, bob.public, []byte("hello"))
		}
		write(t, flood, bob, "an update")
		require.Equal(t, "an update", string(next(t, to).Content))
		synctest.Wait()
		require.LessOrEqual(t, len(to.Notes()), 8)
	})
	inBubble(t, func(t *testing.T, n *network) {
		evil(t, n, func(ctx context.Context, conn *websocket.Conn, _ []byte) {
			_, _, _ = conn.Read(ctx)
			for _, from := range [][]byte{someone("a stranger").public, mallory.public} {
				note := slices.Concat(make([]byte, 33), []byte{relay.RequestNote}, from, []byte("hello"))
				for range 500 {
					_ = conn.Write(ctx, websocket.MessageBinary, note)
				}
			}
			_ = conn.Write(ctx, websocket.MessageBinary, append(mallory.public[:33:33], "an update"...))
			readAll(ctx, conn)
		})
		to := dial(t, n, bob)
		require.NoError(t, to.Send(mallory.public, nil))
		require.Equal(t, "an update", string(next(t, to).Content))
		require.NotEmpty(t, to.Notes())
		for range len(to.Notes()) {
			require.Equal(t, mallory.key(), (<-to.Notes()).From, "strangers are dropped")
		}
		require.LessOrEqual(t, len(to.Notes()), 8)
	})
}

// A relay without presence carries updates, and shows nobody.
func TestARelayWithoutPresenceShowsNobody(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		evil(t, n, func(ctx context.Context, conn *websocket.Conn, key []byte) {
			for {
				_, frame, err := conn.Read(ctx)
				if err != nil {
					return
				}
				if len(frame) > 33 {
					_ = conn.Write(ctx, websocket.MessageBinary, append(alice.public[:33:33], frame[33:]...))
				}
			}
		})
		to := dial(t, n, bob)
		to.Announce()
		to.Ask(alice.public)
		require.NoError(t, to.Send(alice.public, []byte("an update")))
		for string(next(t, to).Content) != "an update" {
		}
		require.False(t, to.Present(alice.public))
		require.NoError(t, to.Trouble())
	})
}
