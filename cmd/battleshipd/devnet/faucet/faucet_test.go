package faucet_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet/faucet"
)

// bank is a chain that only counts.
type bank struct {
	mu   sync.Mutex
	had  map[string]int64
	txs  int
	fail map[string]bool
}

func (b *bank) pay(_ context.Context, addresses []string) (faucet.Payment, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, address := range addresses {
		if b.fail[address] {
			return faucet.Payment{}, fmt.Errorf("%s may not be paid", address)
		}
	}
	for _, address := range addresses {
		b.had[address] += 10
	}
	b.txs++
	return faucet.Payment{Hash: "AB", Height: 7}, nil
}

// start starts a faucet that gives 10, up to 30 to an address and 200 in all.
func start(t *testing.T, change func(*faucet.Options)) (*faucet.Faucet, *bank) {
	t.Helper()
	b := &bank{had: make(map[string]int64), fail: make(map[string]bool)}
	o := faucet.Options{
		Limits: faucet.Limits{Amount: 10, PerAddress: 30, Total: 200}, Denom: "coin", Pay: b.pay,
		Parse: func(text string) (string, error) {
			if text == "" {
				return "", errors.New("expected one, got nothing")
			}
			return strings.ToLower(text), nil
		},
	}
	if change != nil {
		change(&o)
	}
	f := faucet.New(o)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		f.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return f, b
}

// ask sends a request as a program on this machine does, but for what the test changes.
func ask(f *faucet.Faucet, address string, change func(*http.Request)) (int, map[string]string, http.Header) {
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:4500/fund",
		strings.NewReader(fmt.Sprintf(`{"address":%q}`, address)))
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	answer := make(map[string]string)
	_ = json.Unmarshal(w.Body.Bytes(), &answer)
	return w.Code, answer, w.Header()
}

func TestAttackAnAddressIsPaidUpToItsLimit(t *testing.T) {
	f, b := start(t, nil)
	for range 3 {
		status, answer, _ := ask(f, "ship1a", nil)
		require.Equal(t, http.StatusOK, status, answer)
		require.Equal(t, map[string]string{
			"address": "ship1a", "denom": "coin", "amount": "10", "tx_hash": "AB", "height": "7",
		}, answer)
	}
	for _, spelt := range []string{"ship1a", "SHIP1A"} { // an address is the same in capitals
		status, answer, _ := ask(f, spelt, nil)
		require.Equal(t, http.StatusTooManyRequests, status)
		require.Contains(t, answer["error"], "ship1a has 30coin from here, and an address gets at most 30coin")
	}
	require.EqualValues(t, 30, b.had["ship1a"])
}

func TestAttackAllTogetherArePaidUpToTheTotal(t *testing.T) {
	f, b := start(t, nil)
	for i := range 20 {
		status, answer, _ := ask(f, fmt.Sprint("ship1", i), nil)
		require.Equal(t, http.StatusOK, status, answer)
	}
	status, answer, _ := ask(f, "ship1z", nil)
	require.Equal(t, http.StatusTooManyRequests, status)
	require.Contains(t, answer["error"], "200coin are given out, and all addresses get at most 200coin")
	require.Len(t, b.had, 20)
}

// Faucets have been drained by requests that arrived together: each saw only what had been paid before.
func TestRequestsAtTheSameTimeGetNoMore(t *testing.T) {
	f, b := start(t, nil)
	var paid, refused int
	var mu sync.Mutex
	var group sync.WaitGroup
	for range 100 {
		for _, address := range []string{"ship1a", "ship1b"} {
			group.Go(func() {
				status, _, _ := ask(f, address, nil)
				mu.Lock()
				defer mu.Unlock()
				switch status {
				case http.StatusOK:
					paid++
				case http.StatusTooManyRequests:
					refused++
				}
			})
		}
	}
	group.Wait()
	require.Equal(t, 6, paid)
	require.Equal(t, 194, refused)
	require.Equal(t, map[string]int64{"ship1a": 30, "ship1b": 30}, b.had)
}

func TestUnpaidCoinsDoNotCount(t *testing.T) {
	f, b := start(t, nil)
	b.fail["ship1x"] = true
	var group sync.WaitGroup
	for i := range 15 {
		for _, address := range []string{fmt.Sprint("ship1", i), "ship1x"} {
			group.Go(func() {
				status, answer, _ := ask(f, address, nil)
				if address != "ship1x" {
					if status != http.StatusOK {
						t.Errorf("%s: %d %s", address, status, answer)
					}
				}
			})
		}
	}
	group.Wait()
	require.Len(t, b.had, 15)
	status, answer, _ := ask(f, "ship1x", nil)
	require.Equal(t, http.StatusBadGateway, status)
	require.Equal(t, "nothing was given: ship1x may not be paid", answer["error"])
	b.mu.Lock()
	b.fail["ship1x"] = false
	b.mu.Unlock()
	status, _, _ = ask(f, "ship1x", nil)
	require.Equal(t, http.StatusOK, status)
}

