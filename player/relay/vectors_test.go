package relay_test

import (
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/relay"
)

var update = flag.Bool("update", false, "record testdata/vectors.json anew; commit only what you understand")

// vector is how a client proves its key to a relay, and that it is present. Bytes are lower-case hex.
type vector struct {
	SecretKey string `json:"secret_key"`
	Key       string `json:"key"`
	URL       string `json:"url"`
	Host      string `json:"host"` // what is signed of the header Host
	Challenge string `json:"challenge"`
	Message   string `json:"message"`
	Answer    string `json:"answer"` // key || signature, with the nonce of RFC 6979
	Time      int64  `json:"time"`
	Presence  string `json:"presence"`  // what is signed of the time
	Heartbeat string `json:"heartbeat"` // time || signature
}

// TestVectors compares what proves a key with what was recorded.
func TestVectors(t *testing.T) {
	const path = "testdata/vectors.json"
	challenge := make([]byte, 32)
	for i := range challenge {
		challenge[i] = byte(i)
	}
	var made []vector
	at := time.Unix(1_800_000_000, 0)
	secret := alice.private.Key.Bytes()
	for _, server := range []struct{ url, header string }{
		{relay.DefaultURL, "127.0.0.1:26680"},
		{"wss://Relay.Example", "Relay.Example"},
		{"wss://relay.example:443", "relay.example:443"},
		{"wss://relay.example:8443/games", "relay.example:8443"},
	} {
		require.NoError(t, relay.CheckURL(server.url))
		host := relay.HostOf(server.header)
		made = append(made, vector{
			SecretKey: hex.EncodeToString(secret[:]), Key: hex.EncodeToString(alice.public),
			URL: server.url, Host: host, Challenge: hex.EncodeToString(challenge),
			Message: hex.EncodeToString(relay.Message(host, challenge)),
			Answer:  hex.EncodeToString(alice.answer(host, challenge)),
			Time:    at.Unix(), Presence: hex.EncodeToString(relay.PresenceMessage(host, at)),
			Heartbeat: hex.EncodeToString(relay.NewHeartbeat(host, at, alice.sign)),
		})
	}
	text, err := json.MarshalIndent(made, "", " ")
	require.NoError(t, err)
	text = append(text, '\n')
	if *update {
		require.NoError(t, os.WriteFile(path, text, 0o600))
	}
	recorded, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(recorded), string(text), "go test ./player/relay -run TestVectors -update")
	require.Equal(t, "127.0.0.1:26680", made[0].Host)
	require.Equal(t, "relay.example", made[1].Host)
}
