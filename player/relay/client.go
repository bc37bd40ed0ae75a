package relay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// ErrReplaced means that another connection has proven the same key: a second program plays with it.
var ErrReplaced = errors.New("another program has connected to the relay with the key of this game: " +
	"play a game with one program at a time")

// patience is how a client waits.
type patience struct {
	// shake is how long a relay may take to let a client in, pong how long to answer a ping, which is sent after ping.
	shake, ping, pong time.Duration
	// first is the pause before the second attempt; it doubles up to most.
	first, most time.Duration
	// updates are how many a relay may deliver in a second; twice as many after a pause. More are read later.
	updates int
}

func defaultPatience() patience {
	return patience{
		shake: 10 * time.Second, ping: 20 * time.Second, pong: 10 * time.Second,
		first: 250 * time.Millisecond, most: 15 * time.Second,
		updates: 1000,
	}
}

// waitingUpdates is the number of updates buffered for the reader of Updates.
const waitingUpdates = 16

// Conn is a player's line to a relay. It connects by itself, and again whenever it is cut off. It is safe for use by
// several goroutines.
//
// A relay is not trusted: an update may be missing, late, doubled, forged, and anything else but longer than MaxUpdate
// or from a key that nothing was sent to.
type Conn struct {
	dial, host string
	key        Key
	sign       Sign
	client     *http.Client
	patience   patience

	cancel  context.CancelFunc
	updates chan Update
	done    chan struct{}

	mu    sync.Mutex
	peers []Key
	out   map[Key][]byte // the newest update to each, that has not left
	wake  chan struct{}
	// leaving reports whether updates taken from out are still being sent.
	leaving bool
	trouble error
	end     error
	// requests are those to the relay itself.
	requests requests
}

// ErrConnecting is the trouble of a line that is new: nothing is wrong yet.
var ErrConnecting = errors.New("the relay has not answered yet")

// Dial returns a line to the relay at a URL for the player who holds a key, until ctx is done or Close. It does not
// wait for the relay: a line whose relay is away has Trouble. The error is about the URL or the key.
func Dial(ctx context.Context, url string, key []byte, sign Sign) (*Conn, error) {
	return dial(ctx, url, key, sign, http.DefaultTransport, defaultPatience())
}

func dial(
	ctx context.Context, url string, key []byte, sign Sign, transport http.RoundTripper, p patience,
) (*Conn, error) {
	to, host, err := parseURL(url)
	if err != nil {
		return nil, err
	}
	own, err := keyOf(key)
	if err != nil {
		return nil, fmt.Errorf("relay: own key: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	c := &Conn{
		dial: to, host: host, key: own, sign: sign, patience: p,
		client: direct(transport), cancel: cancel, updates: make(chan Update, waitingUpdates), done: make(chan struct{}),
		out: make(map[Key][]byte), wake: make(chan struct{}, 1), trouble: ErrConnecting,
		requests: newRequests(),
	}
	go c.run(ctx)
	return c, nil
}

// direct returns a client that follows no redirect: the signature of a line names the host of its URL, and a relay must
// not lead programs elsewhere.
func direct(transport http.RoundTripper) *http.Client {
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// probeLimit is how long Probe waits for a relay.
const probeLimit = 5 * time.Second

// Probe returns an error unless a relay answers at a URL within some seconds: a *SilentError, a *NoRelayError, or the
// relay's refusal.
func Probe(ctx context.Context, url string) error {
	to, _, err := parseURL(url)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	//nolint:bodyclose // the library says that the body need not be closed
	conn, response, err := websocket.Dial(ctx, to, &websocket.DialOptions{HTTPClient: direct(http.DefaultTransport)})
	if err != nil {
		return refusal(response, err)
	}
	defer func() { _ = conn.CloseNow() }() // the answer is enough
	_, err = expect(ctx, conn, challengeSize)
	return err
}

// Updates are the received updates, each at most once from the relay's point of view. If they are not read, the oldest
// are dropped. The channel is closed when the line has ended, which Err explains.
func (c *Conn) Updates() <-chan Update { return c.updates }

// Send sends an update as soon as there is a connection, in place of an earlier one to the same key that was not sent
// yet. It never waits, and delivery is not confirmed. An update without content only permits updates from that key.
func (c *Conn) Send(to, update []byte) error {
	key, err := keyOf(to)
	if err != nil {
		return fmt.Errorf("relay: recipient: %w", err)
	}
	if len(update) > MaxUpdate {
		return fmt.Errorf("relay: expected an update of at most %d bytes, got %d", MaxUpdate, len(update))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.isPeer(key) {
		c.peers = append(c.peers, key)
		if len(c.peers) > MaxPeers {
			c.peers = c.peers[1:]
		}
		if c.out[key] == nil {
			c.out[key] = []byte{}
		}
	}
	if len(update) > 0 {
		c.out[key] = bytes.Clone(update)
	}
	c.poke()
	return nil
}

// isPeer reports whether updates from a key are expected.
func (c *Conn) isPeer(key Key) bool { return slices.Contains(c.peers, key) }

// poke wakes the connection to send updates.
func (c *Conn) poke() {
	select {
	case c.wake <- struct{}{}:
	default: // it is about to look
	}
}

// Trouble returns why there is no connection at the moment, nil if there is one.
func (c *Conn) Trouble() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.trouble
}

// Sent reports whether all updates have left that were to be sent.
func (c *Conn) Sent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.out) == 0 && !c.leaving
}

