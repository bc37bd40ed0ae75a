package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A node loads all matches of a search, so a page's server passes on the search for one transaction and no other.
func TestTheNodeIsAskedForTransactionsByHashAlone(t *testing.T) {
	const search = "/cosmos/tx/v1beta1/txs"
	n := newNode(t)
	h := handler(t, n, nil)
	hash := "?query=tx.hash%3D%27" + strings.Repeat("0A", 32) + "%27"
	require.Equal(t, http.StatusOK, get(h, http.MethodGet, search+hash).Code)
	require.Equal(t, http.StatusOK, get(h, http.MethodGet, search+"/"+strings.Repeat("0A", 32)).Code)
	require.Len(t, n.asked, 2)
	for _, query := range []string{
		"", "?query=battleship.game_id%3D%277%27", "?query=tx.hash%3D%27%27",
		"?events=tx.hash%3D%27" + strings.Repeat("0A", 32) + "%27", hash + "&query=tx.height%3E0",
		hash + "&events=tx.height%3E0", hash + "%20AND%20tx.height%3E0", hash + ";query=tx.height%3E0",
	} {
		require.Equal(t, http.StatusForbidden, get(h, http.MethodGet, search+query).Code, query)
		require.NotEqual(t, http.StatusOK, get(h, http.MethodGet, "/cosmos/tx/v1beta1/%74xs"+query).Code, query)
	}
	require.Len(t, n.asked, 2)
	get(h, http.MethodPost, search+"?query=tx.height%3E0", "X-HTTP-Method-Override", http.MethodGet)
	require.Equal(t, []string{`POST /cosmos/tx/v1beta1/txs?query=tx.height%3E0 cookie="" origin=""`}, n.asked[2:])
}
