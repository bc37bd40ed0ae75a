package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"cosmossdk.io/collections"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestQueryMelee(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	for name, b := range melees {
		res, err := f.queries.Melee(f.ctx, &types.QueryMeleeRequest{GameId: b.id})
		require.NoError(t, err, name)
		require.Equal(t, f.melee(b.id), res.Melee)
		shown, err := res.Melee.StateOf(res.State)
		require.NoError(t, err)
		require.Equal(t, b.now(), shown, name)
		drawn, err := melee.ParseState(res.Drawing)
		require.NoError(t, err)
		require.Equal(t, b.now(), drawn, "the drawing is the whole melee")
		require.Len(t, res.Boards, types.Staked(b.now()).Len(), name)
		require.Len(t, res.Aims, b.now().Aimed().Len(), name)
		require.Len(t, res.Recoveries, len(res.Boards), name)
		require.Equal(t, f.height(), res.Height)
		require.Equal(t, f.params().Seconds(b.now().Deadline-f.height()), res.SecondsLeft)
	}
}

// Whoever asks for a duel where there is a melee, or the other way round, hears which query to use.
func TestQueriesNameTheKindOfGame(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	running, duel := melees["aim"].id, f.newDuel(game.Classic()).id
	ended, over := f.win().id, uint64(0)
	require.NoError(t, f.keeper.Records().MeleeResults.Walk(f.ctx, nil,
		func(id uint64, _ types.MeleeResult) (bool, error) {
			over = id
			return true, nil
		}))
	asked := map[string]func(id uint64) error{
		"game": func(id uint64) error {
			_, err := f.queries.Game(f.ctx, &types.QueryGameRequest{GameId: id})
			return err
		},
		"result": func(id uint64) error {
			_, err := f.queries.Result(f.ctx, &types.QueryResultRequest{GameId: id})
			return err
		},
		"melee": func(id uint64) error {
			_, err := f.queries.Melee(f.ctx, &types.QueryMeleeRequest{GameId: id})
			return err
		},
		"melee-result": func(id uint64) error {
			_, err := f.queries.MeleeResult(f.ctx, &types.QueryMeleeResultRequest{GameId: id})
			return err
		},
	}
	for _, tc := range []struct {
		query string
		id    uint64
		want  string
	}{
		{"game", running, "query melee"},
		{"game", over, "query melee-result"},
		{"result", running, "query melee"},
		{"result", over, "query melee-result"},
		{"melee", duel, "query game"},
		{"melee", ended, "query result"},
		{"melee", over, "query melee-result"},
		{"melee-result", duel, "query game"},
		{"melee-result", ended, "query result"},
		{"melee-result", running, "has not ended"},
		{"game", 9999, "never created"},
		{"result", 9999, "no result"},
		{"melee", 9999, "never created"},
		{"melee-result", 9999, "no result"},
	} {
		err := asked[tc.query](tc.id)
		requireCode(t, codes.NotFound, err)
		require.ErrorContains(t, err, tc.want, "%s of %d", tc.query, tc.id)
	}
}

