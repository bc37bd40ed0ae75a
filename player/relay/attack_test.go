package relay_test

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/relay"
)

// highS returns a signature that is as good as another one but for its high s.
func highS(signature []byte) []byte {
	var s secp256k1.ModNScalar
	s.SetByteSlice(signature[32:])
	bz := s.Negate().Bytes()
	return append(signature[:32:32], bz[:]...)
}

func TestAttackEnteringNeedsTheKey(t *testing.T) {
	signed := func(p person, message []byte) []byte {
		signature, _ := p.sign(message)
		return append(p.public[:33:33], signature...)
	}
	var earlier []byte
	for name, tc := range map[string]struct {
		answer func(challenge []byte) []byte
		kind   websocket.MessageType
	}{
		"somebody else's signature": {answer: func(c []byte) []byte {
			return append(bob.public[:33:33], mallory.answer(host, c)[33:]...)
		}},
		"a high s": {answer: func(c []byte) []byte {
			answer := bob.answer(host, c)
			return append(answer[:33:33], highS(answer[33:])...)
		}},
		"for another relay": {answer: func(c []byte) []byte { return bob.answer("other.example", c) }},
		"for a state off-chain": {answer: func(c []byte) []byte {
			return signed(bob, append([]byte("battleship/channel-state/v1"), c...))
		}},
		"of the challenge": {answer: func(c []byte) []byte { return signed(bob, c) }},
		"of another one":   {answer: func([]byte) []byte { return bob.answer(host, make([]byte, 32)) }},
		"zeros":            {answer: func([]byte) []byte { return append(bob.public[:33:33], make([]byte, 64)...) }},
		"r and s too large": {answer: func([]byte) []byte {
			return append(bob.public[:33:33], strings.Repeat("\xff", 64)...)
		}},
		"no key": {answer: func(c []byte) []byte {
			return append(make([]byte, 33), bob.answer(host, c)[33:]...)
		}},
		"an uncompressed key": {answer: func(c []byte) []byte { return append([]byte{4}, bob.answer(host, c)[1:]...) }},
		"too short":           {answer: func(c []byte) []byte { return bob.answer(host, c)[:96] }},
		"too long":            {answer: func(c []byte) []byte { return append(bob.answer(host, c), 0) }},
		"nothing":             {answer: func([]byte) []byte { return nil }},
		"text":                {answer: func(c []byte) []byte { return bob.answer(host, c) }, kind: websocket.MessageText},
		"an earlier answer":   {answer: func([]byte) []byte { return earlier }},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, n *network) {
				o := open(t, n, nil)
				// Bob is there, and somebody has seen how he has entered.
				b, _, err := raw(t.Context(), n, "10.0.0.1:1") //nolint:bodyclose // not needed, as the library says
				require.NoError(t, err)
				_, challenge, err := b.Read(t.Context())
				require.NoError(t, err)
				earlier = bob.answer(host, challenge)
				require.NoError(t, b.Write(t.Context(), websocket.MessageBinary, earlier))
				_, _, err = b.Read(t.Context())
				require.NoError(t, err)

				m, _, err := raw(t.Context(), n, "10.0.0.2:1") //nolint:bodyclose // not needed, as the library says
				require.NoError(t, err)
				_, challenge, err = m.Read(t.Context())
				require.NoError(t, err)
				kind := cmp.Or(tc.kind, websocket.MessageBinary)
				require.NoError(t, m.Write(t.Context(), kind, tc.answer(challenge)))
				_, _, err = m.Read(t.Context())
				require.Equal(t, relay.CodeStranger, websocket.CloseStatus(err), "%v", err)
				require.EqualValues(t, 1, o.Stats().Refused)

				// Bob has kept his line.
				write(t, b, bob, "to myself")
				_, frame, err := b.Read(t.Context())
				require.NoError(t, err)
				require.Equal(t, string(bob.public)+"to myself", string(frame))
				require.NoError(t, b.CloseNow())
			})
		})
	}
}

func TestAConnectionWithoutAKeyProofIsClosed(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, nil)
		m, _, err := raw(t.Context(), n, "10.0.0.2:1") //nolint:bodyclose // not needed, as the library says
		require.NoError(t, err)
		defer func() { _ = m.CloseNow() }()
		began := time.Now()
		_, _, err = m.Read(t.Context())
		require.NoError(t, err)
		_, _, err = m.Read(t.Context())
		require.Error(t, err)
		require.Equal(t, 10*time.Second, time.Since(began))
		synctest.Wait()
		require.Zero(t, o.Stats().Connections)
	})
}

