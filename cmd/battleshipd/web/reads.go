package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// maxAnswer is the longest answer in bytes that is kept, and maxKept how long all together may be.
	maxAnswer = 1 << 20
	maxKept   = 32 << 20
	// keptFor is how long an answer is kept if no block comes: some of what a node answers changes between blocks.
	keptFor = 2 * time.Second
	// overhead is the memory in bytes of an answer beside its request and its body, roughly.
	overhead = 1 << 10
	// packFrom is the length in bytes from which answers are compressed.
	packFrom = 1 << 10
)

// reads asks the node once for what several clients read in one block, and compresses the answers. Without a height,
// while no block is known, each request is passed on.
type reads struct {
	next   http.Handler
	height func() string

	mu   sync.Mutex
	at   string
	size int
	kept map[string]*reply
}

// reply is an answer of the node. Until done is closed it is on its way.
type reply struct {
	done    chan struct{}
	asked   time.Time
	status  int
	header  http.Header
	body    bytes.Buffer
	packing sync.Once
	packed  []byte
	// to is the client to which an answer is passed on that is too long to be kept; nil for others.
	to http.ResponseWriter
	// whole is false if the answer cannot be given to others.
	whole bool
}

// ServeHTTP implements http.Handler.
func (c *reads) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	height := c.height()
	if r.Method != http.MethodGet || height == "" || r.Header.Get("X-Cosmos-Block-Height") != "" {
		c.next.ServeHTTP(w, r)
		return
	}
	key := r.URL.RequestURI()
	found, fresh := c.find(height, key)
	if fresh {
		c.ask(w, r, key, found)
	}
	select {
	case <-found.done:
	case <-r.Context().Done():
		return
	}
	switch {
	case found.whole:
		found.write(w, r)
	case !fresh:
		c.next.ServeHTTP(w, r)
	}
}

// line returns the answer of status 200 to a read as JSON in one line, or nil if there is none before ctx is done.
func (c *reads) line(ctx context.Context, path string) []byte {
	height := c.height()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, path, http.NoBody)
	if err != nil || height == "" {
		return nil
	}
	found, fresh := c.find(height, path)
	if fresh {
		go c.askUnread(r, path, found)
	}
	select {
	case <-found.done:
	case <-ctx.Done():
		return nil
	}
	if !found.whole || found.status != http.StatusOK {
		return nil
	}
	var line bytes.Buffer
	if json.Compact(&line, found.body.Bytes()) != nil {
		return nil
	}
	return line.Bytes()
}

// askUnread is ask without a client. A proxy ends an answer that breaks off with a panic under an HTTP server alone,
// and otherwise as if it were whole.
func (c *reads) askUnread(r *http.Request, key string, into *reply) {
	defer func() {
		broken := recover()
		if err, _ := broken.(error); broken != nil && !errors.Is(err, http.ErrAbortHandler) {
			panic(broken)
		}
	}()
	c.ask(unread{}, r.WithContext(context.WithValue(r.Context(), http.ServerContextKey, new(http.Server))), key, into)
}

// unread is a client that reads no answer.
type unread struct{}

// Header implements http.ResponseWriter.
func (unread) Header() http.Header { return make(http.Header) }

// WriteHeader implements http.ResponseWriter.
func (unread) WriteHeader(int) {}

// Write implements http.ResponseWriter.
func (unread) Write(bz []byte) (int, error) { return len(bz), nil }

// find returns the answer that is kept or on its way, or a fresh one that the caller has to ask for.
func (c *reads) find(height, key string) (found *reply, fresh bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at != height || c.size > maxKept {
		c.at, c.size, c.kept = height, 0, make(map[string]*reply)
	}
	if found = c.kept[key]; found != nil && time.Since(found.asked) < keptFor {
		return found, false
	}
	found = &reply{done: make(chan struct{}), asked: time.Now(), status: http.StatusOK, header: make(http.Header)}
	c.kept[key] = found
	return found, true
}

// ask fills an answer in. The request is not cancelled if its client leaves, since others may wait for the answer.
func (c *reads) ask(w http.ResponseWriter, r *http.Request, key string, into *reply) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if !into.whole || into.status >= http.StatusInternalServerError || into.status == http.StatusTooManyRequests {
			if c.kept[key] == into {
				delete(c.kept, key)
			}
		} else {
			c.size += overhead + len(key) + into.body.Len()
		}
		close(into.done)
	}()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), answerWait)
	defer cancel()
	r = r.Clone(ctx)
	for _, name := range []string{"Accept", "Accept-Encoding", "Range", "If-None-Match", "If-Modified-Since"} {
		r.Header.Del(name)
	}
	into.to = nil
	c.next.ServeHTTP(&recorder{into, w}, r)
	into.whole = into.to == nil
}

// recorder writes into an answer, or to its first client once that answer is too long to be kept.
type recorder struct {
	*reply
	w http.ResponseWriter
}

// Header implements http.ResponseWriter.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter.
func (r *recorder) WriteHeader(status int) { r.status = status }

// Write implements http.ResponseWriter.
func (r *recorder) Write(bz []byte) (int, error) {
	if r.to == nil && r.body.Len()+len(bz) > maxAnswer {
		r.to = r.w
		maps.Copy(r.to.Header(), r.header)
		r.to.WriteHeader(r.status)
		if _, err := r.to.Write(r.body.Bytes()); err != nil { //nolint:gosec // JSON of the node, with its type
			return 0, err
		}
	}
	if r.to != nil {
		return r.to.Write(bz)
	}
	return r.body.Write(bz)
}

// write sends an answer to a client, compressed if the client takes that.
func (a *reply) write(w http.ResponseWriter, r *http.Request) {
	maps.Copy(w.Header(), a.header)
	body := a.body.Bytes()
	if len(body) >= packFrom {
		w.Header().Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			a.packing.Do(a.pack)
			body = a.packed
			w.Header().Set("Content-Encoding", "gzip")
		}
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(a.status)
	_, _ = w.Write(body) //nolint:gosec // JSON of the node, with its type; a client that has left needs none
}

func (a *reply) pack() {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(a.body.Bytes()) // a buffer takes everything
	_ = z.Close()
	a.packed = out.Bytes()
}
