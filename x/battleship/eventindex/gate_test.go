package eventindex_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"cosmossdk.io/log/v2"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/server/api"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Requests over gRPC and REST count together: eight are answered at once, 256 wait, and others are refused. A query
// over ABCI, whose context never ends, does not wait.
func TestAttackRequestsAtOnceAreBoundedOverGRPCAndREST(t *testing.T) {
	const atOnce, waiting = 8, 256
	c := newChronicle(t)
	c.block(nil, shot(7, "A1"))
	reading, hold := make(chan struct{}), make(chan struct{})
	c.db.before = func() {
		select {
		case reading <- struct{}{}:
			<-hold
		case <-hold:
		}
	}
	client, rest := c.serve()
	ask := func() error {
		_, err := client.Log(t.Context(), &types.QueryLogRequest{GameId: 7})
		return err
	}
	get := func() error {
		rec := httptest.NewRecorder()
		rest.ServeHTTP(rec, httptest.NewRequestWithContext(
			t.Context(), http.MethodGet, "/battleship/v1/games/7/log", http.NoBody))
		switch rec.Code {
		case http.StatusOK:
			return nil
		case http.StatusTooManyRequests:
			return status.Error(codes.ResourceExhausted, rec.Body.String())
		default:
			return status.Error(codes.Unknown, rec.Body.String())
		}
	}
	kinds := []func() error{ask, get}
	answers := make(chan error, atOnce+waiting+1)
	for i := range atOnce {
		go func() { answers <- kinds[i%len(kinds)]() }()
		<-reading
	}
	_, err := c.server.Log(sdk.Context{}.WithContext(context.Background()).WithBlockHeight(c.height),
		&types.QueryLogRequest{GameId: 7})
	require.Equal(t, codes.ResourceExhausted, status.Code(err))
	for i := range waiting + 1 {
		go func() { answers <- kinds[i%len(kinds)]() }()
	}
	require.Equal(t, codes.ResourceExhausted, status.Code(<-answers), "one of them finds no place to wait")
	for _, one := range kinds {
		err := one()
		require.Equal(t, codes.ResourceExhausted, status.Code(err))
		require.ErrorContains(t, err, "already answers 8 requests for the history of games: ask again in a second")
	}
	close(hold)
	for range atOnce + waiting {
		require.NoError(t, <-answers)
	}
}

// A request that waits gives up its place when its client has gone.
func TestAWaitingRequestStopsWhenItsClientHasGone(t *testing.T) {
	gate := eventindex.NewGate(1, "tests")
	leave, err := gate.Enter(t.Context())
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 1000 { // more than may wait
		_, err = gate.Enter(ctx)
		require.Equal(t, codes.Canceled, status.Code(err))
	}
	leave()
	leave, err = gate.Enter(t.Context())
	require.NoError(t, err)
	leave()
}

// serve serves the store over gRPC and REST.
func (c *chronicle) serve() (types.HistoryClient, http.Handler) {
	c.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(c, err)
	server := grpc.NewServer(grpc.UnaryInterceptor(
		func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
			return handler(sdk.Context{}.WithContext(ctx).WithBlockHeight(c.height), req)
		}))
	types.RegisterHistoryServer(server, c.server)
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(c, err)
	c.Cleanup(func() {
		require.NoError(c, conn.Close())
		server.Stop()
		require.NoError(c, <-done)
	})
	client := types.NewHistoryClient(conn)
	registry := codectypes.NewInterfaceRegistry()
	types.RegisterInterfaces(registry)
	mux := api.New(sdkclient.Context{InterfaceRegistry: registry}, log.NewNopLogger(), server).GRPCGatewayRouter
	require.NoError(c, types.RegisterHistoryHandlerClient(c.Context(), mux, client))
	return client, mux
}
