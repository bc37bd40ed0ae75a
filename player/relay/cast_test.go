package relay_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/test/bufconn"

	"github.com/battleship-chain/battleship/player/relay"
)

// host is what the relay of a test is called.
const host = "relay.example"

// person is somebody with a key.
type person struct {
	private *secp256k1.PrivateKey
	public  []byte
}

// someone returns the person of a name.
func someone(name string) person {
	sum := sha256.Sum256([]byte(name))
	private := secp256k1.PrivKeyFromBytes(sum[:])
	return person{private, private.PubKey().SerializeCompressed()}
}

func (p person) key() relay.Key { return relay.Key(p.public) }

// sign signs as wallets do.
func (p person) sign(message []byte) ([]byte, error) {
	hash := sha256.Sum256(message)
	return ecdsa.SignCompact(p.private, hash[:], true)[1:], nil
}

// answer is what proves the key to a relay.
func (p person) answer(host string, challenge []byte) []byte {
	signature, _ := p.sign(relay.Message(host, challenge))
	return append(append([]byte{}, p.public...), signature...)
}

// network is one in memory, so that a test's clock is its own.
type network struct {
	mu        sync.Mutex
	listeners map[string]*listener
}

func newNetwork() *network { return &network{listeners: make(map[string]*listener)} }

// listener takes the connections to one host.
type listener struct {
	network *network
	host    string
	conns   chan net.Conn
	done    chan struct{}
	once    sync.Once
}

// address is where a connection of the test comes from.
type address string

func (address) Network() string  { return "memory" }
func (a address) String() string { return string(a) }

// piped is a connection with addresses.
type piped struct {
	net.Conn
	remote address
}

func (p piped) RemoteAddr() net.Addr { return p.remote }

func (n *network) listen(host string) *listener {
	l := &listener{network: n, host: host, conns: make(chan net.Conn), done: make(chan struct{})}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.listeners[host] = l
	return l
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() {
		l.network.mu.Lock()
		defer l.network.mu.Unlock()
		if l.network.listeners[l.host] == l {
			delete(l.network.listeners, l.host)
		}
		close(l.done)
	})
	return nil
}

func (l *listener) Addr() net.Addr { return address(l.host) }

// pipe returns the two ends of a connection. Each direction has a buffer for a few pings, as in TCP: without any, two
// peers that ping each other at the same time each wait for their pong to be read.
func pipe() (here, there net.Conn, err error) {
	const buffer = 64
	l := bufconn.Listen(buffer)
	var dialled sync.WaitGroup
	dialled.Go(func() { here, err = l.Dial() })
	there, acceptErr := l.Accept()
	dialled.Wait()
	return here, there, errors.Join(err, acceptErr)
}

// from returns what dials the network from an address.
func (n *network) from(remote string) http.RoundTripper {
	return &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, to string) (net.Conn, error) {
			name, _, err := net.SplitHostPort(to)
			if err != nil {
				return nil, err
			}
			n.mu.Lock()
			l := n.listeners[name]
			n.mu.Unlock()
			if l == nil {
				return nil, errors.New("connection refused")
			}
			here, there, err := pipe()
			if err != nil {
				return nil, err
			}
			select {
			case l.conns <- piped{there, address(remote)}:
				return here, nil
			case <-l.done:
				return nil, errors.New("connection refused")
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		},
	}
}

// office is a relay of a test.
type office struct {
	*relay.Server
	t       *testing.T
	network *network
	stop    func()
}

// open opens a relay on a network, which ends at the latest with the test.
func open(t *testing.T, n *network, change func(*relay.Options)) *office {
	t.Helper()
	o := relay.Options{Hosts: []string{host}, Limits: relay.DefaultLimits()}
	if change != nil {
		change(&o)
	}
	server := relay.NewServer(o)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	l := n.listen(host)
	go func() { done <- server.Serve(ctx, l) }()
	var once sync.Once
	stop := func() {
		once.Do(func() {
			cancel()
			require.NoError(t, <-done)
		})
	}
	t.Cleanup(stop)
	return &office{server, t, n, stop}
}

// client is the client of the player's program.
func (o *office) client(p person) *relay.Conn {
	o.t.Helper()
	return dial(o.t, o.network, p)
}

func dial(t *testing.T, n *network, p person) *relay.Conn {
	t.Helper()
	conn, err := relay.DialOver(t.Context(), "ws://"+host, p.public, p.sign, n.from("10.0.0.1:1"))
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	return conn
}

// raw opens a WebSocket from an address, for what the client would not do.
func raw(ctx context.Context, n *network, from string) (*websocket.Conn, *http.Response, error) {
	conn, response, err := websocket.Dial(ctx, "ws://"+host+relay.Path, &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: n.from(from)},
	})
	if conn != nil {
		conn.SetReadLimit(1 << 20)
	}
	return conn, response, err
}

// enter opens a WebSocket from an address and proves a key.
func (o *office) enter(p person, from string) *websocket.Conn {
	o.t.Helper()
	conn, _, err := raw(o.t.Context(), o.network, from) //nolint:bodyclose // not needed, as the library says
	require.NoError(o.t, err)
	o.t.Cleanup(func() { _ = conn.CloseNow() })
	_, challenge, err := conn.Read(o.t.Context())
	require.NoError(o.t, err)
	require.Len(o.t, challenge, 32)
	require.NoError(o.t, conn.Write(o.t.Context(), websocket.MessageBinary, p.answer(host, challenge)))
	_, own, err := conn.Read(o.t.Context())
	require.NoError(o.t, err)
	require.Equal(o.t, p.public, own)
	return conn
}

// write sends an update over a raw connection.
func write(t *testing.T, conn *websocket.Conn, to person, update string) {
	t.Helper()
	require.NoError(t, conn.Write(t.Context(), websocket.MessageBinary, append(to.public[:33:33], update...)))
}

// next returns the next update of a line, in a test whose clock stands still while all wait.
func next(t *testing.T, conn *relay.Conn) relay.Update {
	t.Helper()
	select {
	case l, ok := <-conn.Updates():
		require.True(t, ok, "the line has ended: %v", conn.Err())
		return l
	case <-time.After(time.Hour):
		require.Fail(t, "no update", "%v", conn.Trouble())
		return relay.Update{}
	}
}

// nothing makes sure that no update waits.
func nothing(t *testing.T, conn *relay.Conn) {
	t.Helper()
	synctest.Wait()
	select {
	case l, ok := <-conn.Updates():
		require.Fail(t, "an update", "%v %q", ok, l.Content)
	default:
	}
}

// inBubble runs a test whose clock passes only while everything waits.
func inBubble(t *testing.T, test func(t *testing.T, n *network)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, newNetwork()) })
}