// A relay that wants to be another one's client asks it for a challenge, and its own client for the answer.
func TestAChallengeOfAnotherRelayIsNoUse(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, nil)
		answers := make(chan []byte, 1)
		evil := n.listen("evil.example")
		server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			conn, err := websocket.Accept(w, r, nil)
			if err != nil {
				return
			}
			defer func() { _ = conn.CloseNow() }()
			good, _, err := raw(r.Context(), n, "10.0.0.2:1") //nolint:bodyclose // not needed, as the library says
			if err != nil {
				return
			}
			defer func() { _ = good.CloseNow() }()
			_, challenge, err := good.Read(r.Context())
			if err != nil || conn.Write(r.Context(), websocket.MessageBinary, challenge) != nil {
				return
			}
			_, answer, err := conn.Read(r.Context())
			if err != nil || good.Write(r.Context(), websocket.MessageBinary, answer) != nil {
				return
			}
			_, _, err = good.Read(r.Context())
			answers <- []byte(fmt.Sprint(websocket.CloseStatus(err)))
		})}
		go func() { _ = server.Serve(evil) }()
		defer func() { _ = server.Close() }()
		conn, err := relay.DialOver(t.Context(), "ws://evil.example", bob.public, bob.sign, n.from("10.0.0.1:1"))
		require.NoError(t, err)
		defer conn.Close()
		require.Equal(t, fmt.Sprint(relay.CodeStranger), string(<-answers))
		require.EqualValues(t, 1, o.Stats().Refused)
	})
}

// The same relay asked by the name that the evil one goes by would take the answer, so it does not answer to that name.
func TestARelayAnswersToItsOwnNamesAlone(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		open(t, n, nil)
		_, response, err := websocket.Dial(t.Context(), "ws://"+host+relay.Path, &websocket.DialOptions{
			HTTPClient: &http.Client{Transport: n.from("10.0.0.2:1")}, Host: "evil.example",
		})
		require.Error(t, err)
		require.Equal(t, http.StatusMisdirectedRequest, response.StatusCode)
		text, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Contains(t, string(text), `"evil.example": its operator can add it with --host`)
	})
}

func TestAnUpdateThatIsTooLong(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, nil)
		a, b := o.enter(alice, "10.0.0.1:1"), o.client(bob)
		require.NoError(t, b.Send(alice.public, nil))
		synctest.Wait()
		write(t, a, bob, strings.Repeat("x", relay.MaxUpdate))
		require.Len(t, next(t, b).Content, relay.MaxUpdate)
		go func() { _ = a.Write(context.Background(), websocket.MessageBinary, make([]byte, 33+relay.MaxUpdate+1)) }()
		_, _, err := a.Read(t.Context())
		require.Equal(t, websocket.StatusMessageTooBig, websocket.CloseStatus(err), "%v", err)
		nothing(t, b)
		require.ErrorContains(t, b.Send(alice.public, make([]byte, relay.MaxUpdate+1)), "at most 2048 bytes, got 2049")
		require.ErrorContains(t, b.Send([]byte("alice"), nil), "recipient")
	})
}

func TestAClientThatDoesNotKeepToTheProtocol(t *testing.T) {
	for name, send := range map[string]func(ctx context.Context, conn *websocket.Conn) error{
		"text": func(ctx context.Context, conn *websocket.Conn) error {
			return conn.Write(ctx, websocket.MessageText, bob.public)
		},
		"no recipient": func(ctx context.Context, conn *websocket.Conn) error {
			return conn.Write(ctx, websocket.MessageBinary, bob.public[:32])
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, n *network) {
				a := open(t, n, nil).enter(alice, "10.0.0.1:1")
				require.NoError(t, send(t.Context(), a))
				_, _, err := a.Read(t.Context())
				require.Equal(t, relay.CodeMalformed, websocket.CloseStatus(err), "%v", err)
			})
		})
	}
}

