package keeper_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func requireCode(t *testing.T, want codes.Code, err error) {
	t.Helper()
	require.Equal(t, want, status.Code(err), "status of %v", err)
}

func TestQueryGame(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	d.fire(game.Creator, "A1")
	res, err := f.queries.Game(f.ctx, &types.QueryGameRequest{GameId: d.id})
	require.NoError(t, err)
	require.Equal(t, d.id, res.Game.Id)
	require.Equal(t, types.ProgressOf(d.now()), res.Progress)
	require.Equal(t, [][]byte{[]byte("alice's sealed fleet"), []byte("bob's sealed fleet")}, res.Recoveries)
	require.Equal(t, f.height(), res.Height)
	drawn, err := game.ParseState(res.Drawing)
	require.NoError(t, err)
	require.Equal(t, d.now(), drawn, "the drawing is the whole game")

	f.deliver(d.concede(game.Joiner))
	f.deliver(d.claim(game.Creator))
	_, err = f.queries.Game(f.ctx, &types.QueryGameRequest{GameId: d.id})
	requireCode(t, codes.NotFound, err)
	require.ErrorContains(t, err, "result 1")
	_, err = f.queries.Game(f.ctx, &types.QueryGameRequest{GameId: 99})
	requireCode(t, codes.NotFound, err)
	require.NotContains(t, err.Error(), "result")
}

func TestQueryGames(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	classic := f.play(game.Classic())
	open := f.create(f.newBoard(carol, game.Xaya(), xayaFleet))
	claim := f.play(game.Xaya())
	f.deliver(claim.challenge(game.Creator))
	openClassic := f.create(f.newBoard(alice, game.Classic(), classicFleet))
	f.win()
	for name, c := range map[string]struct {
		req  types.QueryGamesRequest
		want []uint64
	}{
		"all":              {types.QueryGamesRequest{}, []uint64{classic.id, open, claim.id, openClassic}},
		"open, by ruleset": {types.QueryGamesRequest{Phase: types.PHASE_OPEN}, []uint64{openClassic, open}},
		"in play":          {types.QueryGamesRequest{Phase: types.PHASE_PLAY}, []uint64{classic.id}},
		"claims":           {types.QueryGamesRequest{Phase: types.PHASE_CLAIM}, []uint64{claim.id}},
		"of alice": {
			types.QueryGamesRequest{Player: alice.text()}, []uint64{classic.id, claim.id, openClassic},
		},
		"of alice in capitals": {
			types.QueryGamesRequest{Player: strings.ToUpper(alice.text())}, []uint64{classic.id, claim.id, openClassic},
		},
		"of carol":          {types.QueryGamesRequest{Player: carol.text()}, []uint64{open}},
		"of mallory":        {types.QueryGamesRequest{Player: mallory.text()}, []uint64{}},
		"of alice and open": {types.QueryGamesRequest{Player: alice.text(), Phase: types.PHASE_OPEN}, []uint64{openClassic}},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := f.queries.Games(f.ctx, &c.req)
			require.NoError(t, err)
			require.Equal(t, c.want, summaryIDs(res.Games))
			require.Empty(t, res.Pagination.NextKey)
		})
	}
	res, err := f.queries.Games(f.ctx, &types.QueryGamesRequest{Phase: types.PHASE_PLAY})
	require.NoError(t, err)
	require.Equal(t, types.GameSummary{
		Id: classic.id, RulesetId: 1, Players: []string{alice.text(), bob.text()}, Phase: types.PHASE_PLAY,
		Owes: types.OBLIGATION_SHOT, Actor: alice.text(), Deadline: classic.now().Deadline, TurnBlocks: turnBlocks,
		Terms: types.Terms{Backing: types.MaxRewardCap}, SecondsLeft: turnBlocks - 2,
	}, res.Games[0], "the tosses of two more games have each waited a block")
	_, err = f.queries.Games(f.ctx, &types.QueryGamesRequest{Player: "alice"})
	requireCode(t, codes.InvalidArgument, err)
}

