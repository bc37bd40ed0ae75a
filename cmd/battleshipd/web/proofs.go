package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// maxKeys is how many records one request may have proven, and maxKeyBytes how long the key of one is.
	maxKeys     = 64
	maxKeyBytes = 64
	// maxRead is the length in bytes up to which the node's answers to one request are read.
	maxRead = 8 << 20
	// maxPages is the greatest number of pages of validators, and perPage the number of validators of one.
	maxPages = 100
	perPage  = 100
	// callsAtOnce is how many calls to the node one request makes at the same time.
	callsAtOnce = 8
	// proofWait is how long a request waits for a block that is yet to come, on the node and then on a second one, and
	// askAgain how long the second one is given before it is asked again.
	proofWait = 10 * time.Second
	askAgain  = 200 * time.Millisecond
)

// proofs bundles what a light client asks a node for: a header with its commit and validators, and records of the state
// before it, with proofs. Nothing of it is verified here.
type proofs struct {
	rpc    *url.URL
	client http.Client
	live   *live
	// waiting holds the requests that wait for a block, and room those with calls to the node.
	waiting, room *places
	// keys is how many records may be asked for.
	keys int
	// second reports whether the node is another than the one that live follows, so that it may be behind.
	second bool
	// shared answers the requests that are well formed.
	shared http.Handler
}

// newProofs returns a handler for the proofs of a node. The numbers bound the requests that wait for a block, and those
// with calls to the node.
func newProofs(rpc *url.URL, l *live, clients, requests int) *proofs {
	p := &proofs{
		rpc: rpc, live: l, waiting: newPlaces(clients), room: newPlaces(requests), keys: maxKeys,
		client: http.Client{
			Timeout: answerLimit,
			// a node does not choose another address
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	p.shared = &reads{next: http.HandlerFunc(p.ask), height: l.height}
	return p
}

// newWitness returns a handler for the headers of a second node.
func newWitness(rpc *url.URL, l *live, clients, requests int) *proofs {
	p := newProofs(rpc, l, clients, requests)
	p.keys, p.second = 0, true
	return p
}

// proven is the answer.
type proven struct {
	SignedHeader json.RawMessage `json:"signed_header"`
	// Validators are left out if they have the hash that the client knows.
	Validators []json.RawMessage `json:"validators,omitempty"`
	Items      []record          `json:"items"`
}

// record is a value with its proof, as CometBFT returns it.
type record struct {
	Code  uint32          `json:"code,omitempty"`
	Value json.RawMessage `json:"value"`
	Ops   json.RawMessage `json:"proofOps"`
}

// errNoBlock is for a block or a state that the node does not have.
var errNoBlock = errors.New("the node does not have that block, or the state before it")

// errTooLong is returned for answers of more than maxRead bytes or maxPages pages.
var errTooLong = errors.New("the node's answers are too long")

// proofQuery is the parameters of a request: a height, keys in hexadecimal, and the hash of validators.
type proofQuery struct {
	height int64
	keys   []string
	known  string
}

var (
	hexKey  = regexp.MustCompile(fmt.Sprintf(`^([0-9a-f]{2}){1,%d}$`, maxKeyBytes))
	hexHash = regexp.MustCompile(`^([0-9A-F]{64})?$`)
)

// encode returns the query in the one form that all queries alike have.
func (q proofQuery) encode() string {
	return url.Values{
		"height": {strconv.FormatInt(q.height, 10)}, "keys": {strings.Join(q.keys, ",")}, "known": {q.known},
	}.Encode()
}

// query reads the parameters of a request, or refuses it and returns false.
func (p *proofs) query(w http.ResponseWriter, r *http.Request) (q proofQuery, ok bool) {
	asked := r.URL.Query()
	var err error
	q.height, err = strconv.ParseInt(asked.Get("height"), 10, 64)
	if list := asked.Get("keys"); list != "" {
		q.keys = strings.Split(list, ",")
	}
	q.known = asked.Get("known")
	ok = err == nil && q.height >= 1 && len(q.keys) <= p.keys && hexHash.MatchString(q.known)
	for _, key := range q.keys {
		ok = ok && hexKey.MatchString(key)
	}
	if !ok {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("expected a height, at most %d keys of at most %d bytes in hexadecimal "+
			"and the hash of the validators that are known, if any", p.keys, maxKeyBytes))
	}
	return q, ok
}

// ServeHTTP implements http.Handler. It waits for the block, and asks the node once for requests that are alike.
func (p *proofs) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q, ok := p.query(w, r)
	if !ok {
		return
	}
	client := clientOf(r)
	if !p.waiting.take(client) {
		refuseFull(w)
		return
	}
	defer p.waiting.leave(client)
	if err := p.live.await(r.Context(), q.height); err != nil {
		refuseFor(w, err)
		return
	}
	r = r.Clone(r.Context())
	r.URL.RawQuery = q.encode()
	p.shared.ServeHTTP(w, r)
}