func TestAFloodIsReadSlowly(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, func(o *relay.Options) { o.Limits.KeyUpdates, o.Limits.AddressUpdates = 10, 15 })
		a, c := o.enter(alice, "10.0.0.1:1"), o.enter(mallory, "10.0.0.1:2")
		b := o.enter(bob, "10.0.0.3:1")
		write(t, b, alice, "")
		write(t, b, mallory, "")
		synctest.Wait()
		flood := func(conn *websocket.Conn, updates int) time.Duration {
			began := time.Now()
			for i := range updates {
				write(t, conn, bob, fmt.Sprint(i))
			}
			synctest.Wait()
			return time.Since(began)
		}
		read := 0
		go func() {
			for {
				if _, _, err := b.Read(t.Context()); err != nil {
					return
				}
				read++
			}
		}()
		require.Less(t, flood(a, 20), time.Second, "20 at once are nobody's harm")
		go readAll(t.Context(), a) // it answers pings
		go readAll(t.Context(), c)
		took := flood(a, 101)
		require.InDelta(t, 10, took.Seconds(), 1, "a key sends 10 a second")
		time.Sleep(time.Minute)
		done := make(chan time.Duration)
		began := time.Now()
		for _, conn := range []*websocket.Conn{a, c} {
			go func() {
				for i := range 101 {
					if conn.Write(t.Context(), websocket.MessageBinary, append(bob.public[:33:33], byte(i))) != nil {
						break
					}
				}
				done <- time.Since(began)
			}()
		}
		<-done
		took = <-done
		require.InDelta(t, (202-30)/15, took.Seconds(), 2, "an address sends 15 a second with all its keys")
		synctest.Wait()
		require.Greater(t, read, 300, "nothing was cut off")
	})
}

func TestAStrangerDoesNotFillALine(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, nil)
		a, b := o.client(alice), o.client(bob)
		require.NoError(t, b.Send(alice.public, nil))
		synctest.Wait()
		for i := range 20 {
			m := o.enter(someone(fmt.Sprint("mallory", i)), "10.0.0.2:1")
			for j := range 20 {
				write(t, m, bob, fmt.Sprint(j))
			}
			require.NoError(t, m.CloseNow())
		}
		nothing(t, b)
		require.NoError(t, a.Send(bob.public, []byte("shot")))
		require.Equal(t, "shot", string(next(t, b).Content))
		_, _, _, kept := o.Size()
		require.LessOrEqual(t, kept, relay.DefaultLimits().Mailbox+20*contactsCost, "a mailbox, and contacts")

		// What waits for a player who is away is not pushed out either, if the player knows the sender.
		b.Close()
		synctest.Wait()
		require.NoError(t, a.Send(bob.public, []byte("still here")))
		synctest.Wait()
		for i := range 20 {
			m := o.enter(someone(fmt.Sprint("mallory", i)), "10.0.0.2:1")
			write(t, m, bob, strings.Repeat("x", relay.MaxUpdate))
			require.NoError(t, m.CloseNow())
		}
		b = o.client(bob)
		synctest.Wait()
		m := o.enter(mallory, "10.0.0.3:1")
		for i := range 10 { // while bob is there, and has not said yet whose updates it wants
			write(t, m, bob, fmt.Sprint(i))
		}
		require.NoError(t, b.Send(alice.public, nil))
		require.Equal(t, "still here", string(next(t, b).Content))
	})
}

func TestMailboxesOfOneAddressAreFewAndThoseOfAllAreBounded(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, func(o *relay.Options) {
			o.Limits.AddressKept, o.Limits.Kept = 20<<10, 100<<10
		})
		squat := func(address string, updates int) {
			m := o.enter(mallory, address)
			for i := range updates {
				write(t, m, someone(fmt.Sprint(address, i)), strings.Repeat("x", 500))
			}
			synctest.Wait()
			require.NoError(t, m.CloseNow())
			synctest.Wait()
		}
		squat("10.0.0.1:1", 60)
		boxes, _, _, kept := o.Size()
		require.LessOrEqual(t, kept, 20<<10)
		require.LessOrEqual(t, boxes, 25)
		squat("[2001:db8::1]:1", 60)
		squat("[2001:db8::2]:1", 60)
		_, _, accounts, kept := o.Size()
		require.LessOrEqual(t, kept, 40<<10, "a network of IPv6 is one address")
		require.Equal(t, 2, accounts)
		for i := range 20 {
			squat(fmt.Sprintf("10.0.1.%d:1", i), 40)
		}
		boxes, _, _, kept = o.Size()
		require.LessOrEqual(t, kept, 100<<10)
		require.LessOrEqual(t, boxes, 201)

		a := o.client(alice)
		require.NoError(t, a.Send(bob.public, []byte("hello")))
		synctest.Wait()
		b := o.client(bob)
		require.NoError(t, b.Send(alice.public, nil))
		require.Equal(t, "hello", string(next(t, b).Content), "the oldest have made room")
		a.Close()
		b.Close()

		time.Sleep(time.Hour)
		boxes, depositors, accounts, kept := o.Size()
		require.Zero(t, boxes+depositors+accounts+kept, "nothing is left")
	})
}