func TestQueryOpenMelees(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	guest := brawlers(3)[2].text()
	for name, tc := range map[string]struct {
		req  types.QueryOpenMeleesRequest
		want []uint64
	}{
		"all":             {types.QueryOpenMeleesRequest{}, []uint64{melees["open"].id}},
		"of the ruleset":  {types.QueryOpenMeleesRequest{RulesetId: melee.Ruleset().ID}, []uint64{melees["open"].id}},
		"without a stake": {types.QueryOpenMeleesRequest{Stake: "none"}, []uint64{melees["open"].id}},
		"of a stake":      {types.QueryOpenMeleesRequest{Stake: "1001uanchor"}, nil},
		"for a guest":     {types.QueryOpenMeleesRequest{Invited: guest}, []uint64{melees["invited"].id}},
		"a guest's, of stakes": {
			types.QueryOpenMeleesRequest{Invited: guest, Stake: "1001uanchor"}, []uint64{melees["invited"].id},
		},
		"a guest's, others":    {types.QueryOpenMeleesRequest{Invited: guest, Stake: "1000uanchor"}, nil},
		"a guest's, none":      {types.QueryOpenMeleesRequest{Invited: guest, Stake: "none"}, nil},
		"for who has declined": {types.QueryOpenMeleesRequest{Invited: brawlers(4)[3].text()}, nil},
		"for who may return": {
			types.QueryOpenMeleesRequest{Invited: brawlers(1)[0].text()}, []uint64{melees["invited"].id},
		},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := f.queries.OpenMelees(f.ctx, &tc.req)
			require.NoError(t, err)
			var ids []uint64
			for _, m := range res.Melees {
				ids = append(ids, m.Id)
			}
			require.Equal(t, tc.want, ids)
		})
	}
	res, err := f.queries.OpenMelees(f.ctx, &types.QueryOpenMeleesRequest{})
	require.NoError(t, err)
	open := res.Melees[0]
	require.Equal(t, []string{brawlers(1)[0].text(), brawlers(2)[1].text()}, open.Seated)
	require.EqualValues(t, 4, open.Seats)
	require.Equal(t, brawlers(1)[0].text(), open.Creator)
	require.Equal(t, melees["open"].now().Deadline, open.Deadline)
	invited, err := f.queries.OpenMelees(f.ctx, &types.QueryOpenMeleesRequest{Invited: guest})
	require.NoError(t, err)
	require.EqualValues(t, 3, invited.Melees[0].Seats, "one place was declined")

	for _, bad := range []types.QueryOpenMeleesRequest{
		{RulesetId: 1},
		{Stake: "5nothing"},
		{Stake: "0.5uanchor"},
		{Invited: "nobody"},
		{Pagination: &query.PageRequest{Offset: 1}},
		{Pagination: &query.PageRequest{Reverse: true}},
	} {
		_, err := f.queries.OpenMelees(f.ctx, &bad)
		requireCode(t, codes.InvalidArgument, err)
	}

	// What cannot be read or joined keeps nobody from seeing the others.
	other := f.newTable(3, nil)
	require.NoError(t, f.records.MeleeProgress.Set(f.ctx, melees["open"].id, []byte{1}))
	res, err = f.queries.OpenMelees(f.ctx, &types.QueryOpenMeleesRequest{})
	require.NoError(t, err)
	require.Len(t, res.Melees, 1)
	require.Equal(t, other.id, res.Melees[0].Id)
	f.ctx = f.ctx.WithBlockHeight(other.now().Deadline)
	res, err = f.queries.OpenMelees(f.ctx, &types.QueryOpenMeleesRequest{})
	require.NoError(t, err)
	require.Empty(t, res.Melees)
}