// Err returns why the line has ended, once Updates is closed: ErrReplaced, or that of the context.
func (c *Conn) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.end
}

// Close ends the line, and returns when it has ended.
func (c *Conn) Close() {
	c.cancel()
	<-c.done
}

// run connects until ctx is done or there is no sense in it.
func (c *Conn) run(ctx context.Context) {
	defer close(c.done)
	defer close(c.updates)
	defer c.cancel()
	pause := c.patience.first
	for {
		began := time.Now()
		useful, err := c.connect(ctx)
		switch {
		case ctx.Err() != nil:
			err = context.Cause(ctx)
		case errors.Is(err, ErrReplaced):
		default:
			if useful || time.Since(began) > c.patience.most+c.patience.shake {
				pause = c.patience.first
			}
			c.note(err)
			if err = sleep(ctx, pause); err == nil {
				pause = min(2*pause, c.patience.most)
				continue
			}
		}
		c.mu.Lock()
		c.trouble, c.end = err, err
		c.mu.Unlock()
		return
	}
}

// note remembers why there is no connection, or that there is one.
func (c *Conn) note(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.trouble = err
}

// connect makes one connection and uses it to its end. It reports whether an update was received, so that a relay which
// rejects its clients is not retried at once.
func (c *Conn) connect(ctx context.Context) (useful bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	conn, err := c.enter(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.CloseNow() }() // it is over in any case
	c.note(nil)
	c.sayWelcome()

	failed := make(chan error, 3)
	go func() { failed <- c.write(ctx, conn) }()
	go func() { failed <- c.ping(ctx, conn) }()
	go func() { failed <- c.request(ctx, conn) }()
	useful, err = c.read(ctx, conn)
	cancel()
	for range cap(failed) {
		if other := <-failed; websocket.CloseStatus(err) == -1 && !errors.Is(other, context.Canceled) {
			err = other // reading has only seen that the connection was closed
		}
	}
	return useful, explain(err)
}

// enter opens a connection and proves the key.
func (c *Conn) enter(ctx context.Context) (_ *websocket.Conn, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.patience.shake)
	defer cancel()
	//nolint:bodyclose // the library says that the body need not be closed
	conn, response, err := websocket.Dial(ctx, c.dial, &websocket.DialOptions{HTTPClient: c.client})
	if err != nil {
		return nil, refusal(response, err)
	}
	defer func() {
		if err != nil {
			_ = conn.CloseNow() // the error is told
		}
	}()
	conn.SetReadLimit(KeySize + MaxUpdate)
	challenge, err := expect(ctx, conn, challengeSize)
	if err != nil {
		return nil, err
	}
	signature, err := c.sign(message(c.host, challenge))
	if err != nil {
		return nil, fmt.Errorf("prove the key to the relay: %w", err)
	}
	if err := conn.Write(ctx, websocket.MessageBinary, append(c.key[:], signature...)); err != nil {
		return nil, explain(err)
	}
	own, err := expect(ctx, conn, KeySize)
	if err != nil {
		return nil, err
	}
	if Key(own) != c.key {
		return nil, errors.New("it is no relay: it has called this player by another key")
	}
	return conn, nil
}

