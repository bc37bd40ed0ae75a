package relay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
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
	// letters are how many a relay may deliver in a second; twice as many after a pause. More are read later.
	letters int
}

func defaultPatience() patience {
	return patience{
		shake: 10 * time.Second, ping: 20 * time.Second, pong: 10 * time.Second,
		first: 250 * time.Millisecond, most: 15 * time.Second,
		letters: 1000,
	}
}

// waitingLetters is how many letters wait for whoever reads Letters.
const waitingLetters = 16

// Conn is a player's line to a relay. It connects by itself, and again whenever it is cut off. It is safe for use by
// several goroutines.
//
// A relay is not trusted: a letter may be missing, late, doubled, forged, and anything else but longer than MaxLetter
// or from a key that nothing was sent to.
type Conn struct {
	dial, host string
	key        Key
	sign       Sign
	client     *http.Client
	patience   patience

	cancel  context.CancelFunc
	letters chan Letter
	done    chan struct{}

	mu    sync.Mutex
	peers []Key
	out   map[Key][]byte // the newest letter to each, that has not left
	wake  chan struct{}
	// leaving tells that letters were taken from out and have not all left.
	leaving bool
	trouble error
	end     error
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
		client: &http.Client{
			Transport: transport,
			// What is signed names the host of the URL, so no other one is asked.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		cancel: cancel, letters: make(chan Letter, waitingLetters), done: make(chan struct{}),
		out: make(map[Key][]byte), wake: make(chan struct{}, 1), trouble: ErrConnecting,
	}
	go c.run(ctx)
	return c, nil
}

// Letters are those that have come, at most once each from the relay's point of view. If nobody reads, the oldest are
// dropped. The channel is closed when the line has ended, which Err explains.
func (c *Conn) Letters() <-chan Letter { return c.letters }

// Send sends a letter as soon as there is a connection, in place of an earlier one to the same key that has not left.
// It never waits, and nobody knows whether a letter arrives. One without content only makes letters from that key
// welcome.
func (c *Conn) Send(to, letter []byte) error {
	key, err := keyOf(to)
	if err != nil {
		return fmt.Errorf("relay: recipient: %w", err)
	}
	if len(letter) > MaxLetter {
		return fmt.Errorf("relay: expected a letter of at most %d bytes, got %d", MaxLetter, len(letter))
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
	if len(letter) > 0 {
		c.out[key] = bytes.Clone(letter)
	}
	c.poke()
	return nil
}

// isPeer reports whether letters from a key are expected.
func (c *Conn) isPeer(key Key) bool {
	for _, p := range c.peers {
		if p == key {
			return true
		}
	}
	return false
}

// poke makes the connection look at what is to be sent.
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

// Sent reports whether all letters have left that were to be sent.
func (c *Conn) Sent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.out) == 0 && !c.leaving
}

// Err returns why the line has ended, once Letters is closed: ErrReplaced, or that of the context.
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
	defer close(c.letters)
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

// connect makes one connection and uses it to its end. It reports whether a letter has come, so that a relay which
// throws everybody out is not asked again at once.
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

	failed := make(chan error, 2)
	go func() { failed <- c.write(ctx, conn) }()
	go func() { failed <- c.ping(ctx, conn) }()
	useful, err = c.read(ctx, conn)
	cancel()
	for range 2 {
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
	conn.SetReadLimit(KeySize + MaxLetter)
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

// sayWelcome lets a new connection know whose letters are wanted.
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

// write sends what is to be sent.
func (c *Conn) write(ctx context.Context, conn *websocket.Conn) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.wake:
		}
		for to, letter := range c.take() {
			if err := conn.Write(ctx, websocket.MessageBinary, append(to[:], letter...)); err != nil {
				return err
			}
		}
		c.mu.Lock()
		c.leaving = false
		c.mu.Unlock()
	}
}

// take takes what is to be sent.
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

// read receives letters until that fails.
func (c *Conn) read(ctx context.Context, conn *websocket.Conn) (useful bool, err error) {
	rate := rate{float64(c.patience.letters), 2 * float64(c.patience.letters)}
	var taken bucket
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
		letter := Letter{From: Key(frame[:KeySize]), Content: frame[KeySize:]}
		if len(letter.Content) == 0 || !c.welcomes(letter.From) {
			continue
		}
		useful = true
		c.hand(letter)
	}
}

// welcomes reports whether letters from a key are expected.
func (c *Conn) welcomes(from Key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.isPeer(from)
}

// hand hands a letter over, in place of the oldest if too many wait.
func (c *Conn) hand(l Letter) {
	for {
		select {
		case c.letters <- l:
			return
		default:
		}
		select {
		case <-c.letters:
		default: // it was read just now
		}
	}
}

// explain says in words why a connection has ended.
func explain(err error) error {
	switch websocket.CloseStatus(err) { //nolint:exhaustive // the others are the library's
	case codeReplaced:
		return ErrReplaced
	case codeStranger:
		return errors.New("the relay has not accepted the proof of the key")
	case codeMalformed, websocket.StatusMessageTooBig:
		return errors.New("the relay does not understand this program: it may be of another version")
	case codeIdle:
		return errors.New("the relay has closed the connection because no letters came")
	case websocket.StatusGoingAway:
		return errors.New("the relay has ended")
	}
	return fmt.Errorf("no connection to the relay: %w", err)
}

// refusal says why there is no WebSocket, in the relay's own words if it has some.
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