func TestQueryMelees(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	list := func(req types.QueryMeleesRequest) []uint64 {
		t.Helper()
		var ids []uint64
		req.Pagination = &query.PageRequest{Limit: 3}
		for {
			res, err := f.queries.Melees(f.ctx, &req)
			require.NoError(t, err)
			for _, m := range res.Melees {
				ids = append(ids, m.Id)
			}
			if req.Pagination.Key = res.Pagination.NextKey; len(req.Pagination.Key) == 0 {
				return ids
			}
		}
	}
	var all, ofFirst []uint64
	for name, b := range melees {
		all = append(all, b.id)
		if name != "invited" { // which it has left
			ofFirst = append(ofFirst, b.id)
		}
	}
	require.ElementsMatch(t, all, list(types.QueryMeleesRequest{}))
	require.ElementsMatch(t, ofFirst, list(types.QueryMeleesRequest{Player: brawlers(1)[0].text()}))
	require.Equal(t, []uint64{melees["ready"].id}, list(types.QueryMeleesRequest{Stage: types.STAGE_READY}))
	require.ElementsMatch(t, []uint64{melees["open"].id, melees["withdrawn"].id, melees["invited"].id},
		list(types.QueryMeleesRequest{Stage: types.STAGE_OPEN}))
	require.Empty(t, list(types.QueryMeleesRequest{Player: alice.text()}), "who has none")

	res, err := f.queries.Melees(f.ctx, &types.QueryMeleesRequest{Stage: types.STAGE_AIM})
	require.NoError(t, err)
	b := melees["aim"]
	require.Len(t, res.Melees, 1)
	require.Equal(t, types.MeleeSummary{
		Id: b.id, RulesetId: melee.Ruleset().ID, Players: f.melee(b.id).AddressesOf(melee.SeatsOf(0, 1, 2, 3)), Places: 4,
		Afloat: 3, Stage: types.STAGE_AIM, Round: 2, Owed: f.melee(b.id).AddressesOf(b.now().Owes),
		Deadline: b.now().Deadline, SecondsLeft: f.params().Seconds(b.now().Deadline - f.height()),
		TurnBlocks: f.melee(b.id).TurnBlocks, Terms: f.melee(b.id).Terms,
	}, res.Melees[0])
	res, err = f.queries.Melees(f.ctx, &types.QueryMeleesRequest{Stage: types.STAGE_OPEN})
	require.NoError(t, err)
	for _, m := range res.Melees {
		if m.Id == melees["invited"].id {
			require.EqualValues(t, 3, m.Places, "one place was declined")
			require.Equal(t, []string{brawlers(2)[1].text()}, m.Players)
		}
	}

	for _, bad := range []types.QueryMeleesRequest{
		{Stage: types.STAGE_OVER},
		{Stage: -1},
		{Player: "nobody"},
		{Pagination: &query.PageRequest{Offset: 1}},
	} {
		_, err := f.queries.Melees(f.ctx, &bad)
		requireCode(t, codes.InvalidArgument, err)
	}

	// What is damaged keeps nobody from seeing the others.
	require.NoError(t, f.records.MeleeProgress.Set(f.ctx, b.id, []byte{1}))
	require.Len(t, list(types.QueryMeleesRequest{}), len(all)-1)
}

func TestOpenMeleesPageByPage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var want, got []uint64
	for range 5 {
		want = append(want, f.newTable(3, nil).id)
	}
	page := &query.PageRequest{Limit: 2}
	for pages := 0; ; pages++ {
		require.Less(t, pages, 4)
		res, err := f.queries.OpenMelees(f.ctx, &types.QueryOpenMeleesRequest{Pagination: page})
		require.NoError(t, err)
		for _, m := range res.Melees {
			got = append(got, m.Id)
		}
		if page.Key = res.Pagination.NextKey; len(page.Key) == 0 {
			break
		}
	}
	require.Equal(t, want, got)
}

func TestQueryMeleeResults(t *testing.T) {
	t.Parallel()
	f, _ := newMeleeWorld(t)
	res, err := f.queries.MeleeResults(f.ctx, &types.QueryMeleeResultsRequest{})
	require.NoError(t, err)
	require.Len(t, res.Results, 1)
	one, err := f.queries.MeleeResult(f.ctx, &types.QueryMeleeResultRequest{GameId: res.Results[0].GameId})
	require.NoError(t, err)
	require.Equal(t, res.Results[0], one.Result)
	_, err = f.queries.MeleeResults(f.ctx, &types.QueryMeleeResultsRequest{
		Pagination: &query.PageRequest{CountTotal: true},
	})
	requireCode(t, codes.InvalidArgument, err)
}

