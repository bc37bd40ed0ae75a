package keeper_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestQueryRewardsAndParams(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.Win()
	res, err := f.Queries.Rewards(f.Ctx, &types.QueryRewardsRequest{})
	require.NoError(t, err)
	require.Equal(t, "42420000uship", res.Minted.String())
	require.Equal(t, "999957580000uship", res.Remaining.String())
	require.Equal(t, "42042000uship", res.WinnerReward.String())
	require.Equal(t, "420420uship", res.LoserReward.String())
	require.Equal(t, "4204200uship", res.TimeoutReward.String())
	params, err := f.Queries.Params(f.Ctx, &types.QueryParamsRequest{})
	require.NoError(t, err)
	require.Equal(t, f.Params(), params.Params)
	player, err := f.Queries.Player(f.Ctx, &types.QueryPlayerRequest{Address: kit.Mallory.Text()})
	require.NoError(t, err)
	require.Equal(t, &types.QueryPlayerResponse{}, player, "zeros for an address that never played")
}

func TestQueriesWithoutARequest(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	_, err := f.Queries.Game(f.Ctx, nil)
	kit.RequireCode(t, codes.InvalidArgument, err)
	_, err = f.Queries.Games(f.Ctx, nil)
	kit.RequireCode(t, codes.InvalidArgument, err)
	_, err = f.Queries.Player(f.Ctx, nil)
	kit.RequireCode(t, codes.InvalidArgument, err)
	_, err = f.Queries.NextAction(f.Ctx, nil)
	kit.RequireCode(t, codes.InvalidArgument, err)
	_, err = f.Queries.Result(f.Ctx, nil)
	kit.RequireCode(t, codes.InvalidArgument, err)
	_, err = f.Queries.Results(f.Ctx, nil)
	kit.RequireCode(t, codes.InvalidArgument, err)
}

// The keys are told as they are pinned, so that anybody can compare them with those that it has made itself.
func TestProofKeysAreThoseOfTheBuild(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	res, err := f.Queries.ProofKeys(f.Ctx, &types.QueryProofKeysRequest{})
	require.NoError(t, err)
	require.Len(t, res.Keys, 2)
	for _, keys := range res.Keys {
		r, err := game.RulesetByID(keys.RulesetId)
		require.NoError(t, err)
		require.Equal(t, r.Name, keys.Ruleset)
		want, err := verify.KeyOf(r)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("%x", want.Hash()), keys.Key)
	}
	code, body := rest(f, "/battleship/v1/proof_keys")
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, body, `"key":"`+res.Keys[0].Key+`"`)
	_, err = f.Queries.ProofKeys(f.Ctx, nil)
	kit.RequireCode(t, codes.InvalidArgument, err)
}
