package relay

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/coder/websocket"
)

const (
	// MaxAsked is how many keys a client may ask about at once.
	MaxAsked = 16
	// MaxNote is the length of the longest note.
	MaxNote = 512

	// heartbeatSize is the length of a time and a signature of it.
	heartbeatSize = timeSize + SignatureSize
	timeSize      = 8
	// presenceDomain separates the signatures of heartbeats from any others.
	presenceDomain = "battleship/presence/v1"
	// beatPause is the pause between two heartbeats, askPause that between two questions about the same keys.
	beatPause, askPause = 30 * time.Second, 5 * time.Second
	// presentFor is how far the time of a heartbeat may be from the reader's: a lost heartbeat, and clocks that differ by
	// a minute, are allowed.
	presentFor = 2 * time.Minute
	// waitingNotes is the number of notes buffered for the reader of Notes.
	waitingNotes = 8
)

// noteRate bounds the notes that a client reads.
var noteRate = rate{second: 1, burst: 8}

// The requests of a client to the relay itself. An answer begins as its question does, a delivered note as a sent one.
const (
	requestBeat byte = 1
	requestAsk  byte = 2
	requestNote byte = 3
)

// relayKey is the key of the relay itself in messages. It is no public key.
var relayKey Key

// heartbeat is a signed time: a client was connected then.
type heartbeat [heartbeatSize]byte

// time is the time of a heartbeat.
func (h heartbeat) time() time.Time {
	return time.Unix(int64(binary.BigEndian.Uint64(h[:timeSize])), 0)
}

// presenceMessage is the message of a heartbeat at the relay that the client calls host.
func presenceMessage(host string, at time.Time) []byte {
	return binary.BigEndian.AppendUint64([]byte(presenceDomain+host), uint64(at.Unix()))
}

// newHeartbeat signs the time.
func newHeartbeat(host string, at time.Time, sign Sign) (h heartbeat, err error) {
	message := presenceMessage(host, at)
	signature, err := sign(message)
	if err == nil && len(signature) != SignatureSize {
		err = fmt.Errorf("expected a signature of %d bytes, got %d", SignatureSize, len(signature))
	}
	copy(h[:], message[len(message)-timeSize:])
	copy(h[timeSize:], signature)
	return h, err
}

// verify returns an error unless a key has signed the heartbeat for a host.
func (h heartbeat) verify(key Key, host string) error {
	return verify(key, presenceMessage(host, h.time()), h[timeSize:])
}

// present reports whether the time of a heartbeat is near that of the reader.
func (h heartbeat) present() bool { return time.Since(h.time()).Abs() <= presentFor }

// requests are what a client has to say to the relay itself.
type requests struct {
	// announced reports whether the client shows itself, asked has the keys that it asks about, with those present.
	announced bool
	asked     map[Key]heartbeat
	// beatDue, askDue and note are to be sent. The answer to a question is awaited.
	beatDue, askDue, awaited bool
	note                     []byte
	wake                     chan struct{}
	notes                    chan Update
}

func newRequests() requests {
	return requests{
		asked: make(map[Key]heartbeat), wake: make(chan struct{}, 1), notes: make(chan Update, waitingNotes),
	}
}

// poke wakes the connection to send requests.
func (r *requests) poke() {
	select {
	case r.wake <- struct{}{}:
	default: // it is about to look
	}
}

// renew makes heartbeat and question due.
func (r *requests) renew(beat, ask bool) {
	r.beatDue = r.beatDue || beat && r.announced
	r.askDue = r.askDue || ask && len(r.asked) > 0
}

// Announce shows the client as present to those who ask the relay about its key, until the line ends.
func (c *Conn) Announce() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.requests.announced {
		c.requests.announced, c.requests.beatDue = true, true
		c.requests.poke()
	}
}

// Ask sets the keys whose presence the relay is asked about from now on, at most MaxAsked. Others are ignored.
func (c *Conn) Ask(keys ...[]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	asked := make(map[Key]heartbeat)
	for _, bz := range keys {
		key, err := keyOf(bz)
		if err != nil || len(asked) == MaxAsked {
			continue
		}
		seen, known := c.requests.asked[key]
		asked[key] = seen
		c.requests.askDue = c.requests.askDue || !known
	}
	c.requests.asked = asked
	if c.requests.askDue {
		c.requests.poke()
	}
}

