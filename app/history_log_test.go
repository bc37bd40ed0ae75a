package app_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cosmossdk.io/log/v2"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/server/api"
	"github.com/cosmos/cosmos-sdk/server/config"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// history returns a client of the history of a node, and its REST interface.
func history(w *playertest.World) (types.HistoryClient, http.Handler) {
	w.Helper()
	app := w.Node.Chain.App
	srv := api.New(w.ClientCtx, log.NewNopLogger(), grpc.NewServer())
	app.RegisterAPIRoutes(srv, config.APIConfig{})
	return types.NewHistoryClient(w.Node.Chain.Conn()), srv.GRPCGatewayRouter
}

// get asks the REST interface and returns the status and the answer.
func get(rest http.Handler, path string) (int, string) {
	rec := httptest.NewRecorder()
	rest.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, http.NoBody))
	return rec.Code, rec.Body.String()
}

// The log of a game that has ended tells all that has happened, page by page as at once, and which board was shown.
func TestLogOfAnEndedGameRebuildsIt(t *testing.T) {
	t.Parallel()
	w := playertest.NewWithShortClaims(t)
	w.Ended(2)
	history, _ := history(w)
	whole := func(id uint64, limit uint32) (all []types.LogEntry) {
		for key := []byte(nil); ; {
			res, err := history.Log(t.Context(), &types.QueryLogRequest{GameId: id, Key: key, Limit: limit, Txs: true})
			require.NoError(t, err)
			all = append(all, res.Entries...)
			if key = res.NextKey; len(key) == 0 {
				return all
			}
		}
	}
	queries := types.NewQueryClient(w.Node.Chain.Conn())
	for _, id := range []uint64{1, 2} {
		all := whole(id, 0)
		for _, limit := range []uint32{1, 2, 100} {
			require.Equal(t, all, whole(id, limit), "%d a page", limit)
		}
		var rebuilt *replay.Duel
		for _, entry := range all {
			require.Equal(t, entry.TxHash == "", len(entry.Tx) == 0)
			if entry.TxHash != "" {
				require.Equal(t, playertest.HashOf(entry.Tx), entry.TxHash)
			}
			require.NotNil(t, entry.Time)
			require.True(t, w.Node.Blocks[entry.Height].Block.Time.Equal(*entry.Time))
			for _, packed := range entry.Events {
				event, err := unpackedEvent(w, packed)
				require.NoError(t, err)
				if created, ok := event.(*types.EventGameCreated); ok {
					rebuilt, err = replay.NewDuel(created, entry.Height)
				} else {
					err = rebuilt.Apply(event, entry.Height)
				}
				require.NoError(t, err)
			}
		}
		res, err := queries.Result(t.Context(), &types.QueryResultRequest{GameId: id})
		require.NoError(t, err)
		require.Equal(t, game.Reason(res.Result.Reason), rebuilt.State().Reason)
		require.Equal(t, res.Result.EndedHeight, all[len(all)-1].Height)
		last := all[len(all)-1]
		if id == 2 { // two deadlines have ended it
			require.Empty(t, last.TxHash)
			require.Empty(t, last.Shown)
			continue
		}
		require.Len(t, last.Shown, 1)
		shown := last.Shown[0]
		require.Equal(t, chain.NewAccount(alice).String(), shown.Player)
		fleet, err := rebuilt.State().Ruleset.ParseFleet(shown.Fleet)
		require.NoError(t, err)
		participant := rebuilt.Game().Participants[game.Creator]
		require.NoError(t, commitment.Audit(commitment.Binding{
			ChainID: w.Node.Chain.ID(), Player: chain.NewAccount(alice).Address, Nonce: participant.Board.Nonce,
			Ruleset: rebuilt.State().Ruleset,
		}, participant.Board.MerkleRows(), fleet, shown.BoardSecret))
	}
	var back []types.LogEntry
	forward := whole(2, 0)
	for key := []byte(nil); ; {
		res, err := history.Log(t.Context(),
			&types.QueryLogRequest{GameId: 2, Key: key, Limit: 2, Txs: true, Reverse: true})
		require.NoError(t, err)
		back = append(back, res.Entries...)
		if key = res.NextKey; len(key) == 0 {
			break
		}
	}
	slices.Reverse(back)
	require.Equal(t, forward, back)
	_, err := history.Log(t.Context(), &types.QueryLogRequest{GameId: 99})
	require.Equal(t, codes.NotFound, status.Code(err))
	require.ErrorContains(t, err, "game 99 is not in the history of this node")
	_, err = history.Log(t.Context(), &types.QueryLogRequest{GameId: 1, FromHeight: -1})
	require.Equal(t, codes.InvalidArgument, status.Code(err))
	after, err := history.Log(t.Context(), &types.QueryLogRequest{GameId: 1, FromHeight: w.Node.Chain.Height() + 1})
	require.NoError(t, err)
	require.Empty(t, after.Entries, "what has not happened yet is no error: more may come")
}

