package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Policy is the content security policy of the page: it loads from and connects to its own origin alone, and scripts
// make markup and start programs by the two policies named here alone. The only WebAssembly is the prover's, in a
// worker.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
	"img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types svelte-trusted-html battleship"

// relayURL matches the URL of a relay, of characters that have no meaning in a policy.
var relayURL = regexp.MustCompile(`^wss?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._~/-]*)?$`)

// policyFor is the policy of a page that may connect to a relay too, if there is one: to the very address at which
// clients ask for the WebSocket.
func policyFor(relay string) (string, error) {
	if relay == "" {
		return Policy, nil
	}
	if !relayURL.MatchString(relay) {
		return "", fmt.Errorf("expected a URL such as ws://127.0.0.1:26680 or wss://relay.example, got %.100q", relay)
	}
	allowed := "connect-src 'self' " + strings.TrimSuffix(relay, "/") + "/v1"
	return strings.Replace(Policy, "connect-src 'self'", allowed, 1), nil
}

// maxBody is how long a request may be in bytes, as for CometBFT.
const maxBody = 1_000_000

// Options configure the server of a page.
type Options struct {
	// Page is the built page.
	Page fs.FS
	// REST and RPC are the addresses of a node's servers, such as http://127.0.0.1:1317.
	REST, RPC string
	// Witness is the RPC address of a second node, which has to confirm what the first one proves. It is empty for none.
	Witness string
	// TrustHeight and TrustHash name the block at which the page's trust in the chain begins. The height is 0 for none.
	TrustHeight int64
	TrustHash   string
	// Hosts are the names, beside addresses and localhost, by which browsers may ask for the page.
	Hosts []string
	// Faucet gives coins, as POST /fund. It is nil for none. It receives only requests sent by this page.
	Faucet http.Handler
	// Bot is the address of a player who joins each duel offered to it alone. It is empty for none.
	Bot string
	// Relay is the URL of the relay of off-chain games, such as ws://127.0.0.1:26680. It is empty for none. It is the only
	// address beside this server to which the page may connect.
	Relay string
	// MaxWatchers is how many streams of blocks there are at once, 4096 if zero, and MaxRequests how many requests wait
	// for the node, 256 if zero. Each client may have an eighth of them.
	MaxWatchers, MaxRequests int
}

// Handler serves the page. Its stream of blocks needs Run.
type Handler struct {
	options Options
	policy  string
	mux     *http.ServeMux
	live    *live
}

// New returns a handler.
func New(o Options) (*Handler, error) {
	rest, err := parseAddress(o.REST)
	if err != nil {
		return nil, fmt.Errorf("REST: %w", err)
	}
	rpc, err := parseAddress(o.RPC)
	if err != nil {
		return nil, fmt.Errorf("RPC: %w", err)
	}
	witness := rpc
	if o.Witness != "" {
		if witness, err = parseAddress(o.Witness); err != nil {
			return nil, fmt.Errorf("witness: %w", err)
		}
	}
	page, err := readPage(o.Page)
	if err != nil {
		return nil, err
	}
	policy, err := policyFor(o.Relay)
	if err != nil {
		return nil, fmt.Errorf("relay: %w", err)
	}
	if o.MaxWatchers == 0 {
		o.MaxWatchers = 4096
	}
	if o.MaxRequests == 0 {
		o.MaxRequests = 256
	}
	h := &Handler{options: o, policy: policy, mux: http.NewServeMux(), live: newLive(rpc, o.MaxWatchers)}
	offers := map[string]any{"live": "/web/live", "proofs": "/web/proofs", "faucet": o.Faucet != nil}
	if o.TrustHeight > 0 {
		offers["trust"] = map[string]string{"height": strconv.FormatInt(o.TrustHeight, 10), "hash": o.TrustHash}
	}
	if o.Witness != "" {
		offers["witness"] = "/web/witness"
	}
	if o.Bot != "" {
		offers["bot"] = o.Bot
	}
	if o.Relay != "" {
		offers["relay"] = o.Relay
	}
	config, err := json.Marshal(offers)
	if err != nil {
		return nil, err
	}
	page.add("config.json", config)
	h.mux.Handle("GET /", page)
	room := newPlaces(o.MaxRequests)
	toREST, toRPC := proxy(rest, "", room), proxy(rpc, "/rpc", room)
	h.live.views = &reads{next: toREST, height: h.live.height}
	shared := bounded(h.live.views)
	for _, path := range restPaths {
		h.mux.Handle(path, shared)
	}
	for _, path := range txPaths {
		h.mux.Handle(path, toREST)
	}
	h.mux.Handle(searchPath, byHash(toREST))
	for _, path := range rpcPaths {
		h.mux.Handle(path, toRPC)
	}
	h.mux.Handle("GET /web/proofs", newProofs(rpc, h.live, o.MaxWatchers, o.MaxRequests))
	if o.Witness != "" {
		h.mux.Handle("GET /web/witness", newWitness(witness, h.live, o.MaxWatchers, o.MaxRequests))
	}
	h.mux.Handle("GET /web/live", h.live)
	if o.Faucet != nil {
		h.mux.HandleFunc("POST /web/faucet", h.fund)
	}
	return h, nil
}

