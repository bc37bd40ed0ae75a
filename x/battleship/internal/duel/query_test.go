package duel_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestQueryGame(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	d.Fire(game.Creator, "A1")
	res, err := f.Queries.Game(f.Ctx, &types.QueryGameRequest{GameId: d.ID})
	require.NoError(t, err)
	require.Equal(t, d.ID, res.Game.Id)
	require.Equal(t, types.ProgressOf(d.Now()), res.Progress)
	require.Equal(t, [][]byte{[]byte("alice's sealed fleet"), []byte("bob's sealed fleet")}, res.Recoveries)
	require.Equal(t, f.Height(), res.Height)
	drawn, err := game.ParseState(res.Drawing)
	require.NoError(t, err)
	require.Equal(t, d.Now(), drawn, "the drawing is the whole game")

	f.Deliver(d.Concede(game.Joiner))
	f.Deliver(d.Claim(game.Creator))
	_, err = f.Queries.Game(f.Ctx, &types.QueryGameRequest{GameId: d.ID})
	kit.RequireCode(t, codes.NotFound, err)
	require.ErrorContains(t, err, "result 1")
	_, err = f.Queries.Game(f.Ctx, &types.QueryGameRequest{GameId: 99})
	kit.RequireCode(t, codes.NotFound, err)
	require.NotContains(t, err.Error(), "result")
}

func TestQueryGames(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	classic := f.Play(game.Classic())
	open := f.Create(f.NewBoard(kit.Carol, game.Xaya(), kit.XayaFleet))
	claim := f.Play(game.Xaya())
	f.Deliver(claim.Challenge(game.Creator))
	openClassic := f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	f.Win()
	for name, c := range map[string]struct {
		req  types.QueryGamesRequest
		want []uint64
	}{
		"all":              {types.QueryGamesRequest{}, []uint64{classic.ID, open, claim.ID, openClassic}},
		"open, by ruleset": {types.QueryGamesRequest{Phase: types.PHASE_OPEN}, []uint64{openClassic, open}},
		"in play":          {types.QueryGamesRequest{Phase: types.PHASE_PLAY}, []uint64{classic.ID}},
		"claims":           {types.QueryGamesRequest{Phase: types.PHASE_CLAIM}, []uint64{claim.ID}},
		"of alice": {
			types.QueryGamesRequest{Player: kit.Alice.Text()}, []uint64{classic.ID, claim.ID, openClassic},
		},
		"of alice in capitals": {
			types.QueryGamesRequest{Player: strings.ToUpper(kit.Alice.Text())}, []uint64{classic.ID, claim.ID, openClassic},
		},
		"of carol":   {types.QueryGamesRequest{Player: kit.Carol.Text()}, []uint64{open}},
		"of mallory": {types.QueryGamesRequest{Player: kit.Mallory.Text()}, []uint64{}},
		"of alice and open": {
			types.QueryGamesRequest{Player: kit.Alice.Text(), Phase: types.PHASE_OPEN}, []uint64{openClassic},
		},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := f.Queries.Games(f.Ctx, &c.req)
			require.NoError(t, err)
			require.Equal(t, c.want, kit.SummaryIDs(res.Games))
			require.Empty(t, res.Pagination.NextKey)
		})
	}
	res, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Phase: types.PHASE_PLAY})
	require.NoError(t, err)
	require.Equal(t, types.GameSummary{
		Id: classic.ID, RulesetId: 1, Players: []string{kit.Alice.Text(), kit.Bob.Text()}, Phase: types.PHASE_PLAY,
		Owes: types.OBLIGATION_SHOT, Actor: kit.Alice.Text(), Deadline: classic.Now().Deadline, TurnBlocks: kit.TurnBlocks,
		Terms: types.Terms{Backing: types.MaxRewardCap}, SecondsLeft: kit.TurnBlocks - 2,
	}, res.Games[0], "the tosses of two more games have each waited a block")
	_, err = f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Player: "alice"})
	kit.RequireCode(t, codes.InvalidArgument, err)
}

