package relay_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/relay"
)

var alice, bob, mallory = someone("alice"), someone("bob"), someone("mallory")

func TestUpdatesReachTheirReader(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, nil)
		a, b := o.client(alice), o.client(bob)
		require.NoError(t, a.Send(bob.public, []byte("shot")))
		require.NoError(t, b.Send(alice.public, []byte("answer")))
		require.Equal(t, relay.Update{From: alice.key(), Content: []byte("shot")}, next(t, b))
		require.Equal(t, relay.Update{From: bob.key(), Content: []byte("answer")}, next(t, a))
		require.NoError(t, a.Trouble())
		nothing(t, a)
		nothing(t, b)
		require.EqualValues(t, 2, o.Stats().Updates)
	})
}

func TestAnUpdateWaitsForItsReader(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, nil)
		a := o.enter(alice, "10.0.0.1:1")
		for _, update := range []string{"one", "two", "three"} {
			write(t, a, bob, update)
		}
		synctest.Wait()
		require.NoError(t, a.CloseNow())
		time.Sleep(9 * time.Minute)

		b := o.client(bob)
		nothing(t, b)
		require.NoError(t, b.Send(alice.public, nil), "only now bob wants updates from alice")
		require.Equal(t, "two", string(next(t, b).Content), "of one sender the newest two wait")
		require.Equal(t, "three", string(next(t, b).Content))
	})
}

func TestAnUpdateDoesNotWaitForEver(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, nil)
		a := o.client(alice)
		require.NoError(t, a.Send(bob.public, []byte("late")))
		synctest.Wait()
		a.Close()
		time.Sleep(11 * time.Minute)
		mailboxes, depositors, accounts, kept := o.Size()
		require.Zero(t, mailboxes+depositors+accounts+kept, "nothing is remembered")
		b := o.client(bob)
		require.NoError(t, b.Send(alice.public, nil))
		nothing(t, b)
	})
}

func TestTheNewerOfTwoProgramsWins(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, nil)
		older := o.client(bob)
		require.NoError(t, older.Send(alice.public, nil))
		synctest.Wait()
		newer := o.client(bob)
		require.NoError(t, newer.Send(alice.public, nil))

		_, open := <-older.Updates()
		require.False(t, open)
		require.ErrorIs(t, older.Err(), relay.ErrReplaced)
		require.ErrorIs(t, older.Trouble(), relay.ErrReplaced)
		time.Sleep(time.Hour)
		require.NoError(t, newer.Trouble(), "the older does not come back")
		require.NoError(t, o.client(alice).Send(bob.public, []byte("hello")))
		require.Equal(t, "hello", string(next(t, newer).Content))
	})
}

func TestALineOutlivesItsRelay(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		a, b := dial(t, n, alice), dial(t, n, bob)
		require.NoError(t, a.Send(bob.public, []byte("draft")))
		require.NoError(t, a.Send(bob.public, []byte("first")), "in place of the draft, which has not left")
		require.NoError(t, b.Send(alice.public, nil))
		time.Sleep(time.Hour)
		require.ErrorContains(t, a.Trouble(), "connection refused")

		o := open(t, n, nil)
		require.Equal(t, "first", string(next(t, b).Content))
		require.NoError(t, a.Trouble())
		nothing(t, b)
		o.stop()
		synctest.Wait()
		require.ErrorContains(t, a.Trouble(), "the relay has ended")

		open(t, n, nil)
		require.NoError(t, b.Send(alice.public, []byte("second")))
		require.Equal(t, "second", string(next(t, a).Content), "whose updates are wanted is said anew")
	})
}

func TestClosingALine(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network) {
		o := open(t, n, nil)
		a := o.client(alice)
		a.Close()
		_, open := <-a.Updates()
		require.False(t, open)
		require.Error(t, a.Err())
		synctest.Wait()
		require.Zero(t, o.Stats().Connections)
	})
}

func TestURLs(t *testing.T) {
	for _, good := range []string{
		"ws://127.0.0.1:26680", "wss://relay.example", "wss://relay.example/battleship/", "ws://[::1]:26680",
	} {
		require.NoError(t, relay.CheckURL(good), good)
	}
	for _, bad := range []string{
		"", "127.0.0.1:26680", "http://relay.example", "ws://", "ws://:26680", "wss://a:b@relay.example", "ws://x/?y",
		"ws://x#y", "ws://\x00", "ws://[::1", "file:///etc/passwd",
	} {
		require.Error(t, relay.CheckURL(bad), bad)
	}
	require.Equal(t, "relay.example", relay.HostOf("Relay.Example:443"))
	require.Equal(t, "127.0.0.1:26680", relay.HostOf("127.0.0.1:26680"))
	_, err := relay.Dial(t.Context(), "http://x", alice.public, alice.sign)
	require.ErrorContains(t, err, "expected the URL of a relay, such as ws://127.0.0.1:26680")
	_, err = relay.Dial(t.Context(), relay.DefaultURL, alice.public[1:], alice.sign)
	require.ErrorContains(t, err, "own key")
}

// A client signed the host of its URL also where HTTP sends another one to the relay, which then refused every proof.
func TestRegressionAHostThatHTTPSendsInAnotherFormIsRefused(t *testing.T) {
	for _, bad := range []string{
		"wss://relay.example:", "wss://b\u00fccher.example", "wss://\u212aelay.example", "ws://[fe80::1%25eth0]:26680",
		"ws://\"", "ws://relay,example",
	} {
		require.Error(t, relay.CheckURL(bad), bad)
	}
	for _, good := range []string{"wss://xn--bcher-kva.example", "ws://relay_1:26680", "ws://[::ffff:10.0.0.1]:80"} {
		require.NoError(t, relay.CheckURL(good), good)
	}
}

// Over TCP a relay goes by its own address without being told, and so does one that listens on every address.
func TestARelayGoesByItsAddress(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "0.0.0.0:0", "[::1]:0"} {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			t.Logf("%s: %s", address, err)
			continue // a machine without IPv6
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		server := relay.NewServer(relay.Options{})
		go func() { done <- server.Serve(ctx, listener) }()
		name, port, err := net.SplitHostPort(listener.Addr().String())
		require.NoError(t, err)
		hosts := []string{net.JoinHostPort("127.0.0.1", port), net.JoinHostPort("localhost", port)}
		if name == "::1" {
			hosts = []string{net.JoinHostPort(name, port), net.JoinHostPort(name, port)}
		}
		var lines []*relay.Conn
		for i, p := range []person{alice, bob} {
			conn, err := relay.Dial(ctx, "ws://"+hosts[i], p.public, p.sign)
			require.NoError(t, err)
			lines = append(lines, conn)
		}
		require.NoError(t, lines[1].Send(alice.public, nil))
		require.NoError(t, lines[0].Send(bob.public, []byte("hello")))
		require.Equal(t, "hello", string((<-lines[1].Updates()).Content), address)
		lines[0].Close()
		lines[1].Close()
		cancel()
		require.NoError(t, <-done)
	}
}

func TestALineReportsTheRelaysRefusal(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "no\x1b[2J \u202e relay \x00here", http.StatusServiceUnavailable)
	}))
	defer server.Close()
	a, err := relay.Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http"), alice.public, alice.sign)
	require.NoError(t, err)
	defer a.Close()
	refused := func() bool { return strings.Contains(a.Trouble().Error(), "503") }
	require.Eventually(t, refused, time.Minute, time.Millisecond)
	require.EqualError(t, a.Trouble(), `the relay has refused: 503, "no[2J  relay here"`)
}
