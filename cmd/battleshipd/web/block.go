package web

import (
	"encoding/json"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"sync"
)

// block is a block of a chain as watchers receive it.
type block struct {
	Chain  string   `json:"chain"`
	Height string   `json:"height"`
	Time   string   `json:"time"`
	Games  []string `json:"games"` // in which something has happened

	text  []byte // the fields as a JSON object
	plain []byte // the event of the block alone

	mu    sync.Mutex
	views map[watched]*view // by games in which something has happened
}

// view is the event of a block with the view of a game. Until done is closed it is on its way.
type view struct {
	done  chan struct{}
	event []byte
}

func newBlock(chain, height, time string, games []string) (*block, error) {
	b := &block{Chain: chain, Height: height, Time: time, Games: games, views: make(map[watched]*view)}
	text, err := json.Marshal(b)
	b.text, b.plain = text, slices.Concat([]byte("data: "), text, []byte("\n\n"))
	return b, err
}

// with returns the block as a server-sent event with the view of a game, once for all its watchers: the first of them
// has it read. The view is JSON in one line. The event is that of the block alone if there is no view.
func (b *block) with(game watched, read func() []byte) []byte {
	b.mu.Lock()
	v, found := b.views[game]
	if !found {
		v = &view{done: make(chan struct{}), event: b.plain}
		b.views[game] = v
	}
	b.mu.Unlock()
	if found {
		<-v.done
		return v.event
	}
	defer close(v.done)
	answer := read()
	if answer == nil { // and not kept: there is no end of names without an answer
		b.mu.Lock()
		delete(b.views, game)
		b.mu.Unlock()
		return v.event
	}
	answers := slices.Concat([]byte(`,"answers":{"`+game.path+`":`), answer, []byte("}}\n\n"))
	v.event = slices.Concat([]byte("data: "), b.text[:len(b.text)-1], answers)
	return v.event
}

// watched is a game that a client watches. The zero value is none.
type watched struct {
	path string // of its view
	id   string
}

// gameView matches the name of a view: a collection of the chain's REST API, and the number of a game in it.
var gameView = regexp.MustCompile(`^[a-z_]{1,20}/(\d+)$`)

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