// expect reads a message of a certain length.
func expect(ctx context.Context, conn *websocket.Conn, size int) ([]byte, error) {
	kind, bz, err := conn.Read(ctx)
	if err != nil {
		return nil, explain(err)
	}
	if kind != websocket.MessageBinary || len(bz) != size {
		return nil, fmt.Errorf("it is no relay: expected %d bytes, got %d", size, len(bz))
	}
	return bz, nil
}

// sayWelcome lets a new connection know whose updates are wanted.
func (c *Conn) sayWelcome() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, peer := range c.peers {
		if c.out[peer] == nil {
			c.out[peer] = []byte{}
		}
	}
	c.poke()
}

// write sends the queued updates.
func (c *Conn) write(ctx context.Context, conn *websocket.Conn) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.wake:
		}
		for to, update := range c.take() {
			if err := conn.Write(ctx, websocket.MessageBinary, append(to[:], update...)); err != nil {
				return err
			}
		}
		c.mu.Lock()
		c.leaving = false
		c.mu.Unlock()
	}
}

// take empties the queue.
func (c *Conn) take() map[Key][]byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.out
	c.out, c.leaving = make(map[Key][]byte), true
	return out
}

// ping makes sure that the relay is there.
func (c *Conn) ping(ctx context.Context, conn *websocket.Conn) error {
	for {
		if err := sleep(ctx, c.patience.ping); err != nil {
			return ctx.Err()
		}
		wait, cancel := context.WithTimeout(ctx, c.patience.pong)
		err := conn.Ping(wait)
		cancel()
		if err != nil {
			_ = conn.CloseNow() // ends reading
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return errors.New("the relay has stopped answering")
		}
	}
}

// read receives updates until that fails.
func (c *Conn) read(ctx context.Context, conn *websocket.Conn) (useful bool, err error) {
	rate := rate{float64(c.patience.updates), 2 * float64(c.patience.updates)}
	var taken, notes bucket
	for {
		kind, frame, err := conn.Read(ctx)
		if err != nil {
			return useful, err
		}
		if kind != websocket.MessageBinary || len(frame) < KeySize {
			return useful, errors.New("it is no relay: its messages have another form")
		}
		if err := sleep(ctx, taken.take(rate, time.Now())); err != nil {
			return useful, err
		}
		if Key(frame[:KeySize]) == relayKey {
			c.hear(frame[KeySize:], &notes)
			continue
		}
		update := Update{From: Key(frame[:KeySize]), Content: frame[KeySize:]}
		if len(update.Content) == 0 || !c.welcomes(update.From) {
			continue
		}
		useful = true
		c.deliver(update)
	}
}

// welcomes reports whether updates from a key are expected.
func (c *Conn) welcomes(from Key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.isPeer(from)
}

// deliver hands an update over, in place of the oldest if too many wait.
func (c *Conn) deliver(l Update) {
	for {
		select {
		case c.updates <- l:
			return
		default:
		}
		select {
		case <-c.updates:
		default: // it was read just now
		}
	}
}

// explain describes the end of a connection in words.
func explain(err error) error {
	switch websocket.CloseStatus(err) { //nolint:exhaustive // the others are the library's
	case codeReplaced:
		return ErrReplaced
	case codeStranger:
		return errors.New("the relay has not accepted the proof of the key")
	case codeMalformed, websocket.StatusMessageTooBig:
		return errors.New("the relay does not understand this program: it may be of another version")
	case codeIdle:
		return errors.New("the relay has closed the connection because no updates came")
	case websocket.StatusGoingAway:
		return errors.New("the relay has ended")
	}
	return fmt.Errorf("no connection to the relay: %w", err)
}

// refusal explains why there is no WebSocket, in the relay's own words if it sent some.
func refusal(response *http.Response, err error) error {
	if response == nil || response.Body == nil {
		return &SilentError{Err: err}
	}
	switch response.StatusCode {
	case http.StatusSwitchingProtocols:
		return fmt.Errorf("no connection to the relay: %w", err)
	case http.StatusMisdirectedRequest, http.StatusTooManyRequests, http.StatusServiceUnavailable: // a relay's own
	default:
		return &NoRelayError{Status: response.StatusCode}
	}
	text := make([]byte, 200)
	n, _ := response.Body.Read(text) // what there is
	words := strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1 // nothing of a stranger's that a terminal would obey
		}
		return r
	}, string(text[:n])))
	return fmt.Errorf("the relay has refused: %d, %q", response.StatusCode, words)
}
