package eventindex_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// idOf returns the id of a finished game.
func idOf(g types.FinishedGame) uint64 {
	if g.Melee != nil {
		return g.Melee.GameId
	}
	return g.Duel.GetGameId()
}

// One entry of a game's log in a block with 100 large transactions of that game takes one read, that of its own record.
func TestAttackOneEntryOfADenseBlockIsReadAlone(t *testing.T) {
	c := newChronicle(t)
	c.dense(7, 100)
	for _, reverse := range []bool{false, true} {
		c.db.reads, c.db.bytes = 0, 0
		res, err := c.server.Log(c.ctx(), &types.QueryLogRequest{GameId: 7, Limit: 1, Reverse: reverse})
		require.NoError(t, err)
		require.Len(t, res.Entries, 1)
		require.Equal(t, 1, c.db.reads, "records and transactions read")
		require.Less(t, c.db.bytes, 500)
	}
	c.db.reads, c.db.bytes = 0, 0
	res, err := c.server.Log(c.ctx(), &types.QueryLogRequest{GameId: 7, Limit: 1, Txs: true})
	require.NoError(t, err)
	require.Len(t, res.Entries, 1)
	require.Equal(t, 2, c.db.reads, "its record and its transaction")
	require.Less(t, c.db.bytes, 9_000)
}

// All pages together are the log, however short they are, and in both directions.
func TestPagesOfALogTearBlocksApartAndLoseNothing(t *testing.T) {
	c := newChronicle(t)
	c.dense(7, 10)
	c.block(shot(7, "own"), shot(7, "tx"), shot(8, "another game"))
	c.block(nil)
	c.block(shot(7, "own"))
	whole := c.log(7, 0, false)
	require.Len(t, whole, 23)
	require.Equal(t, []string{"3/tx", "3/own", "5/own"}, whole[20:])
	for _, limit := range []uint32{1, 3, 22, 23, 1000} {
		require.Equal(t, whole, c.log(7, limit, false), "%d a page", limit)
		back := c.log(7, limit, true)
		slices.Reverse(back)
		require.Equal(t, whole, back, "%d a page", limit)
	}
}

// log returns the targets of a game's shots, page by page.
func (c *chronicle) log(gameID uint64, limit uint32, reverse bool) (all []string) {
	c.Helper()
	for req := (&types.QueryLogRequest{GameId: gameID, Limit: limit, Reverse: reverse}); ; {
		res, err := c.server.Log(c.ctx(), req)
		require.NoError(c, err)
		all = append(all, targetsOf(c, res)...)
		if req.Key = res.NextKey; len(req.Key) == 0 {
			return all
		}
	}
}

// The key of the last position of all had one before all others after it, so that the page back from it was empty.
func TestRegressionALogGoesBackFromTheLastPosition(t *testing.T) {
	c := newChronicle(t)
	c.block(nil, shot(7, "A1"), shot(7, "A2"))
	last := append([]byte{127}, slices.Repeat([]byte{255}, 11)...)
	res, err := c.server.Log(c.ctx(), &types.QueryLogRequest{GameId: 7, Key: last, Reverse: true})
	require.NoError(t, err)
	require.Equal(t, []string{"1/A2", "1/A1"}, targetsOf(t, res))
}

func TestALogBeginsAtAHeight(t *testing.T) {
	c := newChronicle(t)
	for i := range 5 {
		c.block(nil, shot(7, fmt.Sprint(i)))
	}
	forward, err := c.server.Log(c.ctx(), &types.QueryLogRequest{GameId: 7, FromHeight: 4})
	require.NoError(t, err)
	require.Equal(t, []string{"4/3", "5/4"}, targetsOf(t, forward))
	back, err := c.server.Log(c.ctx(), &types.QueryLogRequest{GameId: 7, FromHeight: 2, Reverse: true})
	require.NoError(t, err)
	require.Equal(t, []string{"2/1", "1/0"}, targetsOf(t, back))
	after, err := c.server.Log(c.ctx(), &types.QueryLogRequest{GameId: 7, FromHeight: 6})
	require.NoError(t, err)
	require.Empty(t, after.Entries)
}

// A query of an earlier state, and one between the execution of a block and its commit, sees no later events.
func TestHistoryGoesAsFarAsTheState(t *testing.T) {
	c := newChronicle(t)
	c.block(nil, []proto.Message{over(7, alice, bob)})
	c.block(nil, shot(7, "later"), []proto.Message{over(8, alice, bob)})
	c.height--
	for _, reverse := range []bool{false, true} {
		res, err := c.server.Log(c.ctx(), &types.QueryLogRequest{GameId: 7, Reverse: reverse})
		require.NoError(t, err)
		require.Len(t, res.Entries, 1)
		require.Empty(t, res.NextKey)
	}
	res, err := c.server.Finished(c.ctx(), &types.QueryFinishedRequest{Address: alice, BeforeHeight: 100})
	require.NoError(t, err)
	require.Len(t, res.Games, 1)
}

