package app_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/server/api"
	"github.com/cosmos/cosmos-sdk/server/config"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// slowIndex is the RPC of a node whose searches take until they are let go.
type slowIndex struct {
	client.CometRPC // other methods panic

	searching, hold chan struct{}
}

func (s slowIndex) TxSearch(
	_ context.Context, query string, _ bool, _, _ *int, _ string,
) (*coretypes.ResultTxSearch, error) {
	if !strings.HasPrefix(query, "tx.hash") {
		s.searching <- struct{}{}
		<-s.hold
	}
	return &coretypes.ResultTxSearch{}, nil
}

// A search for transactions loads all of its matches, so a node runs one at once, over gRPC and REST together. The
// search for one transaction is always answered.
func TestSearchesForTransactionsAtOnceAreBounded(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	node := slowIndex{searching: make(chan struct{}), hold: make(chan struct{})}
	conn, rest := serve(t, c, node)
	const byGame = "battleship.game_id='7'"
	search := func(query string) error {
		_, err := txtypes.NewServiceClient(conn).GetTxsEvent(t.Context(), &txtypes.GetTxsEventRequest{Query: query})
		return err
	}
	get := func(query string) *httptest.ResponseRecorder {
		rec := httptest.NewRecorder()
		path := "/cosmos/tx/v1beta1/txs?query=" + url.QueryEscape(query)
		rest.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
		return rec
	}
	found := make(chan error, 1)
	go func() { found <- search(byGame) }()
	<-node.searching

	err := search(byGame)
	require.Equal(t, codes.ResourceExhausted, status.Code(err), "%v", err)
	refused := get(byGame)
	require.Equal(t, http.StatusTooManyRequests, refused.Code, refused.Body)
	require.Equal(t, "1", refused.Header().Get("Retry-After"))
	byHash := "tx.hash='" + strings.Repeat("0A", 32) + "'"
	require.NoError(t, search(byHash))
	require.Equal(t, http.StatusOK, get(byHash).Code)
	err = search(byHash + " AND " + byGame)
	require.Equal(t, codes.ResourceExhausted, status.Code(err), "a hash is the whole of the search: %v", err)

	close(node.hold)
	require.NoError(t, <-found)
}

// serve serves the queries of a chain over gRPC and REST, as a node does.
func serve(t *testing.T, c *chain.Chain, node client.CometRPC) (*grpc.ClientConn, http.Handler) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	cctx := client.Context{}.
		WithCodec(c.App.AppCodec()).
		WithInterfaceRegistry(c.App.InterfaceRegistry()).
		WithTxConfig(c.App.TxConfig()).
		WithClient(node)
	c.App.RegisterTxService(cctx)
	server := grpc.NewServer()
	c.App.RegisterGRPCServer(server)
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	t.Cleanup(func() {
		require.NoError(t, conn.Close())
		server.Stop()
		require.NoError(t, <-done)
	})
	srv := api.New(cctx.WithGRPCClient(conn), log.NewNopLogger(), server)
	c.App.RegisterAPIRoutes(srv, config.APIConfig{})
	srv.Router.PathPrefix("/").Handler(srv.GRPCGatewayRouter)
	return conn, srv.Router
}

// A node that is configured to keep no index of transactions keeps no history either.
func TestANodeWithoutAnIndexKeepsNoHistory(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	without := app.New(log.NewNopLogger(), dbm.NewMemDB(), true, simtestutil.AppOptionsMap{"tx_index.indexer": "null"})
	require.Empty(t, without.StreamingManager().ABCIListeners)
	require.Len(t, c.App.StreamingManager().ABCIListeners, 1)
	req := &types.QueryLogRequest{GameId: 1}
	_, err := types.NewHistoryClient(chain.Follow(t, without, c.ID()).Conn()).Log(t.Context(), req)
	require.Equal(t, codes.Unimplemented, status.Code(err))
	_, err = types.NewHistoryClient(c.Conn()).Log(t.Context(), req)
	require.Equal(t, codes.NotFound, status.Code(err))
}

// A new node finds the transactions of games, senders and payments, and has no entries for other attributes.
func TestANewNodeIndexesGamesSendersAndPayments(t *testing.T) {
	t.Parallel()
	w := playertest.New(t, chain.WithBaseApp(baseapp.SetIndexEvents(app.IndexedEvents())))
	id := w.Created(game.Classic())
	_, err := w.Open(chain.Bob, id).Join(t.Context(), "", playertest.Choose(t))
	require.NoError(t, err)
	_, err = w.Open(chain.Bob, id).Concede(t.Context())
	require.NoError(t, err)
	_, err = w.Open(chain.Alice, id).Claim(t.Context())
	require.NoError(t, err)
	indexed := make(map[string]bool)
	for _, res := range w.Node.Results {
		for _, tx := range res.TxResults {
			for _, event := range tx.Events {
				for _, attribute := range event.Attributes {
					if attribute.Index {
						indexed[event.Type+"."+attribute.Key] = true
					}
				}
			}
		}
	}
	require.Equal(t, map[string]bool{
		"message.action": true, "message.sender": true, "transfer.sender": true, "transfer.recipient": true,
		"battleship.game_id": true, "battleship.player": true, "battleship.finished": true,
	}, indexed)
	require.Subset(t, app.IndexedEvents(), []string{
		"send_packet.packet_src_channel", "recv_packet.packet_dst_channel", "recv_packet.packet_sequence",
		"write_acknowledgement.packet_dst_channel", "send_packet.packet_source_client", "update_client.client_id",
	})
}
