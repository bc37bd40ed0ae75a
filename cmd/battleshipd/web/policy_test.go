package web_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/web"
)

// A page may connect to its own relay, at the very address of the WebSocket, and a URL adds nothing else to the policy.
func TestThePolicyAdmitsTheRelayAlone(t *testing.T) {
	for relay, allowed := range map[string]string{
		"ws://127.0.0.1:26680":        "ws://127.0.0.1:26680/v1",
		"ws://[::1]:26680":            "ws://[::1]:26680/v1",
		"wss://relay.example":         "wss://relay.example/v1",
		"wss://relay.example/games/":  "wss://relay.example/games/v1",
		"wss://relay.example:8443/a/": "wss://relay.example:8443/a/v1",
	} {
		h := handler(t, newNode(t), func(o *web.Options) { o.Relay = relay })
		want := strings.Replace(web.Policy, "connect-src 'self';", "connect-src 'self' "+allowed+";", 1)
		require.Equal(t, want, get(h, http.MethodGet, "/").Header().Get("Content-Security-Policy"))
		require.JSONEq(t, `{"live":"/web/live","proofs":"/web/proofs","faucet":false,"relay":"`+relay+`"}`,
			get(h, http.MethodGet, "/config.json").Body.String())
	}
	for _, relay := range []string{
		"http://relay.example", "ws://", "ws://a b", "ws://*", "ws://a;script-src *", "wss://a/'unsafe-eval'", "wss://a?b",
		"wss://a#b", "wss://u:p@a", "ws://a\nb", "relay.example",
	} {
		_, err := web.New(web.Options{Page: files(), REST: "http://a", RPC: "http://a", Relay: relay})
		require.ErrorContains(t, err, "relay: ", relay)
	}
}

// The page was tested under the policy in its own configuration; the binary must not serve it under another.
func TestThePolicyIsTheOneThatBrowsersWereTestedUnder(t *testing.T) {
	bz, err := os.ReadFile("../../../web/vite.config.ts")
	require.NoError(t, err)
	_, list, ok := strings.Cut(string(bz), "const policy = [")
	require.True(t, ok)
	list, _, ok = strings.Cut(list, "]")
	require.True(t, ok)
	var directives []string
	for line := range strings.Lines(list) {
		if line = strings.Trim(line, " \t\n,\""); line != "" {
			directives = append(directives, line)
		}
	}
	require.Equal(t, strings.Join(directives, "; "), web.Policy)
}
