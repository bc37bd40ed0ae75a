package duel_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// openPages asks for page after page of open games, and returns the games and how many pages there were.
func openPages(f *kit.Fixture, req types.QueryOpenGamesRequest, limit uint64) ([]uint64, int) {
	f.Helper()
	var ids []uint64
	req.Pagination = &query.PageRequest{Limit: limit}
	for pages := 1; ; pages++ {
		require.Less(f, pages, 100)
		res, err := f.Queries.OpenGames(f.Ctx, &req)
		require.NoError(f, err)
		require.LessOrEqual(f, len(res.Games), types.MaxPageItems)
		ids = append(ids, openIDs(res.Games)...)
		if len(res.Pagination.NextKey) == 0 {
			return ids, pages
		}
		req.Pagination.Key = res.Pagination.NextKey
	}
}

func TestOpenGamesByStake(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	for i, a := range []asking{
		{},
		{xaya: true},
		{stake: 5},
		{stake: 5, clock: 77},
		{stake: 6},
		{clock: 77},
		{casual: true},
		{rating: 900},
		{rating: 1500, xaya: true},
		{rating: 1500, stake: 5},
	} {
		f.Deliver(a.create(f, kit.Host(i)))
	}
	ship := asking{}.create(f, kit.Alice)
	f.Fund(kit.Alice, kit.Uship(5)...)
	ship.Stake = &kit.Uship(5)[0]
	f.Deliver(ship)

	for name, c := range map[string]struct {
		req  types.QueryOpenGamesRequest
		want []uint64
	}{
		"all":                        {types.QueryOpenGamesRequest{}, []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
		"of a ruleset":               {types.QueryOpenGamesRequest{RulesetId: 2}, []uint64{2, 9}},
		"without a stake":            {types.QueryOpenGamesRequest{Stake: "none"}, []uint64{1, 2, 6, 7, 8, 9}},
		"with a stake":               {types.QueryOpenGamesRequest{Stake: "5uanchor"}, []uint64{3, 4, 10}},
		"with as much of another":    {types.QueryOpenGamesRequest{Stake: "5uship"}, []uint64{11}},
		"with a stake of a ruleset":  {types.QueryOpenGamesRequest{RulesetId: 1, Stake: "5uanchor"}, []uint64{3, 4, 10}},
		"of a ruleset without one":   {types.QueryOpenGamesRequest{RulesetId: 2, Stake: "none"}, []uint64{2, 9}},
		"with a stake of nobody":     {types.QueryOpenGamesRequest{Stake: "7uanchor"}, nil},
		"by the clock":               {types.QueryOpenGamesRequest{TurnBlocks: 77}, []uint64{4, 6}},
		"by the clock, of a ruleset": {types.QueryOpenGamesRequest{RulesetId: 1, TurnBlocks: 77}, []uint64{4, 6}},
		"by ruleset, stake and clock": {
			types.QueryOpenGamesRequest{RulesetId: 1, Stake: "5uanchor", TurnBlocks: 77}, []uint64{4},
		},
		"from a rating":          {types.QueryOpenGamesRequest{MinRating: 1500}, []uint64{9, 10}},
		"from above that rating": {types.QueryOpenGamesRequest{MinRating: 1501}, nil},
		"up to a rating":         {types.QueryOpenGamesRequest{MaxRating: 900}, []uint64{8}},
		"between two ratings":    {types.QueryOpenGamesRequest{RulesetId: 1, MinRating: 901, MaxRating: 1199}, nil},
		"of one rating":          {types.QueryOpenGamesRequest{RulesetId: 2, MinRating: 1200, MaxRating: 1200}, []uint64{2}},
		"with all at once": {
			types.QueryOpenGamesRequest{
				RulesetId: 1, Stake: "5uanchor", TurnBlocks: kit.TurnBlocks, MinRating: 1201, MaxRating: 1600,
			},
			[]uint64{10},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := openPages(f, c.req, 2)
			slices.Sort(got)
			require.Equal(t, c.want, got)
		})
	}
	res, err := f.Queries.OpenGames(f.Ctx, &types.QueryOpenGamesRequest{Stake: "6uanchor"})
	require.NoError(t, err)
	g := f.Game(5)
	require.Equal(t, []types.OpenGame{{
		Id: 5, RulesetId: 1, Creator: kit.Host(4).Text(), TurnBlocks: kit.TurnBlocks, TurnSeconds: kit.TurnBlocks,
		Terms: g.Terms,
		Offer: *g.Offer, Deadline: kit.FirstHeight + kit.OpenBlocks, SecondsLeft: kit.OpenBlocks,
	}}, res.Games)
}

func TestOpenGamesThatCanNoLongerBeJoinedAreNotListed(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.OpenGames(3)
	list := func() []uint64 {
		ids, _ := openPages(f, types.QueryOpenGamesRequest{}, 0)
		return ids
	}
	f.Deliver(&types.MsgCancelGame{Sender: kit.Alice.Text(), GameId: 2})
	require.Equal(t, []uint64{1, 3}, list())
	g := f.Successor()
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, f.Exported()))
	imported, _ := openPages(g, types.QueryOpenGamesRequest{}, 0)
	require.Equal(t, []uint64{1, 3}, imported)
	// The next block is the last in which they can be joined, and then the one after it is not.
	f.Ctx = f.Ctx.WithBlockHeight(kit.FirstHeight + kit.OpenBlocks - 1)
	require.Equal(t, []uint64{1, 3}, list())
	f.Ctx = f.Ctx.WithBlockHeight(kit.FirstHeight + kit.OpenBlocks)
	require.Empty(t, list())
}

