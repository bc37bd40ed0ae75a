package freeport_test

import (
	"net"
	"net/netip"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/internal/freeport"
)

// A port is not found twice, even if nothing listens on it in between.
func TestPortsDifferAndAreBelowThoseOfTheSystem(t *testing.T) {
	found := make(map[int]bool)
	for range 1_000 {
		listener, err := freeport.Listen("127.0.0.1")
		require.NoError(t, err)
		port := int(netip.MustParseAddrPort(listener.Addr().String()).Port())
		require.NoError(t, listener.Close())
		require.False(t, found[port], "port %d", port)
		require.Less(t, port, 32_768)
		found[port] = true
	}
}

func TestRowIsFreeAndSkipsPortsInUse(t *testing.T) {
	const count = 100
	first, err := freeport.Row("127.0.0.1", count)
	require.NoError(t, err)
	if first+2*count <= 32_768 { // the middle of the row that would be next
		busy, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(first+count+count/2)))
		require.NoError(t, err)
		defer func() { require.NoError(t, busy.Close()) }()
	}
	next, err := freeport.Row("127.0.0.1", count)
	require.NoError(t, err)
	require.NotEqual(t, first+count, next)
	for port := next; port < next+count; port++ {
		listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		require.NoError(t, err)
		require.NoError(t, listener.Close())
	}
}
