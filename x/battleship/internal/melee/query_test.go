package melee_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"cosmossdk.io/collections"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestQueryMelee(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	for name, b := range melees {
		res, err := f.Queries.Melee(f.Ctx, &types.QueryMeleeRequest{GameId: b.ID})
		require.NoError(t, err, name)
		require.Equal(t, f.Melee(b.ID), res.Melee)
		shown, err := res.Melee.StateOf(res.State)
		require.NoError(t, err)
		require.Equal(t, b.Now(), shown, name)
		drawn, err := melee.ParseState(res.Drawing)
		require.NoError(t, err)
		require.Equal(t, b.Now(), drawn, "the drawing is the whole melee")
		require.Len(t, res.Boards, types.Staked(b.Now()).Len(), name)
		require.Len(t, res.Aims, b.Now().Aimed().Len(), name)
		require.Len(t, res.Recoveries, len(res.Boards), name)
		require.Equal(t, f.Height(), res.Height)
		require.Equal(t, f.Params().Seconds(b.Now().Deadline-f.Height()), res.SecondsLeft)
	}
}

// Whoever asks for a duel where there is a melee, or the other way round, hears which query to use.
func TestQueriesNameTheKindOfGame(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	running, duel := melees["aim"].ID, f.NewDuel(game.Classic()).ID
	ended, over := f.Win().ID, uint64(0)
	require.NoError(t, f.Keeper.Records().MeleeResults.Walk(f.Ctx, nil,
		func(id uint64, _ types.MeleeResult) (bool, error) {
			over = id
			return true, nil
		}))
	asked := map[string]func(id uint64) error{
		"game": func(id uint64) error {
			_, err := f.Queries.Game(f.Ctx, &types.QueryGameRequest{GameId: id})
			return err
		},
		"result": func(id uint64) error {
			_, err := f.Queries.Result(f.Ctx, &types.QueryResultRequest{GameId: id})
			return err
		},
		"melee": func(id uint64) error {
			_, err := f.Queries.Melee(f.Ctx, &types.QueryMeleeRequest{GameId: id})
			return err
		},
		"melee-result": func(id uint64) error {
			_, err := f.Queries.MeleeResult(f.Ctx, &types.QueryMeleeResultRequest{GameId: id})
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
		kit.RequireCode(t, codes.NotFound, err)
		require.ErrorContains(t, err, tc.want, "%s of %d", tc.query, tc.id)
	}
}

func TestQueryOpenMelees(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	guest := kit.Brawlers(3)[2].Text()
	for name, tc := range map[string]struct {
		req  types.QueryOpenMeleesRequest
		want []uint64
	}{
		"all":             {types.QueryOpenMeleesRequest{}, []uint64{melees["open"].ID}},
		"of the ruleset":  {types.QueryOpenMeleesRequest{RulesetId: melee.Ruleset().ID}, []uint64{melees["open"].ID}},
		"without a stake": {types.QueryOpenMeleesRequest{Stake: "none"}, []uint64{melees["open"].ID}},
		"of a stake":      {types.QueryOpenMeleesRequest{Stake: "1001uanchor"}, nil},
		"for a guest":     {types.QueryOpenMeleesRequest{Invited: guest}, []uint64{melees["invited"].ID}},
		"a guest's, of stakes": {
			types.QueryOpenMeleesRequest{Invited: guest, Stake: "1001uanchor"}, []uint64{melees["invited"].ID},
		},
		"a guest's, others":    {types.QueryOpenMeleesRequest{Invited: guest, Stake: "1000uanchor"}, nil},
		"a guest's, as many":   {types.QueryOpenMeleesRequest{Invited: guest, Stake: "1001uship"}, nil},
		"a guest's, none":      {types.QueryOpenMeleesRequest{Invited: guest, Stake: "none"}, nil},
		"for who has declined": {types.QueryOpenMeleesRequest{Invited: kit.Brawlers(4)[3].Text()}, nil},
		"for who may return": {
			types.QueryOpenMeleesRequest{Invited: kit.Brawlers(1)[0].Text()}, []uint64{melees["invited"].ID},
		},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := f.Queries.OpenMelees(f.Ctx, &tc.req)
			require.NoError(t, err)
			var ids []uint64
			for _, m := range res.Melees {
				ids = append(ids, m.Id)
			}
			require.Equal(t, tc.want, ids)
		})
	}
	res, err := f.Queries.OpenMelees(f.Ctx, &types.QueryOpenMeleesRequest{})
	require.NoError(t, err)
	open := res.Melees[0]
	require.Equal(t, []string{kit.Brawlers(1)[0].Text(), kit.Brawlers(2)[1].Text()}, open.Seated)
	require.EqualValues(t, 4, open.Seats)
	require.Equal(t, kit.Brawlers(1)[0].Text(), open.Creator)
	require.Equal(t, melees["open"].Now().Deadline, open.Deadline)
	invited, err := f.Queries.OpenMelees(f.Ctx, &types.QueryOpenMeleesRequest{Invited: guest})
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
		_, err := f.Queries.OpenMelees(f.Ctx, &bad)
		kit.RequireCode(t, codes.InvalidArgument, err)
	}

	// What cannot be read or joined keeps nobody from seeing the others.
	other := f.NewTable(3, nil)
	require.NoError(t, f.Records.MeleeProgress.Set(f.Ctx, melees["open"].ID, []byte{1}))
	res, err = f.Queries.OpenMelees(f.Ctx, &types.QueryOpenMeleesRequest{})
	require.NoError(t, err)
	require.Len(t, res.Melees, 1)
	require.Equal(t, other.ID, res.Melees[0].Id)
	f.Ctx = f.Ctx.WithBlockHeight(other.Now().Deadline)
	res, err = f.Queries.OpenMelees(f.Ctx, &types.QueryOpenMeleesRequest{})
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
			res, err := f.Queries.Melees(f.Ctx, &req)
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
		all = append(all, b.ID)
		if name != "invited" { // which it has left
			ofFirst = append(ofFirst, b.ID)
		}
	}
	require.ElementsMatch(t, all, list(types.QueryMeleesRequest{}))
	require.ElementsMatch(t, ofFirst, list(types.QueryMeleesRequest{Player: kit.Brawlers(1)[0].Text()}))
	require.Equal(t, []uint64{melees["ready"].ID}, list(types.QueryMeleesRequest{Stage: types.STAGE_READY}))
	require.ElementsMatch(t, []uint64{melees["open"].ID, melees["withdrawn"].ID, melees["invited"].ID},
		list(types.QueryMeleesRequest{Stage: types.STAGE_OPEN}))
	require.Empty(t, list(types.QueryMeleesRequest{Player: kit.Alice.Text()}), "who has none")

	res, err := f.Queries.Melees(f.Ctx, &types.QueryMeleesRequest{Stage: types.STAGE_AIM})
	require.NoError(t, err)
	b := melees["aim"]
	require.Len(t, res.Melees, 1)
	require.Equal(t, types.MeleeSummary{
		Id: b.ID, RulesetId: melee.Ruleset().ID, Players: f.Melee(b.ID).AddressesOf(melee.SeatsOf(0, 1, 2, 3)), Places: 4,
		Afloat: 3, Stage: types.STAGE_AIM, Round: 2, Owed: f.Melee(b.ID).AddressesOf(b.Now().Owes),
		Deadline: b.Now().Deadline, SecondsLeft: f.Params().Seconds(b.Now().Deadline - f.Height()),
		TurnBlocks: f.Melee(b.ID).TurnBlocks, Terms: f.Melee(b.ID).Terms,
	}, res.Melees[0])
	res, err = f.Queries.Melees(f.Ctx, &types.QueryMeleesRequest{Stage: types.STAGE_OPEN})
	require.NoError(t, err)
	for _, m := range res.Melees {
		if m.Id == melees["invited"].ID {
			require.EqualValues(t, 3, m.Places, "one place was declined")
			require.Equal(t, []string{kit.Brawlers(2)[1].Text()}, m.Players)
		}
	}

	for _, bad := range []types.QueryMeleesRequest{
		{Stage: types.STAGE_OVER},
		{Stage: -1},
		{Player: "nobody"},
		{Pagination: &query.PageRequest{Offset: 1}},
	} {
		_, err := f.Queries.Melees(f.Ctx, &bad)
		kit.RequireCode(t, codes.InvalidArgument, err)
	}

	// What is damaged keeps nobody from seeing the others.
	require.NoError(t, f.Records.MeleeProgress.Set(f.Ctx, b.ID, []byte{1}))
	require.Len(t, list(types.QueryMeleesRequest{}), len(all)-1)
}

