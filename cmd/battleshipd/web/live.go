package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

const (
	// watcherBuffer is how many blocks a watcher may be behind before it is dropped.
	watcherBuffer = 16
	// writeLimit is how long a watcher may take to take one block.
	writeLimit = 10 * time.Second
	// silence is the time without a block after which a watcher receives a keep-alive, and the node is checked.
	silence = 15 * time.Second
	// retry is the pause before a node that is gone is asked again.
	retry = time.Second
	// maxAhead is how many blocks may be awaited.
	maxAhead = 3
	// maxBlock is how long a block with its events may be in bytes.
	maxBlock = 64 << 20
)

// live forwards the blocks of one subscription to all watchers.
type live struct {
	rpc  *url.URL
	room *places
	// views reads games, and viewLimit bounds the time for which a block waits for one before it is sent without.
	views     *reads
	viewLimit time.Duration

	mu       sync.Mutex
	watchers map[chan *block]string // the clients that watch
	last     *block                 // the last block; nil while the node is gone
	at       string                 // the height of the last block; empty while the node is gone
	changed  chan struct{}          // closed at the next block, and when the node is gone
}

func newLive(rpc *url.URL, limit int) *live {
	return &live{
		rpc: rpc, room: newPlaces(limit), viewLimit: time.Second,
		watchers: make(map[chan *block]string), changed: make(chan struct{}),
	}
}

// Run follows the node until ctx is done. While the node is gone there is no stream.
func (h *Handler) Run(ctx context.Context) {
	for ctx.Err() == nil {
		_ = h.live.follow(ctx) // a node that is gone may come back
		h.live.end()
		select {
		case <-ctx.Done():
		case <-time.After(retry):
		}
	}
}

// follow passes on the blocks of one connection to the node, until that breaks.
func (l *live) follow(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	opening, opened := context.WithTimeout(ctx, dialLimit)
	defer opened()
	//nolint:bodyclose // the library closes it
	conn, _, err := websocket.Dial(opening, l.rpc.JoinPath("websocket").String(), nil)
	if err != nil {
		return err
	}
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(maxBlock)
	const ask = `{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"query":"tm.event='NewBlock'"}}`
	if err := conn.Write(opening, websocket.MessageText, []byte(ask)); err != nil {
		return err
	}
	go keepAlive(ctx, conn)
	for {
		_, bz, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		b, err := readBlock(bz)
		if err != nil {
			return err
		}
		if b != nil {
			l.tell(b)
		}
	}
}

// keepAlive closes a connection whose other end is gone without a word.
func keepAlive(ctx context.Context, conn *websocket.Conn) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(silence):
		}
		asking, asked := context.WithTimeout(ctx, silence)
		err := conn.Ping(asking)
		asked()
		if err != nil {
			_ = conn.CloseNow()
			return
		}
	}
}

// event is an event of a block or a transaction.
type event struct {
	Type       string
	Attributes []struct{ Key, Value string }
}

// readBlock reads a message of the node. It returns nil if it is not a block.
func readBlock(bz []byte) (*block, error) {
	var sent struct {
		Error  json.RawMessage
		Result struct {
			Data struct {
				Value struct {
					Block struct {
						Header struct {
							ChainID string `json:"chain_id"`
							Height  string
							Time    time.Time
						}
					}
					Result struct {
						Events []event
						Txs    []struct{ Events []event } `json:"tx_results"`
					} `json:"result_finalize_block"`
				}
			}
		}
	}
	if err := json.Unmarshal(bz, &sent); err != nil {
		return nil, fmt.Errorf("read what the node has sent: %w", err)
	}
	if sent.Error != nil {
		return nil, errors.New("the node has ended the subscription")
	}
	header, result := sent.Result.Data.Value.Block.Header, sent.Result.Data.Value.Result
	if header.Height == "" {
		return nil, nil
	}
	ids := gamesOf(result.Events)
	for _, tx := range result.Txs {
		ids = append(ids, gamesOf(tx.Events)...)
	}
	slices.Sort(ids)
	games := []string{}
	for _, id := range slices.Compact(ids) {
		games = append(games, strconv.FormatUint(id, 10))
	}
	return newBlock(header.ChainID, header.Height, header.Time.UTC().Format(time.RFC3339Nano), games)
}

