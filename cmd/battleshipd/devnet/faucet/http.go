package faucet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// maxBody is how long a request may be in bytes.
const maxBody = 1 << 10

// offer describes the faucet. Amounts are strings, for they may not fit into a JavaScript number.
type offer struct {
	Denom      string `json:"denom"`
	Amount     int64  `json:"amount,string"`
	PerAddress int64  `json:"per_address,string"`
	Total      int64  `json:"total,string"`
	Left       int64  `json:"left,string"`
}

// given is the answer after a payment.
type given struct {
	Address string `json:"address"`
	Denom   string `json:"denom"`
	Amount  int64  `json:"amount,string"`
	TxHash  string `json:"tx_hash"`
	Height  int64  `json:"height,string"`
}

// httpError is an error with the status that it is answered with.
type httpError struct {
	status int
	text   string
}

func (e *httpError) Error() string { return e.text }

func refuse(status int, format string, args ...any) error {
	return &httpError{status, fmt.Sprintf(format, args...)}
}

// ServeHTTP implements http.Handler.
func (f *Faucet) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	if err := f.checkSource(w, r); err != nil {
		answer(w, nil, err)
		return
	}
	switch {
	case r.Method == http.MethodOptions:
		w.WriteHeader(http.StatusNoContent)
	case r.URL.Path == "/" && (r.Method == http.MethodGet || r.Method == http.MethodHead):
		l := f.options.Limits
		answer(w, offer{f.options.Denom, l.Amount, l.PerAddress, l.Total, f.budget.left()}, nil)
	case r.URL.Path == "/":
		answer(w, nil, refuse(http.StatusMethodNotAllowed, "expected GET, got %s", r.Method))
	case r.URL.Path != "/fund":
		answer(w, nil, refuse(http.StatusNotFound, "expected GET / or POST /fund, got %.100q", r.URL.Path))
	case r.Method != http.MethodPost:
		answer(w, nil, refuse(http.StatusMethodNotAllowed, "expected POST, got %s", r.Method))
	default:
		res, err := f.fund(w, r)
		answer(w, res, err)
	}
}

// fund pays the address that a request names.
func (f *Faucet) fund(w http.ResponseWriter, r *http.Request) (any, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return nil, refuse(http.StatusUnsupportedMediaType, "expected Content-Type: application/json, got %.100q",
			r.Header.Get("Content-Type"))
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, refuse(http.StatusRequestEntityTooLarge, "expected at most %d bytes", maxBody)
	}
	var asked struct {
		Address string `json:"address"`
	}
	if err := json.Unmarshal(body, &asked); err != nil {
		return nil, refuse(http.StatusBadRequest, `expected {"address": "ship1..."}, got something else`)
	}
	address, err := f.options.Parse(asked.Address)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "address: %s", err)
	}
	payment, err := f.Fund(r.Context(), address)
	var spent *spentError
	switch {
	case errors.As(err, &spent):
		return nil, refuse(http.StatusTooManyRequests, "%s", err)
	case errors.Is(err, errBusy), errors.Is(err, errStopped):
		return nil, refuse(http.StatusServiceUnavailable, "%s", err)
	case err != nil:
		return nil, refuse(http.StatusBadGateway, "nothing was given: %s", err)
	}
	return given{address, f.options.Denom, f.options.Amount, payment.Hash, payment.Height}, nil
}

// checkSource refuses requests that a page of another site has sent: by a name that it has made point to this machine,
// or openly. For pages that may use the faucet it sets the headers that let them read the answer.
func (f *Faucet) checkSource(w http.ResponseWriter, r *http.Request) error {
	if !f.isOurs(r.Host) {
		return refuse(http.StatusForbidden, "expected the address of this machine as Host, such as 127.0.0.1, got %.100q",
			r.Host)
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return nil // no page
	}
	w.Header().Add("Vary", "Origin")
	at, err := url.Parse(origin)
	if !f.options.Pages && (err != nil || at.Host == "" || !isLoopback(hostOf(at.Host)) && at.Host != r.Host) {
		return refuse(http.StatusForbidden, "expected a page on this machine, got Origin %.100q: start the devnet with "+
			"--cors to let every page in", origin)
	}
	w.Header().Set("Access-Control-Allow-Origin", origin)
	if r.Method == http.MethodOptions {
		w.Header().Set("Access-Control-Allow-Methods", "GET, POST")
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		w.Header().Set("Access-Control-Allow-Private-Network", "true")
	}
	return nil
}

// isOurs reports whether a Host header names this server by an address, which no other site can have in a browser.
func (f *Faucet) isOurs(host string) bool {
	name := hostOf(host)
	return isLoopback(name) || f.options.Open && net.ParseIP(name) != nil
}

// hostOf returns a host without its port and brackets.
func hostOf(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

func isLoopback(name string) bool {
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

// answer writes an answer, or an error in its place.
func answer(w http.ResponseWriter, v any, err error) {
	status := http.StatusOK
	if err != nil {
		status = http.StatusInternalServerError
		var known *httpError
		if errors.As(err, &known) {
			status = known.status
		}
		v = map[string]string{"error": err.Error()}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // nobody is left to hear of it
}