func TestRequestsAreCheckedBeforeAnythingIsPaid(t *testing.T) {
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	open := func(o *faucet.Options) { o.Open = true }
	pages := func(o *faucet.Options) { o.Pages = true }
	tests := map[string]struct {
		options func(*faucet.Options)
		change  func(*http.Request)
		status  int
	}{
		"a program":                        {nil, nil, http.StatusOK},
		"by name":                          {nil, host("localhost:4500"), http.StatusOK},
		"by IPv6":                          {nil, host("[::1]:4500"), http.StatusOK},
		"by IPv6 without a port":           {nil, host("[::1]"), http.StatusOK},
		"a page that rebinds its name":     {nil, host("evil.example:4500"), http.StatusForbidden},
		"a name that begins as ours":       {nil, host("127.0.0.1.evil.example"), http.StatusForbidden},
		"another machine's address":        {nil, host("192.168.1.20:4500"), http.StatusForbidden},
		"no host":                          {nil, host(""), http.StatusForbidden},
		"the network's address, open":      {open, host("192.168.1.20:4500"), http.StatusOK},
		"a rebound name, open":             {open, host("evil.example:4500"), http.StatusForbidden},
		"a page on this machine":           {nil, header("Origin", "http://localhost:5173"), http.StatusOK},
		"a page of another site":           {nil, header("Origin", "https://evil.example"), http.StatusForbidden},
		"a page of a file":                 {nil, header("Origin", "null"), http.StatusForbidden},
		"a site that begins as ours":       {nil, header("Origin", "http://localhost.evil.example"), http.StatusForbidden},
		"a page of another site, with all": {pages, header("Origin", "https://web.example"), http.StatusOK},
		"a form": {
			nil, header("Content-Type", "application/x-www-form-urlencoded"), http.StatusUnsupportedMediaType,
		},
		"plain text, which a page may send unasked": {
			nil, header("Content-Type", "text/plain"), http.StatusUnsupportedMediaType,
		},
		"a question":      {nil, func(r *http.Request) { r.Method = http.MethodGet }, http.StatusMethodNotAllowed},
		"another path":    {nil, func(r *http.Request) { r.URL.Path = "/give" }, http.StatusNotFound},
		"too much":        {nil, body(strings.Repeat(" ", 2000)), http.StatusRequestEntityTooLarge},
		"no JSON":         {nil, body("ship1a"), http.StatusBadRequest},
		"no address":      {nil, body("{}"), http.StatusBadRequest},
		"another address": {nil, body(`{"address":1}`), http.StatusBadRequest},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			f, b := start(t, tc.options)
			status, answer, headers := ask(f, "ship1a", tc.change)
			require.Equal(t, tc.status, status, answer)
			require.Equal(t, "application/json", headers.Get("Content-Type"))
			if status != http.StatusOK {
				require.NotEmpty(t, answer["error"])
				require.Empty(t, b.had)
				return
			}
			require.Len(t, b.had, 1)
		})
	}
}

func body(text string) func(*http.Request) {
	return func(r *http.Request) { r.Body = readCloser{strings.NewReader(text)} }
}

type readCloser struct{ *strings.Reader }

func (readCloser) Close() error { return nil }

func TestAPageMayQueryTheMethodsItSends(t *testing.T) {
	f, _ := start(t, nil)
	preflight := func(origin string) (int, http.Header) {
		status, _, headers := ask(f, "", func(r *http.Request) {
			r.Method = http.MethodOptions
			r.Header.Set("Origin", origin)
			r.Header.Set("Access-Control-Request-Method", http.MethodPost)
		})
		return status, headers
	}
	status, headers := preflight("http://127.0.0.1:5173")
	require.Equal(t, http.StatusNoContent, status)
	require.Equal(t, "http://127.0.0.1:5173", headers.Get("Access-Control-Allow-Origin"))
	require.Equal(t, "Content-Type", headers.Get("Access-Control-Allow-Headers"))
	status, headers = preflight("https://evil.example")
	require.Equal(t, http.StatusForbidden, status)
	require.Empty(t, headers.Get("Access-Control-Allow-Origin"))
}

func TestTheFaucetReportsItsPayment(t *testing.T) {
	f, _ := start(t, nil)
	_, _, _ = ask(f, "ship1a", nil)
	status, answer, _ := ask(f, "", func(r *http.Request) { r.Method, r.URL.Path = http.MethodGet, "/" })
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, map[string]string{
		"denom": "coin", "amount": "10", "per_address": "30", "total": "200", "left": "190",
	}, answer)
}

// A payment that was sent and in no block yet was once made again, and did not count.
func TestAnUnsettledPaymentIsNotMadeAgain(t *testing.T) {
	sent := 0
	f, _ := start(t, func(o *faucet.Options) {
		o.PerAddress = 10
		o.Pay = func(context.Context, []string) (faucet.Payment, error) {
			sent++
			return faucet.Payment{}, faucet.ErrUnsettled
		}
	})
	_, err := f.Fund(t.Context(), "alice")
	require.ErrorIs(t, err, faucet.ErrUnsettled)
	require.Equal(t, 1, sent)
	_, err = f.Fund(t.Context(), "alice")
	require.ErrorContains(t, err, "an address gets at most 10coin")
	require.Equal(t, 1, sent)
}