// Requests forwarded to the node: those of the page, and those of wallets on a chain suggested to them. The work that
// one of them makes is bounded.
var (
	restPaths = []string{
		"GET /battleship/",
		"GET /cosmos/auth/v1beta1/account_info/{address}", "GET /cosmos/auth/v1beta1/accounts/{address}",
		"GET /cosmos/bank/v1beta1/balances/", "GET /cosmos/bank/v1beta1/spendable_balances/",
		"GET /cosmos/base/node/v1beta1/", "GET /cosmos/base/tendermint/v1beta1/blocks/{height}",
		"GET /cosmos/base/tendermint/v1beta1/node_info", "GET /cosmos/base/tendermint/v1beta1/syncing",
		"GET /cosmos/distribution/v1beta1/delegators/{address}/rewards",
		"GET /cosmos/feegrant/v1beta1/allowances/{address}",
		"GET /cosmos/staking/v1beta1/delegations/{address}",
		"GET /cosmos/staking/v1beta1/delegators/{address}/unbonding_delegations",
		"GET /ibc/apps/transfer/v1/params",
	}
	txPaths = []string{
		"GET /cosmos/tx/v1beta1/txs/{hash}", "POST /cosmos/tx/v1beta1/txs", "POST /cosmos/tx/v1beta1/simulate",
	}
	rpcPaths = []string{"GET /rpc/status"}
)

// maxPage is how many entries of a list may be asked for at once.
const maxPage = 1000