func TestNextActionOfAMelee(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	for name, want := range map[string]types.QueryNextActionResponse{
		"open": {Vacant: 2}, "withdrawn": {Vacant: 2, Withdrawn: true}, "invited": {Vacant: 2}, "ready": {}, "aim": {},
		"struck": {}, "fire": {}, "report": {Volley: 3}, "claim": {}, "second-claim": {},
	} {
		b := melees[name]
		next, err := f.queries.NextAction(f.ctx, &types.QueryNextActionRequest{GameId: b.id})
		require.NoError(t, err)
		require.Equal(t, want.Vacant, next.Vacant, name)
		require.Equal(t, want.Withdrawn, next.Withdrawn, name)
		require.Equal(t, want.Volley, next.Volley, name)
		require.Equal(t, name == "invited", len(next.Invited) > 0, name)
		require.Equal(t, f.melee(b.id).AddressesOf(b.now().Seats(melee.Afloat)), next.Players, name)
		require.Equal(t, types.Stage(b.now().Stage), next.Stage)
		require.EqualValues(t, b.now().Round, next.Round)
		require.Equal(t, b.now().Deadline, next.Deadline)
		require.Equal(t, types.PHASE_UNSPECIFIED, next.Phase)
		var owed melee.Seats
		for _, o := range next.Owed {
			owed = owed.With(melee.Seat(o.Seat))
			require.Equal(t, f.melee(b.id).Players[o.Seat].Address, o.Player)
		}
		require.Equal(t, b.now().Owes, owed, name)
	}
	results, err := f.queries.MeleeResults(f.ctx, &types.QueryMeleeResultsRequest{})
	require.NoError(t, err)
	over := results.Results[0]
	next, err := f.queries.NextAction(f.ctx, &types.QueryNextActionRequest{GameId: over.GameId})
	require.NoError(t, err)
	require.Equal(t, types.STAGE_OVER, next.Stage)
	require.Equal(t, over.Rounds, next.Round)
}

// A player's melees are listed beside its duels, and lists of duels hold none of them.
func TestAPlayersMeleesAreNotAmongItsDuels(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	first := brawlers(1)[0]
	f.fund(first, anchors(1_000))
	duel := f.create(f.newBoard(first, game.Classic(), classicFleet))
	res, err := f.queries.Player(f.ctx, &types.QueryPlayerRequest{Address: first.text()})
	require.NoError(t, err)
	require.Equal(t, []uint64{duel}, res.Games)
	var want []uint64
	for name, b := range melees {
		if name != "invited" { // which it has left
			want = append(want, b.id)
		}
	}
	require.ElementsMatch(t, want, res.Melees)
	games, err := f.queries.Games(f.ctx, &types.QueryGamesRequest{Player: first.text()})
	require.NoError(t, err)
	require.Equal(t, []uint64{duel}, summaryIDs(games.Games))
}

// A query of a damaged melee is refused and does not panic.
func TestQueriesOfADamagedMelee(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newBrawl(3)
	good := b.now().AppendProgress(nil)
	for _, damage := range []func(){
		func() { require.NoError(t, f.records.MeleeProgress.Set(f.ctx, b.id, good[1:])) },
		func() { require.NoError(t, f.records.MeleeProgress.Remove(f.ctx, b.id)) },
	} {
		damage()
		_, err := f.queries.Melee(f.ctx, &types.QueryMeleeRequest{GameId: b.id})
		requireCode(t, codes.Internal, err)
		_, err = f.queries.NextAction(f.ctx, &types.QueryNextActionRequest{GameId: b.id})
		requireCode(t, codes.Internal, err)
	}
	require.NoError(t, f.records.MeleeProgress.Set(f.ctx, b.id, good))
	require.NoError(t, f.records.MeleeBoards.Remove(f.ctx, collections.Join(b.id, uint32(0))))
	res, err := f.queries.Melee(f.ctx, &types.QueryMeleeRequest{GameId: b.id})
	require.NoError(t, err)
	require.Len(t, res.Boards, 2)
}

func TestMeleeQueriesNeedARequest(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, ask := range []func() error{
		func() error { _, err := f.queries.Melee(f.ctx, nil); return err },
		func() error { _, err := f.queries.Melees(f.ctx, nil); return err },
		func() error { _, err := f.queries.OpenMelees(f.ctx, nil); return err },
		func() error { _, err := f.queries.MeleeResult(f.ctx, nil); return err },
		func() error { _, err := f.queries.MeleeResults(f.ctx, nil); return err },
	} {
		requireCode(t, codes.InvalidArgument, ask())
	}
}