func TestPages(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.OpenGames(230)
	all := func(phase types.Phase, player string) []uint64 {
		var ids []uint64
		req := &types.QueryGamesRequest{Phase: phase, Player: player, Pagination: &query.PageRequest{Limit: 60}}
		for pages := 0; ; pages++ {
			require.Less(t, pages, 10)
			res, err := f.Queries.Games(f.Ctx, req)
			require.NoError(t, err)
			require.LessOrEqual(t, len(res.Games), 60)
			ids = append(ids, kit.SummaryIDs(res.Games)...)
			if len(res.Pagination.NextKey) == 0 {
				return ids
			}
			req.Pagination.Key = res.Pagination.NextKey
		}
	}
	want := make([]uint64, 230)
	for i := range want {
		want[i] = uint64(i) + 1
	}
	require.Equal(t, want, all(types.PHASE_UNSPECIFIED, ""))
	require.Equal(t, want, all(types.PHASE_OPEN, ""))
	require.Equal(t, want[:types.MaxOpenGames], all(types.PHASE_UNSPECIFIED, kit.Alice.Text()))
	require.Empty(t, all(types.PHASE_PLAY, ""))

	for name, limit := range map[string]uint64{"no limit": 0, "a limit past all bounds": 1<<64 - 1, "one too many": 101} {
		t.Run(name, func(t *testing.T) {
			res, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Pagination: &query.PageRequest{Limit: limit}})
			require.NoError(t, err)
			require.Len(t, res.Games, types.MaxPageItems)
		})
	}
	player, err := f.Queries.Player(f.Ctx, &types.QueryPlayerRequest{Address: kit.Alice.Text()})
	require.NoError(t, err)
	require.Equal(t, want[:types.MaxPageItems], player.Games)
}

func TestPagesThatAreRefused(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.OpenGames(1)
	for name, page := range map[string]*query.PageRequest{
		"offset":              {Offset: 1},
		"count":               {CountTotal: true},
		"key behind the list": {Key: []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, ask := range []func() error{
				func() error {
					_, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Pagination: page})
					return err
				},
				func() error {
					_, err := f.Queries.Results(f.Ctx, &types.QueryResultsRequest{Pagination: page})
					return err
				},
			} {
				if err := ask(); err != nil {
					kit.RequireCode(t, codes.InvalidArgument, err)
				} else {
					require.NotEmpty(t, page.Key, "a page that only looks behind the list is empty")
				}
			}
		})
	}
	_, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Pagination: &query.PageRequest{Reverse: true}})
	kit.RequireCode(t, codes.InvalidArgument, err)
	key := append(sdk.Uint64ToBigEndian(1), 0)
	_, err = f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Pagination: &query.PageRequest{Key: key}})
	kit.RequireCode(t, codes.InvalidArgument, err)
}

// A filter that finds nothing must not read the whole list for it.
func TestAPageLooksAtABoundedNumberOfRecords(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.OpenGames(types.MaxPageReads + 20)
	pages := 0
	req := &types.QueryGamesRequest{Phase: types.PHASE_CLAIM, Pagination: &query.PageRequest{}}
	for {
		res, err := f.Queries.Games(f.Ctx, req)
		require.NoError(t, err)
		require.Empty(t, res.Games)
		pages++
		if len(res.Pagination.NextKey) == 0 {
			break
		}
		req.Pagination.Key = res.Pagination.NextKey
	}
	require.Equal(t, 2, pages)
}

func TestQueryResults(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	var ids []uint64
	for range 5 {
		ids = append(ids, f.Win().ID)
	}
	one, err := f.Queries.Result(f.Ctx, &types.QueryResultRequest{GameId: ids[2]})
	require.NoError(t, err)
	require.Equal(t, f.Result(ids[2]), one.Result)
	_, err = f.Queries.Result(f.Ctx, &types.QueryResultRequest{GameId: 99})
	kit.RequireCode(t, codes.NotFound, err)

	pages := func(reverse bool) []uint64 {
		var got []uint64
		req := &types.QueryResultsRequest{Pagination: &query.PageRequest{Limit: 2, Reverse: reverse}}
		for {
			res, err := f.Queries.Results(f.Ctx, req)
			require.NoError(t, err)
			for _, r := range res.Results {
				got = append(got, r.GameId)
			}
			if len(res.Pagination.NextKey) == 0 {
				return got
			}
			req.Pagination.Key = res.Pagination.NextKey
		}
	}
	require.Equal(t, ids, pages(false))
	require.Equal(t, []uint64{5, 4, 3, 2, 1}, pages(true))
}

