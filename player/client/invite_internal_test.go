package client

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// An invite code once had the whole URL of the node, with the key of a paid one in it.
func TestAttackAnInviteHasNoSecretOfTheNode(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"tcp://192.0.2.1:26657":                 "192.0.2.1:26657",
		"https://rpc.example:443":               "https://rpc.example:443",
		"tcp://127.0.0.1:26657":                 "",
		"tcp://localhost:26657":                 "",
		"tcp://0.0.0.0:26657":                   "",
		"https://rpc.example":                   "",
		"https://rpc.example:443/secret":        "",
		"https://rpc.example:443/?key=secret":   "",
		"https://secret@rpc.example:443":        "",
		"https://rpc.example:443#secret":        "",
		"https://name:secret@rpc.example:26657": "",
		"unix:///var/run/node.sock":             "",
	} {
		require.Equal(t, want, shared(address), address)
	}
}
