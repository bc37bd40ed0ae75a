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
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// maxKeys is how many records one request may have proven, and maxKeyBytes how long the key of one is.
	maxKeys     = 64
	maxKeyBytes = 64
	// maxProof is how long the node's answer to one call may be in bytes.
	maxProof = 4 << 20
	// maxValidators is more validators than a chain of CometBFT has, and perPage how many are asked for at once.
	maxValidators = 10_000
	perPage       = 100
	// callsAtOnce is how many calls to the node one request makes at the same time.
	callsAtOnce = 8
	// proofWait is how long a request waits for a block that is yet to come, and askAgain how long a second node is given
	// before it is asked for it again.
	proofWait = 10 * time.Second
	askAgain  = 200 * time.Millisecond
)

// proofs bundles what a light client asks a node for: a header with its commit and validators, and records of the state
// before it, with proofs. Nothing of it is verified here.
type proofs struct {
	rpc    *url.URL
	client http.Client
	// room is who waits for the node. await waits for a block, of a second node by asking for it; nil for that.
	room  *places
	await func(ctx context.Context, height int64) error
	// keys is how many records may be asked for.
	keys int
}

func newProofs(rpc *url.URL, room *places, keys int, await func(context.Context, int64) error) *proofs {
	return &proofs{rpc: rpc, client: http.Client{Timeout: answerLimit}, room: room, await: await, keys: keys}
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

// proofQuery are the parameters of a request: a height, keys in hexadecimal, and the hash of validators.
var (
	hexKey  = regexp.MustCompile(fmt.Sprintf(`^([0-9a-f]{2}){1,%d}$`, maxKeyBytes))
	hexHash = regexp.MustCompile(`^([0-9A-F]{64})?$`)
)

// ServeHTTP implements http.Handler.
func (p *proofs) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	height, err := strconv.ParseInt(asked.Get("height"), 10, 64)
	var keys []string
	if list := asked.Get("keys"); list != "" {
		keys = strings.Split(list, ",")
	}
	known := asked.Get("known")
	isKeys := len(keys) <= p.keys
	for _, key := range keys {
		isKeys = isKeys && hexKey.MatchString(key)
	}
	if err != nil || height < 1 || !isKeys || !hexHash.MatchString(known) {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("expected a height, at most %d keys of at most %d bytes in hexadecimal "+
			"and the hash of the validators that are known, if any", p.keys, maxKeyBytes))
		return
	}
	client := clientOf(r)
	if !p.room.take(client) {
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusServiceUnavailable, "too many requests already wait for proofs, in all or of this address")
		return
	}
	defer p.room.leave(client)
	ctx, cancel := context.WithTimeout(r.Context(), proofWait+answerLimit)
	defer cancel()
	found, err := p.read(ctx, height, keys, known)
	switch {
	case errors.Is(err, errNoBlock):
		refuse(w, http.StatusNotFound, errNoBlock.Error())
	case err != nil:
		refuse(w, http.StatusBadGateway, errGone.Error())
	default:
		answer(w, http.StatusOK, found)
	}
}

func (p *proofs) read(ctx context.Context, height int64, keys []string, known string) (*proven, error) {
	signed, err := p.header(ctx, height)
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
	found := &proven{SignedHeader: signed, Items: make([]record, len(keys))}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(callsAtOnce)
	if known == "" || known != header.Header.Validators {
		group.Go(func() (err error) {
			found.Validators, err = p.validators(ctx, height)
			return err
		})
	}
	for i, key := range keys {
		group.Go(func() (err error) {
			found.Items[i], err = p.record(ctx, height-1, key)
			return err
		})
	}
	return found, group.Wait()
}

// header returns a signed header, and waits for one that is yet to come.
func (p *proofs) header(ctx context.Context, height int64) (json.RawMessage, error) {
	if p.await != nil {
		if err := p.await(ctx, height); err != nil {
			return nil, err
		}
	}
	for start := time.Now(); ; {
		var found struct {
			SignedHeader json.RawMessage `json:"signed_header"`
		}
		err := p.call(ctx, "commit", url.Values{"height": {strconv.FormatInt(height, 10)}}, &found)
		if err == nil || p.await != nil || !errors.Is(err, errNoBlock) || time.Since(start) > proofWait {
			return found.SignedHeader, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(askAgain):
		}
	}
}

func (p *proofs) validators(ctx context.Context, height int64) ([]json.RawMessage, error) {
	var all []json.RawMessage
	for page := 1; ; page++ {
		var found struct {
			Validators []json.RawMessage `json:"validators"`
			Total      int               `json:"total,string"`
		}
		err := p.call(ctx, "validators", url.Values{
			"height": {strconv.FormatInt(height, 10)}, "page": {strconv.Itoa(page)}, "per_page": {strconv.Itoa(perPage)},
		}, &found)
		if err != nil {
			return nil, err
		}
		all = append(all, found.Validators...)
		if len(all) >= found.Total || len(found.Validators) == 0 || len(all) > maxValidators {
			return all, nil
		}
	}
}

func (p *proofs) record(ctx context.Context, height int64, key string) (record, error) {
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
func (p *proofs) call(ctx context.Context, method string, values url.Values, into any) error {
	at := p.rpc.JoinPath(method)
	at.RawQuery = values.Encode()
	//nolint:gosec // the operator's node, a method of this file, and values that were checked
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), http.NoBody)
	if err != nil {
		return err
	}
	res, err := p.client.Do(r) //nolint:gosec // as above
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // nothing is left to read
	var found struct {
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	if err := json.NewDecoder(io.LimitReader(res.Body, maxProof)).Decode(&found); err != nil {
		return err
	}
	if len(found.Error) > 0 || len(found.Result) == 0 {
		return errNoBlock
	}
	return json.Unmarshal(found.Result, into)
}
