package web_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/web"
)

func TestServerProblemsAreReportedAtTheStart(t *testing.T) {
	for name, o := range map[string]web.Options{
		"expected index.html": {Page: fstest.MapFS{}, REST: "http://a", RPC: "http://a"},
		"REST: expected":      {Page: files(), REST: "localhost:1317", RPC: "http://a"},
		"RPC: expected":       {Page: files(), REST: "http://a", RPC: "unix:///x"},
	} {
		_, err := web.New(o)
		require.ErrorContains(t, err, name)
	}
}
