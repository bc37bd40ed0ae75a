package keeper_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/codec"
	sdkruntime "github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/store/v2/snapshots"
	snapshottypes "github.com/cosmos/cosmos-sdk/store/v2/snapshots/types"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// finishedGames is the number of results of the chain on which a node starts.
const finishedGames = 100_000

// finish plays a short game at each pair of seats, to its claim. A step is a message of each game, which send puts on
// the chain.
func (a *arena) finish(send func(step string, msg func(i int) (game.Seat, sdk.Msg))) {
	a.Helper()
	a.begin(send)
	a.end(send)
}

// begin begins a game at each pair of seats, whose last one is over.
func (a *arena) begin(send func(step string, msg func(i int) (game.Seat, sdk.Msg))) {
	a.Helper()
	ctx := a.chain.Context()
	first, err := a.chain.App.BattleshipKeeper.NextGameID(ctx)
	require.NoError(a, err)
	for i, d := range a.duels {
		d.ID, d.Ctx = first+uint64(i), ctx
		for seat, account := range a.seats[i] {
			p := kit.Player{Name: account.Name, Addr: account.Address}
			d.Boards[seat] = d.NewBoard(p, game.Classic(), kit.ClassicFleet)
		}
	}
	for _, entry := range []string{"create", "join", "toss"} {
		send(entry, a.entry(entry))
	}
}

// end ends the game at each pair of seats.
func (a *arena) end(send func(step string, msg func(i int) (game.Seat, sdk.Msg))) {
	send("concede", func(i int) (game.Seat, sdk.Msg) { return game.Joiner, a.duels[i].Concede(game.Joiner) })
	send("claim", func(i int) (game.Seat, sdk.Msg) { return game.Creator, a.duels[i].Claim(game.Creator) })
}

// inBlocks makes a block of each step.
func (a *arena) inBlocks(step string, msg func(i int) (game.Seat, sdk.Msg)) { a.block(step, msg) }

// memory reports the memory in use when so many games have ended. finish ends a game of each pair of seats.
func memory(b *testing.B, pairs int, finish func(), games ...int) {
	b.Helper()
	ended := 0
	for _, mark := range games {
		for ; ended < mark; ended += pairs {
			finish()
		}
		reportHeap(b, mark)
	}
}

// reportHeap reports the memory in use when so many games have ended, in MB of the heap after two collections: pools
// give up their buffers in the second.
func reportHeap(b *testing.B, games int) {
	b.Helper()
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/1e6, fmt.Sprint("MB/", games))
}

// disk returns a database on disk, as nodes have it.
func disk(tb testing.TB) dbm.DB {
	tb.Helper()
	db, err := dbm.NewGoLevelDB("application", tb.TempDir(), nil)
	require.NoError(tb, err)
	tb.Cleanup(func() { require.NoError(tb, db.Close()) })
	return db
}

// BenchmarkMemoryOfFinishedGames reports the memory of the application. The caches are as large as those of a node.
func BenchmarkMemoryOfFinishedGames(b *testing.B) {
	const pairs, nodeCache = 200, 50_000
	for b.Loop() {
		a := newArena(b, pairs, chain.WithDB(disk(b)), chain.WithBaseApp(baseapp.SetIAVLCacheSize(nodeCache)))
		memory(b, pairs, func() { a.finish(a.inBlocks) }, 1_000, 5_000, 10_000)
	}
}

// aged returns a chain over a database that has the results of many games, and a player for each ten.
func aged(tb testing.TB, db dbm.DB, opts ...func(*baseapp.BaseApp)) *chain.Chain {
	tb.Helper()
	a := newArena(tb, 1, chain.WithDB(db), chain.WithBaseApp(opts...))
	a.finish(a.inBlocks)
	k := a.chain.App.BattleshipKeeper.Records()
	result, err := k.Results.Get(a.chain.Context(), a.duels[0].ID)
	require.NoError(tb, err)
	player, err := k.Players.Get(a.chain.Context(), a.seats[0][0].Address)
	require.NoError(tb, err)

	sb := collections.NewSchemaBuilder(sdkruntime.NewKVStoreService(a.chain.App.StoreKey(types.StoreKey)))
	cdc := a.chain.App.AppCodec()
	results := collections.NewMap(sb, types.ResultsPrefix, "results",
		collections.Uint64Key, codec.CollValue[types.Result](cdc))
	players := collections.NewMap(sb, types.PlayersPrefix, "players",
		sdk.AccAddressKey, codec.CollValue[types.Player](cdc))
	stores := a.chain.App.CommitMultiStore().CacheMultiStore()
	ctx := sdk.UnwrapSDKContext(a.chain.Context()).WithMultiStore(stores)
	for i := range finishedGames {
		result.GameId = uint64(1_000 + i)
		require.NoError(tb, results.Set(ctx, result.GameId, result))
		if i%10 == 0 {
			require.NoError(tb, players.Set(ctx, kit.NewPlayer(fmt.Sprint("of old ", i)).Addr, player))
		}
	}
	stores.Write()
	a.chain.Advance(10)
	return a.chain
}

// BenchmarkStart starts the application over the database of a chain with 100,000 finished games, and makes a block.
func BenchmarkStart(b *testing.B) {
	db := disk(b)
	c := aged(b, db)
	for b.Loop() {
		c.Reload(app.New(log.NewNopLogger(), db, true, simtestutil.NewAppOptionsWithFlagHome(b.TempDir()),
			baseapp.SetChainID(c.ID())))
		c.Block()
	}
}

// BenchmarkStateSync restores the same chain from a snapshot into an empty database, without a network.
func BenchmarkStateSync(b *testing.B) {
	const interval = 100
	snapshot := func() func(*baseapp.BaseApp) {
		store, err := snapshots.NewStore(dbm.NewMemDB(), b.TempDir())
		require.NoError(b, err)
		return baseapp.SetSnapshot(store, snapshottypes.NewSnapshotOptions(interval, 1))
	}
	c := aged(b, dbm.NewMemDB(), snapshot())
	c.AdvanceTo(interval)
	var offered *abci.Snapshot
	require.Eventually(b, func() bool { // snapshots are taken beside the blocks
		res, err := c.App.ListSnapshots(&abci.RequestListSnapshots{})
		require.NoError(b, err)
		if len(res.Snapshots) == 1 {
			offered = res.Snapshots[0]
		}
		return offered != nil
	}, time.Minute, 10*time.Millisecond)
	for b.Loop() {
		fresh := app.New(log.NewNopLogger(), disk(b), true, simtestutil.NewAppOptionsWithFlagHome(b.TempDir()),
			baseapp.SetChainID(c.ID()), snapshot())
		_, err := fresh.OfferSnapshot(&abci.RequestOfferSnapshot{Snapshot: offered, AppHash: c.App.LastCommitID().Hash})
		require.NoError(b, err)
		bytes := 0
		for i := range offered.Chunks {
			chunk, err := c.App.LoadSnapshotChunk(&abci.RequestLoadSnapshotChunk{
				Height: offered.Height, Format: offered.Format, Chunk: i,
			})
			require.NoError(b, err)
			bytes += len(chunk.Chunk)
			applied, err := fresh.ApplySnapshotChunk(&abci.RequestApplySnapshotChunk{Index: i, Chunk: chunk.Chunk})
			require.NoError(b, err)
			require.Equal(b, abci.ResponseApplySnapshotChunk_ACCEPT, applied.Result)
		}
		require.Equal(b, c.App.LastCommitID().Hash, fresh.LastCommitID().Hash)
		b.ReportMetric(float64(bytes)/1e6, "MB/snapshot")
	}
}