// Present reports whether the client of a key is connected to the relay, by its own signature. The key must be one of
// those that the relay is asked about. A relay can hide clients, and show one for some minutes after it has left.
func (c *Conn) Present(key []byte) bool {
	if len(key) != KeySize {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.requests.asked[Key(key)].present()
}

// SendNote sends a note of at most MaxNote bytes, in place of an earlier one that was not sent yet. The relay delivers
// it if the recipient is connected and has written to this client, and keeps none.
func (c *Conn) SendNote(to, note []byte) error {
	key, err := keyOf(to)
	if err != nil {
		return fmt.Errorf("relay: recipient: %w", err)
	}
	if len(note) == 0 || len(note) > MaxNote {
		return fmt.Errorf("relay: expected a note of 1 to %d bytes, got %d", MaxNote, len(note))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests.note = slices.Concat(key[:], note)
	c.requests.poke()
	return nil
}

// Notes are the received notes. If they are not read, further ones are dropped.
func (c *Conn) Notes() <-chan Update { return c.requests.notes }

// request sends heartbeats, questions and notes over a new connection.
func (c *Conn) request(ctx context.Context, conn *websocket.Conn) error {
	beat, ask := time.NewTicker(beatPause), time.NewTicker(askPause)
	defer beat.Stop()
	defer ask.Stop()
	c.renew(true, true)
	for {
		frames, err := c.takeRequests()
		if err != nil {
			return err
		}
		for _, frame := range frames {
			if err := conn.Write(ctx, websocket.MessageBinary, append(relayKey[:], frame...)); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.requests.wake:
		case <-beat.C:
			c.renew(true, false)
		case <-ask.C:
			c.renew(false, true)
		}
	}
}

func (c *Conn) renew(beat, ask bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests.renew(beat, ask)
}

// takeRequests returns the due requests.
func (c *Conn) takeRequests() (frames [][]byte, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := &c.requests
	if r.beatDue {
		h, err := newHeartbeat(c.host, time.Now(), c.sign)
		if err != nil {
			return nil, fmt.Errorf("sign a heartbeat: %w", err)
		}
		frames = append(frames, append([]byte{requestBeat}, h[:]...))
	}
	if r.askDue {
		question := []byte{requestAsk}
		for key := range r.asked {
			question = append(question, key[:]...)
		}
		frames, r.awaited = append(frames, question), true
	}
	if len(r.note) > 0 {
		frames = append(frames, append([]byte{requestNote}, r.note...))
	}
	r.beatDue, r.askDue, r.note = false, false, nil
	return frames, nil
}

// hear takes over a message of the relay itself. One that is malformed or was not asked for is dropped.
func (c *Conn) hear(content []byte, notes *bucket) {
	if len(content) == 0 {
		return
	}
	switch kind, rest := content[0], content[1:]; kind {
	case requestAsk:
		c.hearAnswer(rest)
	case requestNote:
		if len(rest) <= KeySize || !c.welcomes(Key(rest[:KeySize])) || !notes.tryTake(noteRate, time.Now()) {
			return
		}
		select {
		case c.requests.notes <- Update{From: Key(rest[:KeySize]), Content: rest[KeySize:]}:
		default: // the reader has enough of them
		}
	}
}

// hearAnswer takes over the answer to a question: a key and its heartbeat, for each that is present.
func (c *Conn) hearAnswer(answer []byte) {
	const size = KeySize + heartbeatSize
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.requests.awaited || len(answer)%size != 0 || len(answer) > MaxAsked*size {
		return
	}
	c.requests.awaited = false
	present := make(map[Key]heartbeat)
	for ; len(answer) > 0; answer = answer[size:] {
		key, h := Key(answer[:KeySize]), heartbeat(answer[KeySize:size])
		if _, asked := c.requests.asked[key]; asked && h.present() && h.verify(key, c.host) == nil {
			present[key] = h
		}
	}
	for key := range c.requests.asked {
		c.requests.asked[key] = present[key]
	}
}
