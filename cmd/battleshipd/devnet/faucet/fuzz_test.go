package faucet_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet/faucet"
)

// FuzzFund sends a request with any headers and body. The address of the body is paid once if the answer says that, and
// only for a request of this machine and for a page of it.
func FuzzFund(f *testing.F) {
	for _, host := range []string{"127.0.0.1:8080", "localhost", "[::1]:1", "evil.example", "192.168.1.20:80"} {
		f.Add(host, "", "application/json", []byte(`{"address":"Ship1"}`), false)
		f.Add(host, "http://"+host, "application/json; charset=utf-8", []byte(`{"address":"a","b":[1]}`), true)
	}
	f.Add("127.0.0.1", "https://evil.example", "text/plain", []byte(`{"address":7}`), true)
	f.Fuzz(func(t *testing.T, host, origin, kind string, body []byte, open bool) {
		fct, bank := start(t, func(o *faucet.Options) { o.Open = open })
		w := httptest.NewRecorder()
		r := (&http.Request{
			Method: http.MethodPost, URL: &url.URL{Path: "/fund"}, Host: host, Header: make(http.Header),
			Body: io.NopCloser(strings.NewReader(string(body))),
		}).WithContext(t.Context())
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Origin", origin)
		fct.ServeHTTP(w, r)

		var answer map[string]string
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer))
		if w.Code != http.StatusOK {
			require.NotEmpty(t, answer["error"])
			require.Zero(t, bank.txs)
			return
		}
		var asked struct{ Address string }
		require.NoError(t, json.Unmarshal(body, &asked))
		require.Equal(t, strings.ToLower(asked.Address), answer["address"])
		require.Equal(t, map[string]int64{answer["address"]: 10}, bank.had)
		if at, err := url.Parse("http://" + host); err == nil && at.Host == host {
			require.True(t, isHere(at.Hostname(), open), host)
		}
		if at, err := url.Parse(origin); origin != "" {
			require.NoError(t, err)
			require.True(t, isHere(at.Hostname(), false) || at.Host == host, origin)
			require.Equal(t, origin, w.Header().Get("Access-Control-Allow-Origin"))
		}
	})
}

// isHere reports whether a name is one of this machine, or, on an open faucet, any address.
func isHere(name string, open bool) bool {
	at, err := netip.ParseAddr(name)
	return strings.EqualFold(name, "localhost") || err == nil && (open || at.Unmap().IsLoopback())
}