// A game tells beside the names of its players how they stand, so that a screen needs no other query.
func TestAGameShowsTheRecordOfItsPlayers(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	open := f.Create(f.NewBoard(kit.Carol, game.Classic(), kit.ClassicFleet))
	res, err := f.Queries.Game(f.Ctx, &types.QueryGameRequest{GameId: open})
	require.NoError(t, err)
	require.Equal(t, []types.PlayerSummary{{Address: kit.Carol.Text(), Provisional: true}}, res.Players)

	f.Win()
	d := f.Play(game.Classic())
	res, err = f.Queries.Game(f.Ctx, &types.QueryGameRequest{GameId: d.ID})
	require.NoError(t, err)
	require.Len(t, res.Players, types.PlayersPerGame)
	for i, p := range []kit.Player{kit.Alice, kit.Bob} {
		want, err := f.Queries.Rank(f.Ctx, &types.QueryRankRequest{Address: p.Text()})
		require.NoError(t, err)
		require.NotZero(t, want.Standing.Rating)
		require.Equal(t, types.PlayerSummary{
			Address: want.Standing.Address, Rating: want.Standing.Rating, Provisional: want.Standing.Provisional,
			RatedGames: want.Standing.RatedGames, Won: want.Standing.Won, Lost: want.Standing.Lost,
		}, res.Players[i])
	}
}

func TestNextActionInWords(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := &kit.Duel{Fixture: f}
	next := func() *types.QueryNextActionResponse {
		res, err := f.Queries.NextAction(f.Ctx, &types.QueryNextActionRequest{GameId: d.ID})
		require.NoError(t, err)
		if whole, err := f.Queries.Game(f.Ctx, &types.QueryGameRequest{GameId: d.ID}); res.Phase != types.PHASE_OVER {
			require.NoError(t, err)
			require.Equal(t, *res, whole.NextAction)
		}
		return res
	}
	a, b := kit.Alice.Text(), kit.Bob.Text()

	d.NewOpen()
	require.Equal(t, &types.QueryNextActionResponse{
		Phase: types.PHASE_OPEN, Deadline: 140, BlocksLeft: 40, SecondsLeft: 40,
		Players: []string{a},
	}, next())
	join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
	join.Toss = d.TossFor(game.Creator)
	f.Deliver(join)
	require.Equal(t, &types.QueryNextActionResponse{
		Phase: types.PHASE_TOSS, Player: a, Obligation: types.OBLIGATION_TOSS_REVEAL, Deadline: 110,
		BlocksLeft: 10, SecondsLeft: 10,
		Players: []string{a, b},
	}, next())
	f.Deliver(d.Reveal(game.Creator, ""))
	f.SkipTo(110)
	require.Equal(t, &types.QueryNextActionResponse{
		Phase: types.PHASE_PLAY, Player: a, Obligation: types.OBLIGATION_SHOT, Deadline: 111, BlocksLeft: 1, SecondsLeft: 1,
		Players: []string{a, b},
	}, next())
	f.Deliver(d.Shoot(game.Creator, "B7"))
	f.SkipTo(114)
	require.Equal(t, &types.QueryNextActionResponse{
		Phase: types.PHASE_PLAY, Player: b, Obligation: types.OBLIGATION_ANSWER, Target: "B7", Deadline: 120,
		BlocksLeft: 6, SecondsLeft: 6,
		Players: []string{a, b},
	}, next())
	f.SkipTo(120)
	require.Zero(t, next().BlocksLeft)
	f.Deliver(d.Challenge(game.Joiner))
	require.Equal(t, &types.QueryNextActionResponse{
		Phase: types.PHASE_CLAIM, Player: a, Obligation: types.OBLIGATION_CLAIM, Deadline: 137, BlocksLeft: 17,
		SecondsLeft: 17, Players: []string{a, b},
	}, next())
	f.Deliver(d.Claim(game.Creator))
	require.Equal(t, &types.QueryNextActionResponse{Phase: types.PHASE_OVER}, next())

	d = f.Play(game.Classic())
	f.SkipTo(f.Height() + 30)
	require.Equal(t, types.PHASE_OVER, next().Phase)
	_, err := f.Queries.NextAction(f.Ctx, &types.QueryNextActionRequest{GameId: 99})
	kit.RequireCode(t, codes.NotFound, err)
}