func TestOpenMeleesPageByPage(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	var want, got []uint64
	for range 5 {
		want = append(want, f.NewTable(3, nil).ID)
	}
	page := &query.PageRequest{Limit: 2}
	for pages := 0; ; pages++ {
		require.Less(t, pages, 4)
		res, err := f.Queries.OpenMelees(f.Ctx, &types.QueryOpenMeleesRequest{Pagination: page})
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
	res, err := f.Queries.MeleeResults(f.Ctx, &types.QueryMeleeResultsRequest{})
	require.NoError(t, err)
	require.Len(t, res.Results, 1)
	one, err := f.Queries.MeleeResult(f.Ctx, &types.QueryMeleeResultRequest{GameId: res.Results[0].GameId})
	require.NoError(t, err)
	require.Equal(t, res.Results[0], one.Result)
	_, err = f.Queries.MeleeResults(f.Ctx, &types.QueryMeleeResultsRequest{
		Pagination: &query.PageRequest{CountTotal: true},
	})
	kit.RequireCode(t, codes.InvalidArgument, err)
}

func TestNextActionOfAMelee(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	for name, want := range map[string]types.QueryNextActionResponse{
		"open": {Vacant: 2}, "withdrawn": {Vacant: 2, Withdrawn: true}, "invited": {Vacant: 2}, "ready": {}, "aim": {},
		"struck": {}, "fire": {}, "report": {Volley: 3}, "claim": {}, "second-claim": {},
	} {
		b := melees[name]
		next, err := f.Queries.NextAction(f.Ctx, &types.QueryNextActionRequest{GameId: b.ID})
		require.NoError(t, err)
		require.Equal(t, want.Vacant, next.Vacant, name)
		require.Equal(t, want.Withdrawn, next.Withdrawn, name)
		require.Equal(t, want.Volley, next.Volley, name)
		require.Equal(t, name == "invited", len(next.Invited) > 0, name)
		require.Equal(t, f.Melee(b.ID).AddressesOf(b.Now().Seats(melee.Afloat)), next.Players, name)
		require.Equal(t, types.Stage(b.Now().Stage), next.Stage)
		require.EqualValues(t, b.Now().Round, next.Round)
		require.Equal(t, b.Now().Deadline, next.Deadline)
		require.Equal(t, types.PHASE_UNSPECIFIED, next.Phase)
		var owed melee.Seats
		for _, o := range next.Owed {
			owed = owed.With(melee.Seat(o.Seat))
			require.Equal(t, f.Melee(b.ID).Players[o.Seat].Address, o.Player)
		}
		require.Equal(t, b.Now().Owes, owed, name)
	}
	results, err := f.Queries.MeleeResults(f.Ctx, &types.QueryMeleeResultsRequest{})
	require.NoError(t, err)
	over := results.Results[0]
	next, err := f.Queries.NextAction(f.Ctx, &types.QueryNextActionRequest{GameId: over.GameId})
	require.NoError(t, err)
	require.Equal(t, types.STAGE_OVER, next.Stage)
	require.Equal(t, over.Rounds, next.Round)
}

// A player's melees are listed beside its duels, and lists of duels hold none of them.
func TestAPlayersMeleesAreNotAmongItsDuels(t *testing.T) {
	t.Parallel()
	f, melees := newMeleeWorld(t)
	first := kit.Brawlers(1)[0]
	f.Fund(first, kit.Anchors(1_000))
	duel := f.Create(f.NewBoard(first, game.Classic(), kit.ClassicFleet))
	res, err := f.Queries.Player(f.Ctx, &types.QueryPlayerRequest{Address: first.Text()})
	require.NoError(t, err)
	require.Equal(t, []uint64{duel}, res.Games)
	var want []uint64
	for name, b := range melees {
		if name != "invited" { // which it has left
			want = append(want, b.ID)
		}
	}
	require.ElementsMatch(t, want, res.Melees)
	games, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Player: first.Text()})
	require.NoError(t, err)
	require.Equal(t, []uint64{duel}, kit.SummaryIDs(games.Games))
}