func TestConnectionsByTheThousand(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, func(o *relay.Options) {
			o.Limits.Connections, o.Limits.AddressConnections, o.Limits.AddressAttempts = 300, 100, 200
		})
		dial := func(address string) (*websocket.Conn, int) {
			conn, response, err := raw(t.Context(), n, address)
			if err != nil {
				require.NoError(t, response.Body.Close())
				return nil, response.StatusCode
			}
			return conn, 0
		}
		var conns []*websocket.Conn
		refused := make(map[int]int)
		for i := range 1000 {
			conn, code := dial(fmt.Sprintf("10.0.0.1:%d", i))
			if conn != nil {
				conns = append(conns, conn)
			}
			refused[code]++
		}
		require.Equal(t, map[int]int{0: 100, http.StatusTooManyRequests: 900}, refused)
		_, code := dial("10.0.0.1:1000")
		require.Equal(t, http.StatusTooManyRequests, code)

		for i := range 10 {
			for j := range 20 {
				if conn, _ := dial(fmt.Sprintf("10.0.1.%d:%d", i, j)); conn != nil {
					conns = append(conns, conn)
				}
			}
		}
		require.Len(t, conns, 300)
		_, code = dial("10.0.2.1:1")
		require.Equal(t, http.StatusServiceUnavailable, code)

		// They prove no key, so their places are free soon.
		time.Sleep(11 * time.Second)
		a, b := o.client(alice), o.client(bob)
		require.NoError(t, b.Send(alice.public, nil))
		require.NoError(t, a.Send(bob.public, []byte("hello")))
		require.Equal(t, "hello", string(next(t, b).Content))
		for _, conn := range conns {
			_ = conn.CloseNow()
		}
	})
}

func TestAnAddressThatTriesTooOften(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		open(t, n, nil)
		codes := make(map[int]int)
		for range 200 {
			conn, response, err := raw(t.Context(), n, "10.0.0.1:1")
			if err == nil {
				require.NoError(t, conn.CloseNow())
			} else {
				require.NoError(t, response.Body.Close())
			}
			codes[response.StatusCode]++
		}
		require.Equal(t, map[int]int{http.StatusSwitchingProtocols: 100, http.StatusTooManyRequests: 100}, codes)
		a := dial(t, n, alice) // of the same address
		synctest.Wait()
		require.ErrorContains(t, a.Trouble(), `429, "too many connections from this address"`)
		time.Sleep(10 * time.Second)
		require.NoError(t, a.Trouble())
	})
}

// A client that wants updates and does not read them costs the relay little, and the sender nothing.
func TestASlowReader(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, nil)
		a, slow := o.enter(alice, "10.0.0.1:1"), o.enter(bob, "10.0.0.2:1")
		write(t, slow, alice, "")
		synctest.Wait()
		for i := range 500 {
			write(t, a, bob, fmt.Sprint(i))
		}
		synctest.Wait()
		require.Positive(t, o.Stats().Dropped)
		time.Sleep(11 * time.Second)
		require.Equal(t, 1, o.Stats().Connections, "it was cut off")
		_, _, _, kept := o.Size()
		require.LessOrEqual(t, kept, relay.DefaultLimits().Mailbox)

		b := o.client(bob)
		require.NoError(t, b.Send(alice.public, nil))
		last := ""
		for last != "499" {
			last = string(next(t, b).Content)
		}
	})
}

func TestALineWithoutUpdatesIsClosed(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, nil)
		a := o.enter(alice, "10.0.0.1:1")
		began := time.Now()
		_, _, err := a.Read(t.Context())
		require.Equal(t, relay.CodeIdle, websocket.CloseStatus(err), "%v", err)
		require.InDelta(t, 15, time.Since(began).Minutes(), 1)

		// A client that is idle by nature comes back.
		b := o.client(bob)
		time.Sleep(time.Hour)
		require.NoError(t, b.Trouble())
		require.NoError(t, o.client(alice).Send(bob.public, []byte("hello")))
		require.NoError(t, b.Send(alice.public, nil))
		require.Equal(t, "hello", string(next(t, b).Content))
	})
}

// A client that vanishes without a word, as a laptop that is closed does, is found out by a ping.
func TestAClientThatHasVanished(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, nil)
		o.enter(alice, "10.0.0.1:1") // reads nothing any more, so answers no ping
		synctest.Wait()
		require.Equal(t, 1, o.Stats().Connections)
		time.Sleep(time.Minute)
		require.Zero(t, o.Stats().Connections)
	})
}

func TestSignatureCoversHostAndChallenge(t *testing.T) {
	challenge := sha256.Sum256([]byte("x"))
	require.Equal(t, "battleship/relay/v1relay.example"+string(challenge[:]), string(relay.Message(host, challenge[:])))
}