// bounded refuses pages of lists for which the node would read a whole store.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, err := url.ParseQuery(r.URL.RawQuery)
		for name, values := range asked {
			for _, value := range values {
				switch name {
				case "pagination.limit", "pagination.offset":
					n, notNumber := strconv.ParseUint(value, 10, 64)
					if notNumber != nil || n > maxPage {
						err = errors.New(name)
					}
				case "pagination.count_total", "pagination.countTotal":
					if value != "false" {
						err = errors.New(name)
					}
				}
			}
		}
		if err != nil {
			refuse(w, http.StatusForbidden, fmt.Sprintf("expected a page of at most %d entries and without count_total, "+
				"from an offset of at most %d: go on with pagination.key", maxPage, maxPage))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// searchPath is the search for transactions, of which only those by hash are passed on: a node loads all matches of a
// search, however few of them it returns.
const searchPath = "GET /cosmos/tx/v1beta1/txs"

// hashQuery matches the search for one transaction.
var hashQuery = regexp.MustCompile(`^tx\.hash='[0-9A-Fa-f]{64}'$`)

// byHash passes the search for one transaction on, and refuses others.
func byHash(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil || len(asked) != 1 || len(asked["query"]) != 1 || !hashQuery.MatchString(asked["query"][0]) {
			refuse(w, http.StatusForbidden, "expected a search for one transaction, such as query=tx.hash='<64 hex digits>': "+
				"this server passes on no others")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range protection {
		w.Header().Set(name, value)
	}
	w.Header().Set("Content-Security-Policy", h.policy)
	if !h.isOurs(r.Host) {
		refuse(w, http.StatusForbidden, fmt.Sprintf("expected an address of this server as Host, or one of the names that "+
			"it was given, got %.100q", r.Host))
		return
	}
	origin := r.Header.Get("Origin")
	if origin != "" && !h.isFromHere(origin, r.Host) && !(isExtension(origin) && h.isPassedOn(r)) {
		refuse(w, http.StatusForbidden, fmt.Sprintf("expected a page of this server, got Origin %.100q", origin))
		return
	}
	if isEmbedded(r) {
		refuse(w, http.StatusForbidden, "expected a page of this server, got a request of another site")
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	h.mux.ServeHTTP(w, r)
}

// protection are headers of every answer. A page with a relay has another policy.
var protection = map[string]string{
	"Content-Security-Policy":      Policy,
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
}

// isOurs reports whether a Host header names this server as no page of another site can: by an address, or by a name
// that its owner has given it.
func (h *Handler) isOurs(host string) bool {
	name := hostOf(host)
	return net.ParseIP(name) != nil || strings.EqualFold(name, "localhost") || h.isNamed(name)
}

func (h *Handler) isNamed(name string) bool {
	return slices.ContainsFunc(h.options.Hosts, func(known string) bool { return strings.EqualFold(name, known) })
}

// isFromHere reports whether an origin is this server's.
func (h *Handler) isFromHere(origin, host string) bool {
	at, err := url.Parse(origin)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return false
	}
	return strings.EqualFold(at.Host, host) || h.isNamed(hostOf(at.Host))
}

// isExtension reports whether an origin is an extension of a browser, such as a wallet. No page can claim that, and the
// owner of the browser decides on the access of its extensions.
func isExtension(origin string) bool {
	scheme, _, ok := strings.Cut(origin, "://")
	return ok && slices.Contains([]string{"chrome-extension", "moz-extension", "safari-web-extension"}, scheme)
}

// isPassedOn reports whether a request is for the node.
func (h *Handler) isPassedOn(r *http.Request) bool {
	_, pattern := h.mux.Handler(r)
	return pattern == searchPath || slices.Contains(restPaths, pattern) || slices.Contains(txPaths, pattern) ||
		slices.Contains(rpcPaths, pattern)
}

// isEmbedded reports whether a page of another site has sent a request without an Origin, as for a picture or a frame.
// It learns nothing, but could keep streams open and the node searching. Followed links are accepted.
func isEmbedded(r *http.Request) bool {
	site, mode := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Sec-Fetch-Mode")
	if site != "cross-site" && site != "same-site" || mode == "cors" {
		return false
	}
	return mode != "navigate" || r.Header.Get("Sec-Fetch-Dest") != "document"
}

// hostOf returns a host without its port and brackets.
func hostOf(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// fund hands a request to the faucet, which looks at its type, its Host and its Origin once more.
func (h *Handler) fund(w http.ResponseWriter, r *http.Request) {
	r = r.Clone(r.Context())
	r.URL.Path, r.URL.RawPath = "/fund", ""
	h.options.Faucet.ServeHTTP(w, r)
}

// parseAddress reads the address of a server; tcp is what CometBFT's commands write for http.
func parseAddress(text string) (*url.URL, error) {
	at, err := url.Parse(text)
	if err != nil {
		return nil, errors.New("expected an address such as http://127.0.0.1:26657")
	}
	if at.Scheme == "tcp" {
		at.Scheme = "http"
	}
	if at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, fmt.Errorf("expected an address such as http://127.0.0.1:26657, got %.100q", text)
	}
	return at, nil
}

func refuse(w http.ResponseWriter, status int, text string) {
	answer(w, status, map[string]string{"error": text})
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // nobody is left to hear of it
}