// The service lists a player's finished games as the command does, with the ratings that they left.
func TestFinishedGamesByPages(t *testing.T) {
	t.Parallel()
	w := playertest.NewWithShortClaims(t)
	want := w.Ended(5)
	history, _ := history(w)
	who := chain.NewAccount(bob).String()
	for _, limit := range []uint32{0, 1, 2, 5, 1000} {
		var got []uint64
		for key := []byte(nil); ; {
			res, err := history.Finished(t.Context(), &types.QueryFinishedRequest{Address: who, Key: key, Limit: limit})
			require.NoError(t, err)
			for _, g := range res.Games {
				got = append(got, g.Duel.GameId)
				require.Equal(t, g.TxHash != "", g.Duel.Result.Winner != types.SEAT_UNSPECIFIED)
				if g.Duel.Result.Winner != types.SEAT_UNSPECIFIED {
					require.Len(t, g.Duel.Ratings, types.PlayersPerGame)
				}
			}
			if key = res.NextKey; len(key) == 0 {
				break
			}
		}
		require.Equal(t, want, got, "%d a page", limit)
	}
	for _, wrong := range []*types.QueryFinishedRequest{
		nil, {}, {Address: "ship1nobody"}, {Address: who, BeforeHeight: -1}, {Address: who + "' OR tx.height > '0"},
	} {
		_, err := history.Finished(t.Context(), wrong)
		require.Equal(t, codes.InvalidArgument, status.Code(err), "%v: %v", wrong, err)
	}
}

// In JSON an event is an object that names its type.
func TestHistoryOverREST(t *testing.T) {
	t.Parallel()
	w := playertest.NewWithShortClaims(t)
	w.Ended(1)
	_, rest := history(w)
	code, body := get(rest, "/battleship/v1/games/1/log?txs=true")
	require.Equal(t, http.StatusOK, code, body)
	var log struct {
		Entries []struct {
			Height string
			Time   string
			TxHash string `json:"tx_hash"`
			Tx     string
			Events []struct {
				Type   string `json:"@type"`
				GameID string `json:"game_id"`
			}
			Shown []struct {
				Fleet  string
				Secret string `json:"board_secret"`
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(body), &log))
	require.Equal(t, "/battleship.v1.EventGameCreated", log.Entries[0].Events[0].Type)
	last := log.Entries[len(log.Entries)-1]
	require.Equal(t, "/battleship.v1.EventGameOver", last.Events[len(last.Events)-1].Type)
	require.Equal(t, "1", last.Events[0].GameID)
	secret, err := base64.StdEncoding.DecodeString(last.Shown[0].Secret)
	require.NoError(t, err)
	require.Len(t, secret, 32)
	require.NotEmpty(t, last.Tx)

	code, body = get(rest, fmt.Sprintf("/battleship/v1/players/%s/finished?limit=1", chain.NewAccount(alice)))
	require.Equal(t, http.StatusOK, code, body)
	require.Equal(t, 1, strings.Count(body, `"duel":{`), body)
	require.Contains(t, body, `"melee":null`)
	require.Regexp(t, `"ratings":\[\d+,\d+\]`, body)
}

// unpackedEvent reads an event as a client does.
func unpackedEvent(w *playertest.World, packed *codectypes.Any) (proto.Message, error) {
	var event types.GameEvent
	err := w.ClientCtx.InterfaceRegistry.UnpackAny(packed, &event)
	return event, err
}