// A damaged record is reported as such, and keeps nobody from seeing the other games.
func TestQueriesOfDamagedRecords(t *testing.T) {
	t.Parallel()
	progress := func(change func(m *types.Progress)) func(*kit.Duel) {
		return func(d *kit.Duel) {
			m := types.ProgressOf(d.Now())
			change(&m)
			require.NoError(d, d.Records.Progress.Set(d.Ctx, d.ID, m))
		}
	}
	for name, tc := range map[string]struct {
		given  func(d *kit.Duel)
		damage func(d *kit.Duel)
		want   codes.Code
	}{
		"somebody owes in an open game, in an empty seat": {
			given: (*kit.Duel).NewOpen, want: codes.Internal,
			damage: progress(func(m *types.Progress) { m.Owes, m.Actor = types.OBLIGATION_SHOT, types.SEAT_JOINER }),
		},
		"an open game without a seat": {
			given: (*kit.Duel).NewOpen, want: codes.Internal,
			damage: func(d *kit.Duel) {
				g, err := d.Keeper.Records().Games.Get(d.Ctx, d.ID)
				require.NoError(d, err)
				g.Participants = nil
				require.NoError(d, d.Records.Games.Set(d.Ctx, d.ID, g))
			},
		},
		"no sides": {
			given: newToss, want: codes.Internal,
			damage: progress(func(m *types.Progress) { m.Sides = nil }),
		},
		"a side too many": {
			given: newToss, want: codes.Internal,
			damage: progress(func(m *types.Progress) { m.Sides = append(m.Sides, m.Sides[0]) }),
		},
		"a ship of no class": {
			given: newToss, want: codes.Internal,
			damage: progress(func(m *types.Progress) { m.Sides[0].Sunk = []byte{0xff, 0xff} }),
		},
		"an obligation in the wrong phase": {
			given: newToss, want: codes.Internal,
			damage: progress(func(m *types.Progress) { m.Owes = types.OBLIGATION_CLAIM }),
		},
		"no progress": {
			given: newToss, want: codes.Internal,
			damage: func(d *kit.Duel) { require.NoError(d, d.Records.Progress.Remove(d.Ctx, d.ID)) },
		},
		"no game, but its indexes": {
			given: (*kit.Duel).NewOpen, want: codes.NotFound,
			damage: func(d *kit.Duel) { require.NoError(d, d.Records.Games.Remove(d.Ctx, d.ID)) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			d := &kit.Duel{Fixture: f}
			tc.given(d)
			other := &kit.Duel{Fixture: f}
			other.NewOpen()
			tc.damage(d)
			_, err := f.Queries.Game(f.Ctx, &types.QueryGameRequest{GameId: d.ID})
			kit.RequireCode(t, tc.want, err)
			_, err = f.Queries.NextAction(f.Ctx, &types.QueryNextActionRequest{GameId: d.ID})
			kit.RequireCode(t, tc.want, err)
			for _, req := range []types.QueryGamesRequest{{}, {Phase: types.PHASE_OPEN}, {Player: kit.Alice.Text()}} {
				res, err := f.Queries.Games(f.Ctx, &req)
				require.NoError(t, err)
				require.Equal(t, []uint64{other.ID}, kit.SummaryIDs(res.Games), "%v", req)
			}
		})
	}
}
