package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ranked puts so many players on the leaderboard, three of each rating, from 1000 up.
func ranked(f *kit.Fixture, n int) []kit.Player {
	f.Helper()
	players := make([]kit.Player, 0, n)
	for i := range n {
		p, r := kit.NewPlayer(fmt.Sprintf("ranked %d", i)), 1000+uint32(i/3)
		require.NoError(f, f.Records.Players.Set(f.Ctx, p.Addr, types.Player{Rating: r, RatedGames: 1}))
		require.NoError(f, f.Records.Ladder.Move(f.Ctx, p.Addr, 0, r))
		players = append(players, p)
	}
	return players
}

func TestRanksAndNeighbours(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	_, err := f.Queries.Rank(f.Ctx, &types.QueryRankRequest{Address: kit.Alice.Text()})
	require.Equal(t, codes.NotFound, status.Code(err), "without a rated game there is no rank")
	players := ranked(f, 31)
	for i, p := range players {
		res, err := f.Queries.Rank(f.Ctx, &types.QueryRankRequest{Address: p.Text()})
		require.NoError(t, err)
		// The last one has the highest rating alone; three share each other one.
		require.Equal(t, uint64(max(1, 29-i/3*3)), res.Standing.Rank)
		require.Equal(t, p.Text(), res.Standing.Address)
		require.LessOrEqual(t, len(res.Above), types.MaxNeighbours)
		require.LessOrEqual(t, len(res.Below), types.MaxNeighbours)
		if i >= 8 && i < 22 {
			require.Len(t, append(res.Above, res.Below...), 2*types.MaxNeighbours)
		}
	}
	res, err := f.Queries.Leaderboard(f.Ctx, &types.QueryLeaderboardRequest{Pagination: &query.PageRequest{Limit: 100}})
	require.NoError(t, err)
	require.Len(t, res.Standings, 31)
	for i, s := range res.Standings {
		require.Equal(t, uint64(max(1, (i+2)/3*3-1)), s.Rank, "equal ratings share a rank")
		require.Equal(t, uint32(1010-(i+2)/3), s.Rating)
	}
}

func TestPagesOfTheLeaderboardFollowEachOther(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	ranked(f, 30)
	var all []types.Standing
	// Pages of 4 end within those who share a rank.
	for page := (&query.PageRequest{Limit: 4}); ; {
		res, err := f.Queries.Leaderboard(f.Ctx, &types.QueryLeaderboardRequest{Pagination: page})
		require.NoError(t, err)
		all = append(all, res.Standings...)
		if len(res.Pagination.NextKey) == 0 {
			break
		}
		require.Len(t, res.Standings, 4)
		page.Key = res.Pagination.NextKey
	}
	whole, err := f.Queries.Leaderboard(f.Ctx, &types.QueryLeaderboardRequest{})
	require.NoError(t, err)
	require.Equal(t, whole.Standings, all)
}

func TestAPlayerAloneHasNoNeighbours(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	p := ranked(f, 1)[0]
	res, err := f.Queries.Rank(f.Ctx, &types.QueryRankRequest{Address: p.Text()})
	require.NoError(t, err)
	require.Equal(t, uint64(1), res.Standing.Rank)
	require.Empty(t, append(res.Above, res.Below...))
}

func TestRanksCostTheSameHoweverManyPlayersThereAre(t *testing.T) {
	t.Parallel()
	reads := func(n int) [2]int {
		f := kit.New(t)
		p := ranked(f, n)[n/2]
		return [2]int{
			f.Store.During(func() {
				_, err := f.Queries.Rank(f.Ctx, &types.QueryRankRequest{Address: p.Text()})
				require.NoError(t, err)
			}).Reads,
			f.Store.During(func() {
				_, err := f.Queries.Leaderboard(f.Ctx, &types.QueryLeaderboardRequest{Pagination: &query.PageRequest{Limit: 20}})
				require.NoError(t, err)
			}).Reads,
		}
	}
	few, many := reads(60), reads(2_000)
	for i := range few {
		require.InDelta(t, few[i], many[i], 25, "no more than the buckets of the ratings between")
	}
	t.Logf("reads of a rank and of a page: %v among 60, %v among 2,000 players", few, many)
}