func TestPages(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.openGames(230)
	all := func(phase types.Phase, player string) []uint64 {
		var ids []uint64
		req := &types.QueryGamesRequest{Phase: phase, Player: player, Pagination: &query.PageRequest{Limit: 60}}
		for pages := 0; ; pages++ {
			require.Less(t, pages, 10)
			res, err := f.queries.Games(f.ctx, req)
			require.NoError(t, err)
			require.LessOrEqual(t, len(res.Games), 60)
			ids = append(ids, summaryIDs(res.Games)...)
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
	require.Equal(t, want[:types.MaxOpenGames], all(types.PHASE_UNSPECIFIED, alice.text()))
	require.Empty(t, all(types.PHASE_PLAY, ""))

	for name, limit := range map[string]uint64{"no limit": 0, "a limit past all bounds": 1<<64 - 1, "one too many": 101} {
		t.Run(name, func(t *testing.T) {
			res, err := f.queries.Games(f.ctx, &types.QueryGamesRequest{Pagination: &query.PageRequest{Limit: limit}})
			require.NoError(t, err)
			require.Len(t, res.Games, types.MaxPageItems)
		})
	}
	player, err := f.queries.Player(f.ctx, &types.QueryPlayerRequest{Address: alice.text()})
	require.NoError(t, err)
	require.Equal(t, want[:types.MaxPageItems], player.Games)
}

func TestPagesThatAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.openGames(1)
	for name, page := range map[string]*query.PageRequest{
		"offset":              {Offset: 1},
		"count":               {CountTotal: true},
		"key behind the list": {Key: []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, ask := range []func() error{
				func() error {
					_, err := f.queries.Games(f.ctx, &types.QueryGamesRequest{Pagination: page})
					return err
				},
				func() error {
					_, err := f.queries.Results(f.ctx, &types.QueryResultsRequest{Pagination: page})
					return err
				},
			} {
				if err := ask(); err != nil {
					requireCode(t, codes.InvalidArgument, err)
				} else {
					require.NotEmpty(t, page.Key, "a page that only looks behind the list is empty")
				}
			}
		})
	}
	_, err := f.queries.Games(f.ctx, &types.QueryGamesRequest{Pagination: &query.PageRequest{Reverse: true}})
	requireCode(t, codes.InvalidArgument, err)
}