func TestARequestStopsWhenItsClientHasGone(t *testing.T) {
	c := newChronicle(t)
	for i := range 100 {
		c.block([]proto.Message{over(uint64(i+1), alice, bob)}, shot(7, "A1"))
	}
	for name, ask := range map[string]func(ctx context.Context) error{
		"log": func(ctx context.Context) error {
			_, err := c.server.Log(ctx, &types.QueryLogRequest{GameId: 7})
			return err
		},
		"finished": func(ctx context.Context) error {
			_, err := c.server.Finished(ctx, &types.QueryFinishedRequest{Address: alice})
			return err
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		c.db.reads = 0
		c.db.before = func() {
			if c.db.reads == 2 {
				cancel()
			}
		}
		err := ask(sdk.Context{}.WithContext(ctx).WithBlockHeight(c.height))
		require.Equal(t, codes.Canceled, status.Code(err), name)
		require.Equal(t, 3, c.db.reads, name)
		cancel()
	}
}

func TestAPageHasAtMostSoManyBytes(t *testing.T) {
	c := newChronicle(t)
	long := make([]proto.Message, 100)
	for i := range long {
		long[i] = shot(7, "A1")[0]
	}
	var txs [][]proto.Message
	for range 100 {
		txs = append(txs, long)
	}
	c.block(nil, txs...)
	res, err := c.server.Log(c.ctx(), &types.QueryLogRequest{GameId: 7})
	require.NoError(t, err)
	require.Less(t, c.db.bytes, 1_100_000)
	require.NotEmpty(t, res.Entries)
	require.NotEmpty(t, res.NextKey)
	require.Len(t, c.log(7, 0, false), 100*100)

	c = newChronicle(t)
	c.dense(7, 100)
	res, err = c.server.Log(c.ctx(), &types.QueryLogRequest{GameId: 7, Txs: true})
	require.NoError(t, err)
	require.LessOrEqual(t, res.Size(), 1_100_000)
	require.Len(t, c.log(7, 0, false), 200)
}

// A player's finished games are the same list, however short its pages are.
func TestPagesOfFinishedGamesLoseNothing(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	c := newChronicle(t)
	want := make(map[string][]uint64)
	gameID := uint64(0)
	for range 30 {
		end := func() (ended []proto.Message) {
			for range random.IntN(4) {
				gameID++
				players := [][]string{{alice, bob}, {alice}, {bob}}[random.IntN(3)]
				for _, player := range players {
					want[player] = append(want[player], gameID)
				}
				ended = append(ended, over(gameID, players...))
			}
			return ended
		}
		txs := [][]proto.Message{end(), end()}
		c.block(end(), txs...)
	}
	for _, player := range []string{alice, bob} {
		slices.Reverse(want[player])
		for _, limit := range []uint32{1, 2, 7, 100} {
			var got []uint64
			for req := (&types.QueryFinishedRequest{Address: player, Limit: limit}); ; {
				res, err := c.server.Finished(c.ctx(), req)
				require.NoError(t, err)
				require.LessOrEqual(t, len(res.Games), int(limit))
				for _, g := range res.Games {
					got = append(got, idOf(g))
				}
				if req.Key = res.NextKey; len(req.Key) == 0 {
					break
				}
			}
			require.Equal(t, want[player], got, "%d a page", limit)
		}
	}
}

func TestFinishedGamesBelowAHeight(t *testing.T) {
	c := newChronicle(t)
	for i := range 3 {
		c.block(nil, []proto.Message{over(uint64(i+1), alice, bob)})
	}
	c.db.reads = 0
	res, err := c.server.Finished(c.ctx(), &types.QueryFinishedRequest{Address: bob, BeforeHeight: 3, Limit: 1})
	require.NoError(t, err)
	require.Len(t, res.Games, 1)
	require.Equal(t, uint64(2), idOf(res.Games[0]))
	require.Equal(t, 1, c.db.reads)
}

// A block that is executed again replaces its first record, also if it has other transactions then.
func TestABlockThatIsExecutedAgainReplacesItsRecord(t *testing.T) {
	c := newChronicle(t)
	c.block(nil, shot(7, "first"), []proto.Message{over(8, alice, bob)})
	c.record(c.height, nil, shot(9, "second"))
	_, err := c.server.Log(c.ctx(), &types.QueryLogRequest{GameId: 7})
	require.Equal(t, codes.NotFound, status.Code(err))
	res, err := c.server.Finished(c.ctx(), &types.QueryFinishedRequest{Address: alice})
	require.NoError(t, err)
	require.Empty(t, res.Games)
	require.Equal(t, []string{"1/second"}, c.log(9, 0, false))
	c.record(c.height, nil, shot(9, "second"))
	require.Equal(t, []string{"1/second"}, c.log(9, 0, false))
}

func TestWrongRequestsAreRefused(t *testing.T) {
	c := newChronicle(t)
	c.block(nil, shot(7, "A1"))
	for _, wrong := range []*types.QueryLogRequest{
		nil,
		{GameId: 7, FromHeight: -1},
		{GameId: 7, Key: []byte{1}},
		{GameId: 7, Key: make([]byte, 13)},
		{GameId: 7, Key: slices.Repeat([]byte{255}, 12)},
	} {
		_, err := c.server.Log(c.ctx(), wrong)
		require.Equal(t, codes.InvalidArgument, status.Code(err), "%v", wrong)
	}
	for _, wrong := range []*types.QueryFinishedRequest{
		nil, {}, {Address: alice, BeforeHeight: -1}, {Address: alice, Key: []byte{1}},
	} {
		_, err := c.server.Finished(c.ctx(), wrong)
		require.Equal(t, codes.InvalidArgument, status.Code(err), "%v", wrong)
	}
	_, err := c.server.Log(c.ctx(), &types.QueryLogRequest{GameId: 99})
	require.Equal(t, codes.NotFound, status.Code(err))
	require.ErrorContains(t, err, "game 99 is not in the history of this node")
}

func TestANodeWithoutHistoryIsReported(t *testing.T) {
	server := eventindex.NewServer(nil, nil)
	ctx := sdk.Context{}.WithContext(t.Context())
	_, err := server.Log(ctx, &types.QueryLogRequest{GameId: 7})
	require.Equal(t, codes.Unimplemented, status.Code(err))
	require.ErrorContains(t, err, `expected indexer = "kv" in its config.toml`)
	_, err = server.Finished(ctx, &types.QueryFinishedRequest{Address: alice})
	require.Equal(t, codes.Unimplemented, status.Code(err))
}
