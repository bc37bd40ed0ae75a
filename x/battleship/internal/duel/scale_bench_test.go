package duel_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/against"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// grown returns a chain with so many open games and results, and a rated player for each ten results.
func grown(tb testing.TB, open, finished int) *kit.Fixture {
	tb.Helper()
	f := kit.New(tb, kit.WithParams(kit.WithDeposit))
	f.Fund(kit.Alice, kit.Anchors(kit.Deposit))
	f.Fund(kit.Bob, kit.Anchors(kit.Deposit))
	won := f.Win().ID
	result, err := f.Records.Results.Get(f.Ctx, won)
	require.NoError(tb, err)
	record := f.Record(kit.Alice)
	for i := range finished {
		result.GameId = won + uint64(i)
		require.NoError(tb, f.Records.Results.Set(f.Ctx, result.GameId, result))
		if i%10 == 0 {
			player := kit.NewPlayer(fmt.Sprint("rated ", i))
			record.Rating = uint32(1_000 + i%400)
			require.NoError(tb, f.Records.Players.Set(f.Ctx, player.Addr, record))
			require.NoError(tb, f.Records.Ladder.Move(f.Ctx, player.Addr, 0, record.Rating))
		}
		if i%100_000 == 0 {
			f.Commit()
		}
	}
	require.NoError(tb, f.Records.NextGameID.Set(f.Ctx, won+uint64(finished)))
	fill(f, open, asking{})
	return f
}

// BenchmarkListsOfAGrownChain asks for the first ten items of each list on a chain with 50,000 open games and 500,000
// finished ones, and on one with 10 and 100, turn by turn. The page of 100 items is of the grown chain.
func BenchmarkListsOfAGrownChain(b *testing.B) {
	const each, queries, rounds = 10, 50, 41
	few, many := grown(b, each, each*each), grown(b, 50_000, 500_000)
	hosts := make(map[*kit.Fixture]string)
	for _, f := range []*kit.Fixture{few, many} {
		hosts[f] = f.Game(f.LastID() - each/2).Participants[game.Creator].Address
	}
	page := func(limit uint64) *query.PageRequest { return &query.PageRequest{Limit: limit} }
	for _, list := range []struct {
		name string
		ask  func(f *kit.Fixture, limit uint64) (int, error)
	}{
		{"open-games", func(f *kit.Fixture, limit uint64) (int, error) {
			res, err := f.Queries.OpenGames(f.Ctx, &types.QueryOpenGamesRequest{Pagination: page(limit)})
			return len(res.GetGames()), err
		}},
		{"games", func(f *kit.Fixture, limit uint64) (int, error) {
			res, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Pagination: page(limit)})
			return len(res.GetGames()), err
		}},
		{"games-of-a-player", func(f *kit.Fixture, limit uint64) (int, error) {
			req := &types.QueryGamesRequest{Player: hosts[f], Pagination: page(limit)}
			res, err := f.Queries.Games(f.Ctx, req)
			return len(res.GetGames()), err
		}},
		{"results", func(f *kit.Fixture, limit uint64) (int, error) {
			res, err := f.Queries.Results(f.Ctx, &types.QueryResultsRequest{Pagination: page(limit)})
			return len(res.GetResults()), err
		}},
		{"last-results", func(f *kit.Fixture, limit uint64) (int, error) {
			req := &types.QueryResultsRequest{Pagination: page(limit)}
			req.Pagination.Reverse = true
			res, err := f.Queries.Results(f.Ctx, req)
			return len(res.GetResults()), err
		}},
		{"leaderboard", func(f *kit.Fixture, limit uint64) (int, error) {
			res, err := f.Queries.Leaderboard(f.Ctx, &types.QueryLeaderboardRequest{Pagination: page(limit)})
			return len(res.GetStandings()), err
		}},
	} {
		took := func(b *testing.B, f *kit.Fixture, limit uint64, want int) time.Duration {
			b.Helper()
			began := time.Now()
			for range queries {
				got, err := list.ask(f, limit)
				require.NoError(b, err)
				require.GreaterOrEqual(b, got, want)
			}
			return time.Since(began)
		}
		b.Run(list.name, func(b *testing.B) {
			for b.Loop() {
				var r against.Rounds
				var full []time.Duration
				for range rounds {
					base := took(b, few, each, each)
					r.Add(took(b, many, each, each), base)
					full = append(full, took(b, many, types.MaxPageItems, each))
				}
				r.Report(b, "many", "few", queries)
				b.ReportMetric(float64(against.Quantile(full, 0.5).Microseconds())/queries, "us/page-of-100")
			}
		})
	}
}

// withQueue returns a chain whose expiry queue has so many games, all due at a later height.
func withQueue(tb testing.TB, games int) *kit.Fixture {
	tb.Helper()
	f := kit.New(tb)
	id := f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	progress := types.ProgressOf(f.State(id))
	for i := uint64(1); i < uint64(games); i++ {
		require.NoError(tb, f.Records.Progress.Set(f.Ctx, id+i, progress))
		require.NoError(tb, f.Records.Queue.Put(f.Ctx, id+i, progress.Deadline+int64(i)))
		if i%100_000 == 0 {
			f.Commit()
		}
	}
	f.Commit()
	return f
}

// BenchmarkEndBlock ends blocks in which no game expires, on a chain with 1,000,000 open games and on one with 1,000,
// turn by turn. Of the games there are the records that EndBlock reads: the progress and the entry of the queue.
func BenchmarkEndBlock(b *testing.B) {
	const blocks, rounds = 1_000, 41
	few, many := withQueue(b, 1_000), withQueue(b, 1_000_000)
	took := func(f *kit.Fixture) time.Duration {
		began := time.Now()
		for range blocks {
			require.NoError(b, f.Keeper.EndBlock(f.Ctx))
		}
		return time.Since(began)
	}
	for b.Loop() {
		var r against.Rounds
		for range rounds {
			base := took(few)
			r.Add(took(many), base)
		}
		r.Report(b, "many", "few", blocks)
	}
	work := many.Store.During(func() { require.NoError(b, many.Keeper.EndBlock(many.Ctx)) })
	b.ReportMetric(float64(work.Reads+work.Iterators+work.Steps), "accesses/block")
}
