package app

import (
	"context"
	"net/http"
	"regexp"

	dbm "github.com/cosmos/cosmos-db"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	channeltypesv2 "github.com/cosmos/ibc-go/v11/modules/core/04-channel/v2/types"
	"github.com/spf13/cast"

	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// historyPrefix is where the application's database has the record of the events of games. The stores of the state are
// below "s/".
const historyPrefix = "history/"

// indexerOption is where CometBFT's config.toml says whether the node keeps an index of transactions.
const indexerOption = "tx_index.indexer"

// setHistory has the application record the events of games and serve them, unless the node keeps no index.
func (app *App) setHistory(db dbm.DB, opts servertypes.AppOptions) {
	if cast.ToString(opts.Get(indexerOption)) != "null" {
		app.history = eventindex.NewStore(dbm.NewPrefixDB(db, []byte(historyPrefix)))
		streams := app.StreamingManager()
		streams.ABCIListeners = append(streams.ABCIListeners, app.history)
		app.SetStreamingManager(streams)
	}
	battleshiptypes.RegisterHistoryServer(app.GRPCQueryRouter(),
		eventindex.NewServer(app.history, app.txConfig.TxDecoder()))
}

// IndexedEvents returns the attributes by which a new node finds transactions and blocks: those of games, senders and
// payments, and those with which relayers of IBC find packets and headers. CometBFT's index of all attributes would be
// two thirds of the disk that a move takes.
func IndexedEvents() []string {
	indexed := []string{
		sdk.EventTypeMessage + "." + sdk.AttributeKeyAction,
		sdk.EventTypeMessage + "." + sdk.AttributeKeySender,
		banktypes.EventTypeTransfer + "." + banktypes.AttributeKeySender,
		banktypes.EventTypeTransfer + "." + banktypes.AttributeKeyRecipient,
		battleshiptypes.EventTypeGame + "." + battleshiptypes.AttributeKeyGameID,
		battleshiptypes.EventTypeGame + "." + battleshiptypes.AttributeKeyPlayer,
		battleshiptypes.EventTypeGame + "." + battleshiptypes.AttributeKeyFinished,
		clienttypes.EventTypeUpdateClient + "." + clienttypes.AttributeKeyClientID,
		clienttypes.EventTypeUpdateClient + "." + clienttypes.AttributeKeyConsensusHeight,
		clienttypes.EventTypeUpdateClient + "." + clienttypes.AttributeKeyConsensusHeights,
	}
	for _, event := range []string{
		channeltypes.EventTypeSendPacket, channeltypes.EventTypeRecvPacket, channeltypes.EventTypeWriteAck,
	} {
		for _, key := range []string{
			channeltypes.AttributeKeySequence,
			channeltypes.AttributeKeySrcPort, channeltypes.AttributeKeySrcChannel,
			channeltypes.AttributeKeyDstPort, channeltypes.AttributeKeyDstChannel,
			channeltypesv2.AttributeKeySrcClient, channeltypesv2.AttributeKeyDstClient,
		} {
			indexed = append(indexed, event+"."+key)
		}
	}
	return indexed
}

// searchesAtOnce is how many searches for transactions the transaction service runs at once. CometBFT loads all matches
// of a search whatever the page, and does not stop when the client has gone, so there is one, which leaves a core to
// blocks on the smallest node.
const searchesAtOnce = 1

// byHash matches the search for one transaction, which loads that one alone.
var byHash = regexp.MustCompile(`^tx\.hash ?= ?'[0-9A-Fa-f]{64}'$`)

// txService is the SDK's service of transactions, with a bound on searches.
type txService struct {
	txtypes.ServiceServer

	gate *eventindex.Gate
}

func newTxService(server txtypes.ServiceServer) txService {
	return txService{ServiceServer: server, gate: eventindex.NewGate(searchesAtOnce, "transactions by their events")}
}

// GetTxsEvent implements txtypes.ServiceServer. A search without room is refused at once, because the ones before it do
// not stop when their clients have gone.
func (s txService) GetTxsEvent(
	ctx context.Context, req *txtypes.GetTxsEventRequest,
) (*txtypes.GetTxsEventResponse, error) {
	if !byHash.MatchString(req.GetQuery()) {
		leave, err := s.gate.TryEnter()
		if err != nil {
			return nil, err
		}
		defer leave()
	}
	return s.ServiceServer.GetTxsEvent(ctx, req)
}

// askAgain adds to an answer that refuses a request for lack of room when to ask again.
func askAgain(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(refusals{w}, r) })
}

// refusals is a writer of answers that adds Retry-After to those that refuse for lack of room.
type refusals struct{ http.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w refusals) WriteHeader(status int) {
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "1")
	}
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the writer for http.ResponseController.
func (w refusals) Unwrap() http.ResponseWriter { return w.ResponseWriter }