func TestPagesOfOpenGames(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	const games = 230
	for i := range games {
		a := asking{rating: 1000 + uint32(i*7)%50, xaya: i%3 == 0, clock: kit.TurnBlocks + int64(i%2)}
		msg := a.create(f, kit.Host(i))
		require.NoError(t, f.Handle(msg))
	}
	for _, limit := range []uint64{0, 1_000, 101, 100, 60, 7, 3} {
		ids, pages := openPages(f, types.QueryOpenGamesRequest{}, limit)
		if limit == 0 || limit > types.MaxPageItems {
			require.Equal(t, 3, pages, "limit %d", limit)
		}
		require.Len(t, ids, games)
		slices.Sort(ids)
		require.Len(t, slices.Compact(ids), games, "no game twice, and none left out, with limit %d", limit)
	}
	xaya, _ := openPages(f, types.QueryOpenGamesRequest{RulesetId: 2}, 10)
	require.Len(t, xaya, 77)
}

func TestQueriesOfOpenGamesThatAreRefused(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.OpenGames(1)
	for name, req := range map[string]*types.QueryOpenGamesRequest{
		"none":                              nil,
		"ratings the wrong way round":       {MinRating: 1300, MaxRating: 1299},
		"above all ratings":                 {MinRating: 4001},
		"a negative clock":                  {TurnBlocks: -1},
		"a stake without a denom":           {Stake: "5"},
		"a stake without an amount":         {Stake: "uanchor"},
		"a negative stake":                  {Stake: "-5uanchor"},
		"a stake that nobody can put up":    {Stake: "5ufoo"},
		"an unknown ruleset":                {RulesetId: 99},
		"a stake of zero":                   {Stake: "0uanchor"},
		"two stakes":                        {Stake: "5uanchor,6uanchor"},
		"a stake of a fraction":             {Stake: "1.5uanchor"},
		"a stake that has no room":          {Stake: "340282366920938463463374607431768211456uanchor"},
		"words for a stake":                 {Stake: "five"},
		"an invited player that is no name": {Opponent: "bob"},
		"an offset":                         {Pagination: &query.PageRequest{Offset: 1}},
		"a count":                           {Pagination: &query.PageRequest{CountTotal: true}},
		"backwards":                         {Pagination: &query.PageRequest{Reverse: true}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := f.Queries.OpenGames(f.Ctx, req)
			kit.RequireCode(t, codes.InvalidArgument, err)
			require.Regexp(t, "expected .*", err.Error())
		})
	}
	largest := &types.QueryOpenGamesRequest{Stake: "340282366920938463463374607431768211455uanchor"}
	_, err := f.Queries.OpenGames(f.Ctx, largest)
	require.NoError(t, err, "the largest stake there can be")
}

// Whatever is asked for, a page looks at a bounded number of records, and reads whole games only for what it lists.
func TestAttackAPageOfOpenGamesIsBoundedWork(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	fill(f, 2_000, asking{})
	for name, c := range map[string]struct {
		req   types.QueryOpenGamesRequest
		pages int
	}{
		"no such rating":               {types.QueryOpenGamesRequest{MinRating: 1201}, 4},
		"no such rating, of a ruleset": {types.QueryOpenGamesRequest{RulesetId: 1, MaxRating: 1199}, 4},
		"no such clock":                {types.QueryOpenGamesRequest{TurnBlocks: 99}, 4},
		"no such clock, of a ruleset":  {types.QueryOpenGamesRequest{RulesetId: 1, TurnBlocks: 99}, 4},
		"no such stake":                {types.QueryOpenGamesRequest{Stake: "5uanchor"}, 4},
		"no such stake, of a ruleset":  {types.QueryOpenGamesRequest{RulesetId: 1, Stake: "5uanchor"}, 1},
		"no such ruleset":              {types.QueryOpenGamesRequest{RulesetId: 2}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			ids, pages := openPages(f, c.req, 0)
			require.Empty(t, ids)
			require.Equal(t, c.pages, pages)
			work := f.Store.During(func() {
				_, err := f.Queries.OpenGames(f.Ctx, &c.req)
				require.NoError(t, err)
			})
			require.LessOrEqual(t, work.Steps, types.MaxPageReads)
			require.LessOrEqual(t, work.Reads, 1, "the params")
			require.Equal(t, 1, work.Iterators)
		})
	}
	full := f.Store.During(func() {
		res, err := f.Queries.OpenGames(f.Ctx, &types.QueryOpenGamesRequest{})
		require.NoError(t, err)
		require.Len(t, res.Games, types.MaxPageItems)
	})
	require.LessOrEqual(t, full.Reads, 1+2*types.MaxPageItems)
	t.Logf("a full page: %+v", full)
}
