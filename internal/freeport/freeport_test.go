package freeport

import (
	"net"
	"net/netip"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// A port is not found twice, even if no server listens on it in between.
func TestPortsDifferAndAreBelowThoseOfTheSystem(t *testing.T) {
	t.Cleanup(release)
	found := make(map[int]bool)
	for range 2 * size {
		listener, err := Listen("127.0.0.1")
		require.NoError(t, err)
		port := portOf(listener)
		require.NoError(t, listener.Close())
		require.False(t, found[port], "port %d", port)
		require.Less(t, port, 32_768)
		found[port] = true
	}
}

// Another process that looks for ports begins at another block.
func TestBlocksAreClaimedUntilTheProcessEnds(t *testing.T) {
	t.Cleanup(release)
	listener, err := Listen("127.0.0.1")
	require.NoError(t, err)
	defer func() { require.NoError(t, listener.Close()) }()
	block := lowest + (portOf(listener)-lowest)/size*size
	_, err = net.Listen("tcp", at(block))
	require.Error(t, err)
	for range 10 {
		next, err := claim()
		require.NoError(t, err)
		require.NotEqual(t, block, next)
	}
}

func TestRowIsFreeAndSkipsPortsInUse(t *testing.T) {
	t.Cleanup(release)
	const count = 100
	first, err := Row("127.0.0.1", count)
	require.NoError(t, err)
	busy, err := net.Listen("tcp", at(first+count+count/2)) // the middle of the row that would be next
	require.NoError(t, err)
	defer func() { require.NoError(t, busy.Close()) }()
	next, err := Row("127.0.0.1", count)
	require.NoError(t, err)
	require.NotEqual(t, first+count, next)
	for port := next; port < next+count; port++ {
		listener, err := net.Listen("tcp", at(port))
		require.NoError(t, err)
		require.NoError(t, listener.Close())
	}
	_, err = Row("127.0.0.1", size)
	require.ErrorContains(t, err, "got 320")
}

// release gives the blocks of this process back.
func release() {
	_ = closeAll(own.claims)
	own.claims, own.next, own.end = nil, 0, 0
}

func at(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

func portOf(listener net.Listener) int {
	return int(netip.MustParseAddrPort(listener.Addr().String()).Port())
}