// gamesOf returns the ids of the games that events name.
func gamesOf(events []event) (ids []uint64) {
	for _, e := range events {
		if e.Type != "battleship" && !strings.HasPrefix(e.Type, "battleship.v1.") {
			continue
		}
		for _, attribute := range e.Attributes {
			if attribute.Key != "game_id" {
				continue
			}
			if id, err := strconv.ParseUint(strings.Trim(attribute.Value, `"`), 10, 64); err == nil {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// tell forwards a block. A watcher that has not taken the last ones is dropped: its browser then asks for heights.
func (l *live) tell(b *block) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at, l.last = b.Height, b
	l.change()
	for watcher := range l.watchers {
		select {
		case watcher <- b:
		default:
			l.drop(watcher)
			close(watcher)
		}
	}
}

// end ends all streams: the node is gone.
func (l *live) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at, l.last = "", nil
	l.change()
	for watcher := range l.watchers {
		l.drop(watcher)
		close(watcher)
	}
}

// height is the height of the last block, or empty while the node is gone.
func (l *live) height() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.at
}

// change wakes up those that await a block. The caller holds the lock.
func (l *live) change() {
	close(l.changed)
	l.changed = make(chan struct{})
}

// errGone is returned while the node is gone.
var errGone = errors.New("the node does not answer")

// await waits for a block. The error is an errNoBlock for one that does not come within a while or that is far ahead,
// and an errGone while the node is gone.
func (l *live) await(ctx context.Context, height int64) error {
	late := time.NewTimer(proofWait)
	defer late.Stop()
	for {
		l.mu.Lock()
		at, changed := l.at, l.changed
		l.mu.Unlock()
		newest, err := strconv.ParseInt(at, 10, 64)
		switch {
		case err != nil:
			return errGone
		case height > newest+maxAhead:
			return errNoBlock
		case height <= newest:
			return nil
		}
		select {
		case <-changed:
		case <-late.C:
			return errNoBlock
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// watch returns a channel of blocks, the last one first. It returns nil with a reason if there are too many watchers,
// or no node.
func (l *live) watch(client string) (chan *block, string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.last == nil:
		return nil, "the node does not answer"
	case !l.room.take(client):
		return nil, "too many watch already, in all or of this address: ask the node for its height"
	}
	watcher := make(chan *block, watcherBuffer)
	watcher <- l.last
	l.watchers[watcher] = client
	return watcher, ""
}

func (l *live) leave(watcher chan *block) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drop(watcher)
}

// drop frees the place of a watcher. The caller holds the lock.
func (l *live) drop(watcher chan *block) {
	if client, ok := l.watchers[watcher]; ok {
		delete(l.watchers, watcher)
		l.room.leave(client)
	}
}

// ServeHTTP implements http.Handler.
func (l *live) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	game, err := readWatched(r.URL.RawQuery)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	watcher, trouble := l.watch(clientOf(r))
	if watcher == nil {
		w.Header().Set("Retry-After", "5")
		refuse(w, http.StatusServiceUnavailable, trouble)
		return
	}
	defer l.leave(watcher)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")       // nginx would collect it
	w.Header().Set("Transfer-Encoding", "identity") // one write for a block, and not one for each chunk
	if r.Method == http.MethodHead {
		return
	}
	out := http.NewResponseController(w)
	_ = out.Flush()                      // the stream is open before there is a view
	_ = out.SetReadDeadline(time.Time{}) // the server's limit is for requests
	// The server reads the rest of the request at the end, and would wait for a body that the client withholds.
	defer func() { _ = out.SetReadDeadline(time.Now()) }()
	send := func(text []byte) bool {
		_ = out.SetWriteDeadline(time.Now().Add(writeLimit)) // a recorder has none
		_, err := w.Write(text)
		return err == nil && out.Flush() == nil
	}
	quiet := time.NewTicker(silence)
	defer quiet.Stop()
	for {
		select {
		case <-r.Context().Done():
			return
		case b, ok := <-watcher:
			if !ok {
				return
			}
			event := b.plain
			// A client that is behind waits for no view: a later block has a newer one.
			if slices.Contains(b.Games, game.id) && len(watcher) == 0 {
				event = b.with(game, func() []byte { return l.view(game) })
			}
			if !send(event) {
				return
			}
		case <-quiet.C:
			if !send([]byte(": still here\n\n")) {
				return
			}
		}
	}
}

// view returns the node's answer about a game, or nil if it does not come in time.
func (l *live) view(game watched) []byte {
	ctx, cancel := context.WithTimeout(context.Background(), l.viewLimit)
	defer cancel()
	return l.views.line(ctx, game.path)
}
