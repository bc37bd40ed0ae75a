package watch_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/playertest"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func resultOf(t *testing.T, w *playertest.World, id uint64) types.Result {
	t.Helper()
	res, err := types.NewQueryClient(w.Client(alice).Conn()).Result(t.Context(), &types.QueryResultRequest{GameId: id})
	require.NoError(t, err)
	return res.Result
}

func TestAFollowerReadsAGameFromTheIndexAndItsEndFromBlocks(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	_, err := w.Open(first, id).Shoot(t.Context(), "A1")
	require.NoError(t, err)
	f, err := watch.Follow(t.Context(), w.Index(), w.ClientCtx.TxConfig.TxDecoder(), id, 1)
	require.NoError(t, err)
	require.Equal(t, []string{w.Address(alice), w.Address(bob)}, f.Players())
	opened, err := f.Next(t.Context())
	require.NoError(t, err)
	require.True(t, opened.Opened)
	var news watch.News
	for range 3 { // joined, tossed, shot
		news, err = f.Next(t.Context())
		require.NoError(t, err)
	}
	require.IsType(t, game.ShotFired{}, news.Event)
	require.True(t, news.State.HasPending)
	require.False(t, f.Over())

	_, err = w.Open(second, id).Concede(t.Context())
	require.NoError(t, err)
	_, err = w.Open(first, id).Claim(t.Context())
	require.NoError(t, err)
	for news.Result == nil {
		news, err = f.Next(t.Context())
		require.NoError(t, err)
	}
	require.True(t, f.Over())
	require.Equal(t, types.REASON_CONCEDED, news.Result.Reason)
	require.Equal(t, playertest.FleetOf(t, game.Classic()), news.Fleet)
}

func TestAFollowerReadsAMelee(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.MeleeInRound(alice, bob)
	w.PlayRound(id, []string{"A1", "J10"}, alice, bob)
	f, err := watch.FollowMelee(t.Context(), w.Index(), w.ClientCtx.TxConfig.TxDecoder(), id, 1)
	require.NoError(t, err)
	require.Equal(t, []string{w.Address(alice), w.Address(bob)}, f.Players())
	require.Equal(t, 2, f.Answers()[0].Len())
	var news watch.MeleeNews
	for news.State.Round < 2 {
		news, err = f.Next(t.Context())
		require.NoError(t, err)
	}
	require.Equal(t, melee.StageAim, news.State.Stage)
	require.False(t, f.Over())

	_, err = meleesession.Open(w.Player(bob), id).Concede(t.Context())
	require.NoError(t, err)
	w.Node.Advance(1)
	_, err = meleesession.Open(w.Player(alice), id).Claim(t.Context())
	require.NoError(t, err)
	for !news.Last {
		news, err = f.Next(t.Context())
		require.NoError(t, err)
	}
	require.True(t, f.Over())
}

func TestAFollowerNamesTheOtherKindAndAnUnknownGame(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	duel, table := w.Joined(game.Classic()), w.FullMelee(alice, bob)
	node, decode := w.Index(), w.ClientCtx.TxConfig.TxDecoder()
	_, err := watch.Follow(t.Context(), node, decode, table, 1)
	require.ErrorIs(t, err, watch.ErrKind)
	_, err = watch.FollowMelee(t.Context(), node, decode, duel, 1)
	require.ErrorIs(t, err, watch.ErrKind)
	_, err = watch.Follow(t.Context(), node, decode, 99, 1)
	require.ErrorIs(t, err, watch.ErrUnknownGame)
	_, err = watch.Follow(t.Context(), w.Node, decode, duel, 1)
	require.ErrorIs(t, err, watch.ErrNoIndex)
}

func TestTheEndOfAGameIsReadFromItsBlock(t *testing.T) {
	t.Parallel()
	w := playertest.NewWithShortClaims(t)
	ids := w.Ended(2)
	node := w.Index()
	conceded := resultOf(t, w, ids[1])
	over, err := watch.OverOf(t.Context(), node, conceded)
	require.NoError(t, err)
	require.Equal(t, conceded, over.Result)
	require.NotEmpty(t, over.Fleet)
	created, err := watch.CreatedOf(t.Context(), node, conceded)
	require.NoError(t, err)
	require.Equal(t, w.Address(alice), created.Creator)
	_, err = watch.LastAnswer(t.Context(), node, conceded)
	require.ErrorContains(t, err, "expected a *types.EventShotAnswered, got none")
	conceded.EndedHeight += 1000
	_, err = watch.OverOf(t.Context(), node, conceded)
	require.Error(t, err, "a block that the node does not have")
}

func TestARecordIsMadeFromTheIndex(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Xaya())
	_, err := w.Open(first, id).Shoot(t.Context(), "H8")
	require.NoError(t, err)
	_, err = w.Open(second, id).Answer(t.Context())
	require.NoError(t, err)
	_, err = w.Open(second, id).Concede(t.Context())
	require.NoError(t, err)
	_, err = w.Open(first, id).Claim(t.Context())
	require.NoError(t, err)
	w.Node.Advance(1)
	r, g, err := w.RecordOf(id)
	require.NoError(t, err)
	require.Equal(t, game.ReasonConceded, g.State().Reason)
	require.Equal(t, 7, g.Txs)
	require.NotEmpty(t, r.Blocks)

	running := w.Joined(game.Xaya())
	_, _, err = w.RecordOf(running)
	require.ErrorIs(t, err, watch.ErrNotOver)
	_, _, err = w.RecordOf(99)
	require.ErrorIs(t, err, watch.ErrUnknownGame)
}
