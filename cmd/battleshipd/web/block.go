package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"
)

const (
	// viewLimit is how long a block waits for the view of a game, before it is sent without.
	viewLimit = time.Second
	// viewsAtOnce is how many views are read at the same time.
	viewsAtOnce = 16
)

// beat is a block of a chain, the games in which something has happened, and answers of the node to reads, by path.
type beat struct {
	Chain   string                     `json:"chain"`
	Height  string                     `json:"height"`
	Time    string                     `json:"time"`
	Games   []string                   `json:"games"`
	Answers map[string]json.RawMessage `json:"answers,omitempty"`
}

// event returns a beat as a server-sent event.
func (b beat) event() []byte {
	text, err := json.Marshal(b)
	if err != nil {
		panic(err) // strings, and texts that are known to be JSON
	}
	return slices.Concat([]byte("data: "), text, []byte("\n\n"))
}

// watched is a game that a client watches. The zero value is none.
type watched struct {
	path string // of its view
	id   string
}

// gameView matches the name of a view: a collection of the chain's REST API, and the number of a game in it.
var gameView = regexp.MustCompile(`^[a-z_]+/(\d+)$`)

var errNotWatched = errors.New("expected the view of one game, such as view=games/7, or none")

// readWatched reads the game from a query such as view=games/7.
func readWatched(query string) (watched, error) {
	if query == "" {
		return watched{}, nil
	}
	values, err := url.ParseQuery(query)
	if err != nil || len(values) != 1 || len(values["view"]) != 1 {
		return watched{}, errNotWatched
	}
	name := gameView.FindStringSubmatch(values["view"][0])
	if name == nil {
		return watched{}, errNotWatched
	}
	if id, err := strconv.ParseUint(name[1], 10, 64); err != nil || strconv.FormatUint(id, 10) != name[1] {
		return watched{}, errNotWatched
	}
	return watched{"/battleship/v1/" + name[0], name[1]}, nil
}

// state reads the state of a node by its REST API.
type state struct {
	rest   *url.URL
	client http.Client
	// room holds the reads that wait for the node.
	room chan struct{}
}

func newState(rest *url.URL) *state {
	return &state{rest: rest, client: http.Client{CheckRedirect: stay}, room: make(chan struct{}, viewsAtOnce)}
}

// read returns the answer of status 200 to a read, which is JSON, or nil if there is none before ctx is done.
func (s *state) read(ctx context.Context, path string) json.RawMessage {
	select {
	case s.room <- struct{}{}:
		defer func() { <-s.room }()
	case <-ctx.Done():
		return nil
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.rest.JoinPath(path).String(), http.NoBody)
	if err != nil {
		return nil
	}
	res, err := s.client.Do(r)
	if err != nil {
		return nil
	}
	defer func() { _ = res.Body.Close() }() // nothing is left to read
	bz, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	if err != nil || res.StatusCode != http.StatusOK || len(bz) > maxAnswer || !json.Valid(bz) {
		return nil
	}
	return bz
}

// block is a block as watchers receive it.
type block struct {
	beat

	plain []byte // without answers

	mu    sync.Mutex
	views map[watched]*view
}

// view is a block with what is read of one game. Until done is closed it is on its way.
type view struct {
	done chan struct{}
	text []byte
}

func newBlock(b beat) *block {
	return &block{beat: b, plain: b.event(), views: make(map[watched]*view)}
}

// text returns the event for a watcher of a game. It contains the view of the game if something has happened in it, and
// for a watcher that has received no block before. The first watcher reads it for all.
func (b *block) text(game watched, begun bool, from *state) []byte {
	if game.id == "" || begun && !slices.Contains(b.Games, game.id) {
		return b.plain
	}
	b.mu.Lock()
	v, found := b.views[game]
	if !found {
		v = &view{done: make(chan struct{})}
		b.views[game] = v
	}
	b.mu.Unlock()
	if !found {
		v.text = b.read(game, from)
		close(v.done)
	}
	<-v.done
	return v.text
}

// read returns the event with the view of a game, or without if the node does not answer in time.
func (b *block) read(game watched, from *state) []byte {
	ctx, cancel := context.WithTimeout(context.Background(), viewLimit)
	defer cancel()
	answer := from.read(ctx, game.path)
	if answer == nil {
		return b.plain
	}
	with := b.beat
	with.Answers = map[string]json.RawMessage{game.path: answer}
	return with.event()
}