// refuseFull answers that there is no place.
func refuseFull(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	refuse(w, http.StatusServiceUnavailable, "too many requests already wait for proofs, in all or of this address")
}

// refuseFor answers that the node did not prove what was asked for.
func refuseFor(w http.ResponseWriter, err error) {
	if errors.Is(err, errNoBlock) {
		refuse(w, http.StatusNotFound, errNoBlock.Error())
		return
	}
	refuse(w, http.StatusBadGateway, errGone.Error())
}

// ask asks the node for a request that is well formed.
func (p *proofs) ask(w http.ResponseWriter, r *http.Request) {
	client := clientOf(r)
	if !p.room.take(client) {
		refuseFull(w)
		return
	}
	defer p.room.leave(client)
	q, ok := p.query(w, r)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), proofWait+answerLimit)
	defer cancel()
	calls := reading{proofs: p}
	calls.left.Store(maxRead)
	found, err := calls.read(ctx, q)
	if err != nil {
		refuseFor(w, err)
		return
	}
	answer(w, http.StatusOK, found)
}

// reading is the calls that one request makes.
type reading struct {
	*proofs

	// left is how many more bytes of answers are read.
	left atomic.Int64
}

func (p *reading) read(ctx context.Context, q proofQuery) (*proven, error) {
	signed, err := p.header(ctx, q.height)
	if err != nil {
		return nil, err
	}
	var header struct {
		Header struct {
			Validators string `json:"validators_hash"`
		} `json:"header"`
	}
	if err := json.Unmarshal(signed, &header); err != nil {
		return nil, err
	}
	found := &proven{SignedHeader: signed, Items: make([]record, len(q.keys))}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(callsAtOnce)
	if q.known == "" || q.known != header.Header.Validators {
		group.Go(func() (err error) {
			found.Validators, err = p.validators(ctx, q.height)
			return err
		})
	}
	for i, key := range q.keys {
		group.Go(func() (err error) {
			found.Items[i], err = p.record(ctx, q.height-1, key)
			return err
		})
	}
	return found, group.Wait()
}

// header returns a signed header. A second node is given a while to have it.
func (p *reading) header(ctx context.Context, height int64) (json.RawMessage, error) {
	for start := time.Now(); ; {
		var found struct {
			SignedHeader json.RawMessage `json:"signed_header"`
		}
		err := p.call(ctx, "commit", url.Values{"height": {strconv.FormatInt(height, 10)}}, &found)
		if !p.second || !errors.Is(err, errNoBlock) || time.Since(start) > proofWait {
			return found.SignedHeader, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(askAgain):
		}
	}
}

func (p *reading) validators(ctx context.Context, height int64) ([]json.RawMessage, error) {
	var all []json.RawMessage
	for page := range maxPages {
		var found struct {
			Validators []json.RawMessage `json:"validators"`
			Total      int               `json:"total,string"`
		}
		err := p.call(ctx, "validators", url.Values{
			"height": {strconv.FormatInt(height, 10)}, "page": {strconv.Itoa(page + 1)}, "per_page": {strconv.Itoa(perPage)},
		}, &found)
		if err != nil {
			return nil, err
		}
		all = append(all, found.Validators...)
		if len(all) >= found.Total || len(found.Validators) == 0 {
			return all, nil
		}
	}
	return nil, errTooLong
}

func (p *reading) record(ctx context.Context, height int64, key string) (record, error) {
	var found struct {
		Response record `json:"response"`
	}
	err := p.call(ctx, "abci_query", url.Values{
		"path": {`"/store/battleship/key"`}, "data": {"0x" + key}, "height": {strconv.FormatInt(height, 10)},
		"prove": {"true"},
	}, &found)
	if err == nil && found.Response.Code != 0 {
		err = errNoBlock
	}
	return found.Response, err
}

// call asks the node. The error is an errNoBlock if the node returns one.
func (p *reading) call(ctx context.Context, method string, values url.Values, into any) error {
	at := p.rpc.JoinPath(method)
	at.RawQuery = values.Encode()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), http.NoBody)
	if err != nil {
		return err
	}
	res, err := p.client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // nothing is left to read
	var found struct {
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	if err := json.NewDecoder(counted{res.Body, &p.left}).Decode(&found); err != nil {
		return err
	}
	if len(found.Error) > 0 || len(found.Result) == 0 {
		return errNoBlock
	}
	return json.Unmarshal(found.Result, into)
}

// counted is a reader that returns errTooLong once no byte is left.
type counted struct {
	io.Reader

	left *atomic.Int64
}

// Read implements io.Reader.
func (c counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	if c.left.Add(-int64(n)) < 0 {
		return 0, errTooLong
	}
	return n, err
}