// A filter that finds nothing must not read the whole list for it.
func TestAPageLooksAtABoundedNumberOfRecords(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.openGames(types.MaxPageReads + 20)
	pages := 0
	req := &types.QueryGamesRequest{Phase: types.PHASE_CLAIM, Pagination: &query.PageRequest{}}
	for {
		res, err := f.queries.Games(f.ctx, req)
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
	f := newFixture(t)
	var ids []uint64
	for range 5 {
		ids = append(ids, f.win().id)
	}
	one, err := f.queries.Result(f.ctx, &types.QueryResultRequest{GameId: ids[2]})
	require.NoError(t, err)
	require.Equal(t, f.result(ids[2]), one.Result)
	_, err = f.queries.Result(f.ctx, &types.QueryResultRequest{GameId: 99})
	requireCode(t, codes.NotFound, err)

	pages := func(reverse bool) []uint64 {
		var got []uint64
		req := &types.QueryResultsRequest{Pagination: &query.PageRequest{Limit: 2, Reverse: reverse}}
		for {
			res, err := f.queries.Results(f.ctx, req)
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
	f := newFixture(t)
	open := f.create(f.newBoard(carol, game.Classic(), classicFleet))
	res, err := f.queries.Game(f.ctx, &types.QueryGameRequest{GameId: open})
	require.NoError(t, err)
	require.Equal(t, []types.PlayerSummary{{Address: carol.text(), Provisional: true}}, res.Players)

	f.win()
	d := f.play(game.Classic())
	res, err = f.queries.Game(f.ctx, &types.QueryGameRequest{GameId: d.id})
	require.NoError(t, err)
	require.Len(t, res.Players, types.PlayersPerGame)
	for i, p := range []player{alice, bob} {
		want, err := f.queries.Rank(f.ctx, &types.QueryRankRequest{Address: p.text()})
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
	f := newFixture(t)
	d := &duel{fixture: f}
	next := func() *types.QueryNextActionResponse {
		res, err := f.queries.NextAction(f.ctx, &types.QueryNextActionRequest{GameId: d.id})
		require.NoError(t, err)
		if whole, err := f.queries.Game(f.ctx, &types.QueryGameRequest{GameId: d.id}); res.Phase != types.PHASE_OVER {
			require.NoError(t, err)
			require.Equal(t, *res, whole.NextAction)
		}
		return res
	}
	a, b := alice.text(), bob.text()

	d.newOpen()
	require.Equal(t, &types.QueryNextActionResponse{
		Phase: types.PHASE_OPEN, Deadline: 140, BlocksLeft: 40, SecondsLeft: 40,
		Players: []string{a},
	}, next())
	join := joinMsg(d.id, d.boards[game.Joiner])
	join.Toss = d.tossFor(game.Creator)
	f.deliver(join)
	require.Equal(t, &types.QueryNextActionResponse{
		Phase: types.PHASE_TOSS, Player: a, Obligation: types.OBLIGATION_TOSS_REVEAL, Deadline: 110,
		BlocksLeft: 10, SecondsLeft: 10,
		Players: []string{a, b},
	}, next())
	f.deliver(d.reveal(game.Creator, ""))
	f.skipTo(110)
	require.Equal(t, &types.QueryNextActionResponse{
		Phase: types.PHASE_PLAY, Player: a, Obligation: types.OBLIGATION_SHOT, Deadline: 111, BlocksLeft: 1, SecondsLeft: 1,
		Players: []string{a, b},
	}, next())
	f.deliver(d.shoot(game.Creator, "B7"))
	f.skipTo(114)
	require.Equal(t, &types.QueryNextActionResponse{
		Phase: types.PHASE_PLAY, Player: b, Obligation: types.OBLIGATION_ANSWER, Target: "B7", Deadline: 120,
		BlocksLeft: 6, SecondsLeft: 6,
		Players: []string{a, b},
	}, next())
	f.skipTo(120)
	require.Zero(t, next().BlocksLeft)
	f.deliver(d.challenge(game.Joiner))
	require.Equal(t, &types.QueryNextActionResponse{
		Phase: types.PHASE_CLAIM, Player: a, Obligation: types.OBLIGATION_CLAIM, Deadline: 137, BlocksLeft: 17,
		SecondsLeft: 17, Players: []string{a, b},
	}, next())
	f.deliver(d.claim(game.Creator))
	require.Equal(t, &types.QueryNextActionResponse{Phase: types.PHASE_OVER}, next())

	d = f.play(game.Classic())
	f.skipTo(f.height() + 30)
	require.Equal(t, types.PHASE_OVER, next().Phase)
	_, err := f.queries.NextAction(f.ctx, &types.QueryNextActionRequest{GameId: 99})
	requireCode(t, codes.NotFound, err)
}

func TestQueryRewardsAndParams(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.win()
	res, err := f.queries.Rewards(f.ctx, &types.QueryRewardsRequest{})
	require.NoError(t, err)
	require.Equal(t, "42420000uship", res.Minted.String())
	require.Equal(t, "999957580000uship", res.Remaining.String())
	require.Equal(t, "42042000uship", res.WinnerReward.String())
	require.Equal(t, "420420uship", res.LoserReward.String())
	require.Equal(t, "4204200uship", res.TimeoutReward.String())
	params, err := f.queries.Params(f.ctx, &types.QueryParamsRequest{})
	require.NoError(t, err)
	require.Equal(t, f.params(), params.Params)
	player, err := f.queries.Player(f.ctx, &types.QueryPlayerRequest{Address: mallory.text()})
	require.NoError(t, err)
	require.Equal(t, &types.QueryPlayerResponse{}, player, "zeros for an address that never played")
}

// A damaged record is reported as such, and keeps nobody from seeing the other games.
func TestQueriesOfDamagedRecords(t *testing.T) {
	t.Parallel()
	progress := func(change func(m *types.Progress)) func(*duel) {
		return func(d *duel) {
			m := types.ProgressOf(d.now())
			change(&m)
			require.NoError(d, d.records.Progress.Set(d.ctx, d.id, m))
		}
	}
	for name, tc := range map[string]struct {
		given  func(d *duel)
		damage func(d *duel)
		want   codes.Code
	}{
		"somebody owes in an open game, in an empty seat": {
			given: (*duel).newOpen, want: codes.Internal,
			damage: progress(func(m *types.Progress) { m.Owes, m.Actor = types.OBLIGATION_SHOT, types.SEAT_JOINER }),
		},
		"an open game without a seat": {
			given: (*duel).newOpen, want: codes.Internal,
			damage: func(d *duel) {
				g, err := d.keeper.Records().Games.Get(d.ctx, d.id)
				require.NoError(d, err)
				g.Participants = nil
				require.NoError(d, d.records.Games.Set(d.ctx, d.id, g))
			},
		},
		"no sides": {
			given: (*duel).newToss, want: codes.Internal,
			damage: progress(func(m *types.Progress) { m.Sides = nil }),
		},
		"a side too many": {
			given: (*duel).newToss, want: codes.Internal,
			damage: progress(func(m *types.Progress) { m.Sides = append(m.Sides, m.Sides[0]) }),
		},
		"a ship of no class": {
			given: (*duel).newToss, want: codes.Internal,
			damage: progress(func(m *types.Progress) { m.Sides[0].Sunk = []byte{0xff, 0xff} }),
		},
		"an obligation in the wrong phase": {
			given: (*duel).newToss, want: codes.Internal,
			damage: progress(func(m *types.Progress) { m.Owes = types.OBLIGATION_CLAIM }),
		},
		"no progress": {
			given: (*duel).newToss, want: codes.Internal,
			damage: func(d *duel) { require.NoError(d, d.records.Progress.Remove(d.ctx, d.id)) },
		},
		"no game, but its indexes": {
			given: (*duel).newOpen, want: codes.NotFound,
			damage: func(d *duel) { require.NoError(d, d.records.Games.Remove(d.ctx, d.id)) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			d := &duel{fixture: f}
			tc.given(d)
			other := &duel{fixture: f}
			other.newOpen()
			tc.damage(d)
			_, err := f.queries.Game(f.ctx, &types.QueryGameRequest{GameId: d.id})
			requireCode(t, tc.want, err)
			_, err = f.queries.NextAction(f.ctx, &types.QueryNextActionRequest{GameId: d.id})
			requireCode(t, tc.want, err)
			for _, req := range []types.QueryGamesRequest{{}, {Phase: types.PHASE_OPEN}, {Player: alice.text()}} {
				res, err := f.queries.Games(f.ctx, &req)
				require.NoError(t, err)
				require.Equal(t, []uint64{other.id}, summaryIDs(res.Games), "%v", req)
			}
		})
	}
}

func TestQueriesWithoutARequest(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, err := f.queries.Game(f.ctx, nil)
	requireCode(t, codes.InvalidArgument, err)
	_, err = f.queries.Games(f.ctx, nil)
	requireCode(t, codes.InvalidArgument, err)
	_, err = f.queries.Player(f.ctx, nil)
	requireCode(t, codes.InvalidArgument, err)
	_, err = f.queries.NextAction(f.ctx, nil)
	requireCode(t, codes.InvalidArgument, err)
	_, err = f.queries.Result(f.ctx, nil)
	requireCode(t, codes.InvalidArgument, err)
	_, err = f.queries.Results(f.ctx, nil)
	requireCode(t, codes.InvalidArgument, err)
}

// The keys are told as they are pinned, so that anybody can compare them with those that it has made itself.
func TestProofKeysAreThoseOfTheBuild(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	res, err := f.queries.ProofKeys(f.ctx, &types.QueryProofKeysRequest{})
	require.NoError(t, err)
	require.Len(t, res.Keys, 2)
	for _, keys := range res.Keys {
		r, err := game.RulesetByID(keys.RulesetId)
		require.NoError(t, err)
		require.Equal(t, r.Name, keys.Ruleset)
		want, err := verify.KeysOf(r)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("%x", want.Board.Hash()), keys.Board)
		require.Equal(t, fmt.Sprintf("%x", want.Answer.Hash()), keys.Answer)
	}
	code, body := f.rest("/battleship/v1/proof_keys")
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, body, `"board":"`+res.Keys[0].Board+`"`)
	_, err = f.queries.ProofKeys(f.ctx, nil)
	requireCode(t, codes.InvalidArgument, err)
}