// A query of a damaged melee is refused and does not panic.
func TestQueriesOfADamagedMelee(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewBrawl(3)
	good := b.Now().AppendProgress(nil)
	for _, damage := range []func(){
		func() { require.NoError(t, f.Records.MeleeProgress.Set(f.Ctx, b.ID, good[1:])) },
		func() { require.NoError(t, f.Records.MeleeProgress.Remove(f.Ctx, b.ID)) },
	} {
		damage()
		_, err := f.Queries.Melee(f.Ctx, &types.QueryMeleeRequest{GameId: b.ID})
		kit.RequireCode(t, codes.Internal, err)
		_, err = f.Queries.NextAction(f.Ctx, &types.QueryNextActionRequest{GameId: b.ID})
		kit.RequireCode(t, codes.Internal, err)
	}
	require.NoError(t, f.Records.MeleeProgress.Set(f.Ctx, b.ID, good))
	require.NoError(t, f.Records.MeleeBoards.Remove(f.Ctx, collections.Join(b.ID, uint32(0))))
	res, err := f.Queries.Melee(f.Ctx, &types.QueryMeleeRequest{GameId: b.ID})
	require.NoError(t, err)
	require.Len(t, res.Boards, 2)
}

func TestMeleeQueriesNeedARequest(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	for _, ask := range []func() error{
		func() error { _, err := f.Queries.Melee(f.Ctx, nil); return err },
		func() error { _, err := f.Queries.Melees(f.Ctx, nil); return err },
		func() error { _, err := f.Queries.OpenMelees(f.Ctx, nil); return err },
		func() error { _, err := f.Queries.MeleeResult(f.Ctx, nil); return err },
		func() error { _, err := f.Queries.MeleeResults(f.Ctx, nil); return err },
	} {
		kit.RequireCode(t, codes.InvalidArgument, ask())
	}
}
