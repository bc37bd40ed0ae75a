package keeper_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/server/api"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/docs/openapi"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// rest asks the module's REST interface as a node serves it, and returns the status and the answer.
func rest(f *kit.Fixture, path string) (int, string) {
	f.Helper()
	registry := codectypes.NewInterfaceRegistry()
	helper := baseapp.NewQueryServerTestHelper(f.Ctx, registry)
	types.RegisterQueryServer(helper, f.Queries)
	clientCtx := client.Context{}.WithInterfaceRegistry(registry)
	mux := api.New(clientCtx, log.NewNopLogger(), grpc.NewServer()).GRPCGatewayRouter
	require.NoError(f, types.RegisterQueryHandlerClient(f.Ctx, mux, types.NewQueryClient(helper)))
	rec := httptest.NewRecorder()
	mux.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, http.NoBody))
	return rec.Code, rec.Body.String()
}

// A phase is filtered by the name that answers and the description call it by; numbers are still taken. What is no
// phase of an unfinished game is an error and not an empty list.
func TestRESTFiltersPhasesByName(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.Create(f.NewBoard(kit.Carol, game.Classic(), kit.ClassicFleet))
	f.Play(game.Classic())
	for filter, want := range map[string]string{
		"phase=PHASE_OPEN": "PHASE_OPEN", "phase=1": "PHASE_OPEN",
		"phase=PHASE_PLAY": "PHASE_PLAY", "phase=3": "PHASE_PLAY",
	} {
		status, body := rest(f, "/battleship/v1/games?"+filter)
		require.Equal(t, http.StatusOK, status, body)
		require.Equal(t, 1, strings.Count(body, `"phase":`), filter)
		require.Contains(t, body, `"phase":"`+want+`"`, filter)
	}
	for _, filter := range []string{"PHASE_OVER", "PHASE_CANCELLED", "5", "6", "7", "-1", "OPEN", "open", "x"} {
		status, body := rest(f, "/battleship/v1/games?phase="+filter)
		require.Equal(t, http.StatusBadRequest, status, filter)
		require.Contains(t, body, `"code":3`, filter)
	}
	_, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Phase: 99})
	kit.RequireCode(t, codes.InvalidArgument, err)
}

// Bytes that are not there are an empty string in JSON, as in any other field.
func TestEmptyBytesAreAnEmptyStringInJSON(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	open := f.Create(f.NewBoard(kit.Carol, game.Classic(), kit.ClassicFleet))
	d := f.Play(game.Classic())
	for _, id := range []uint64{open, d.ID} {
		status, body := rest(f, "/battleship/v1/games/"+strconv.FormatUint(id, 10))
		require.Equal(t, http.StatusOK, status, body)
		require.Contains(t, body, `"sunk":""`)
		require.NotRegexp(t, `"(sunk|toss|answered|hits)":null`, body)
	}
	side := types.Side{Answered: []byte{1}, Sunk: types.Bytes{2, 3}}
	bz, err := proto.Marshal(&side)
	require.NoError(t, err)
	var back types.Side
	require.NoError(t, proto.Unmarshal(bz, &back))
	require.Equal(t, side, back)
}

// A key that no page of a list can have returned is refused, in each list.
func TestPageKeysOfNoListAreRefused(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.OpenGames(3)
	f.Win()
	f.FundCast()
	propose(f, kit.Bob, kit.Alice, staked)
	page := func(key string) *query.PageRequest { return &query.PageRequest{Key: []byte(key)} }
	for name, ask := range map[string]func(p *query.PageRequest) error{
		"games": func(p *query.PageRequest) error {
			_, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Pagination: p})
			return err
		},
		"open games by phase": func(p *query.PageRequest) error {
			_, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Phase: types.PHASE_OPEN, Pagination: p})
			return err
		},
		"games of a player": func(p *query.PageRequest) error {
			_, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Player: kit.Alice.Text(), Pagination: p})
			return err
		},
		"open games": func(p *query.PageRequest) error {
			_, err := f.Queries.OpenGames(f.Ctx, &types.QueryOpenGamesRequest{Pagination: p})
			return err
		},
		"open games of a ruleset": func(p *query.PageRequest) error {
			_, err := f.Queries.OpenGames(f.Ctx, &types.QueryOpenGamesRequest{RulesetId: 1, Pagination: p})
			return err
		},
		"invitations": func(p *query.PageRequest) error {
			_, err := f.Queries.OpenGames(f.Ctx, &types.QueryOpenGamesRequest{Opponent: kit.Bob.Text(), Pagination: p})
			return err
		},
		"results": func(p *query.PageRequest) error {
			_, err := f.Queries.Results(f.Ctx, &types.QueryResultsRequest{Pagination: p})
			return err
		},
		"leaderboard": func(p *query.PageRequest) error {
			_, err := f.Queries.Leaderboard(f.Ctx, &types.QueryLeaderboardRequest{Pagination: p})
			return err
		},
		"escrow": func(p *query.PageRequest) error {
			_, err := f.Queries.Escrow(f.Ctx, &types.QueryEscrowRequest{Pagination: p})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, key := range []string{"\x00", "x", "\x00\x00\x04\xb0", "what is this?", strings.Repeat("\xff", 99)} {
				kit.RequireCode(t, codes.InvalidArgument, ask(page(key)))
			}
			require.NoError(t, ask(&query.PageRequest{}))
		})
	}
}

// The description of the REST interface offers of a page what the queries accept.
func TestOpenAPIOffersAcceptedFields(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	var doc struct {
		Paths map[string]struct {
			Get struct{ Parameters []struct{ Name string } }
		}
	}
	require.NoError(t, json.Unmarshal(openapi.Battleship, &doc))
	lists := 0
	for path, operation := range doc.Paths {
		offered := make(map[string]bool)
		for _, p := range operation.Get.Parameters {
			offered[p.Name] = true
		}
		if !offered["pagination.key"] {
			continue
		}
		lists++
		for name, value := range map[string]string{
			"pagination.limit": "1", "pagination.offset": "1", "pagination.count_total": "true", "pagination.reverse": "true",
		} {
			status, body := rest(f, path+"?"+name+"="+value)
			require.Equal(t, offered[name], status == http.StatusOK, "%s %s: %s", path, name, body)
		}
	}
	require.Equal(t, 8, lists)
}

// The descriptions in OpenAPI 2 and 3 have the same paths, parameters and messages.
func TestOpenAPI3DescribesTheSameInterface(t *testing.T) {
	t.Parallel()
	type paths map[string]struct {
		Get struct {
			OperationID string
			Parameters  []struct {
				Name, In string
				Required bool
			}
		}
	}
	var v2 struct {
		Paths       paths
		Definitions map[string]any
	}
	var v3 struct {
		OpenAPI    string
		Paths      paths
		Components struct{ Schemas map[string]any }
	}
	require.NoError(t, json.Unmarshal(openapi.Battleship, &v2))
	require.NoError(t, json.Unmarshal(openapi.BattleshipV3, &v3))
	require.Equal(t, "3.0.3", v3.OpenAPI)
	require.NotEmpty(t, v2.Paths)
	require.Equal(t, v2.Paths, v3.Paths)
	require.Equal(t, slices.Sorted(maps.Keys(v2.Definitions)), slices.Sorted(maps.Keys(v3.Components.Schemas)))
}
