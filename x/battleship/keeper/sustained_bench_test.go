package keeper_test

import (
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	cmtdb "github.com/cometbft/cometbft-db"
	cmtcfg "github.com/cometbft/cometbft/config"
	cmtlog "github.com/cometbft/cometbft/libs/log"
	"github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	"github.com/cometbft/cometbft/proxy"
	"github.com/cometbft/cometbft/rpc/client/local"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	cmttypes "github.com/cometbft/cometbft/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client/flags"
	cryptocodec "github.com/cosmos/cosmos-sdk/crypto/codec"
	"github.com/cosmos/cosmos-sdk/server"
	pruningtypes "github.com/cosmos/cosmos-sdk/store/v2/pruning/types"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/against"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
)

// liveNode is an arena whose blocks are made by CometBFT with one validator, when there are transactions.
type liveNode struct {
	*arena

	rpc  *local.Local
	home string
	dbs  []compacter
	stop func()
	// accepted is the last height whose transactions are known to be accepted.
	accepted int64
}

// compacter is a database that can be compacted.
type compacter interface {
	Compact(start, limit []byte) error
}

// applicationDB is the database of the application.
type applicationDB struct{ *dbm.GoLevelDB }

// Compact implements compacter.
func (db applicationDB) Compact(start, limit []byte) error { return db.ForceCompact(start, limit) }

// newLiveNode starts a node with an index of transactions ("kv") or without one ("null"). The index has the named
// attributes of events, or all of them if none is named.
func newLiveNode(
	tb testing.TB, games int, indexer string, pruning pruningtypes.PruningOptions, index ...string,
) *liveNode {
	tb.Helper()
	n := &liveNode{arena: &arena{TB: tb}, home: tb.TempDir()}
	cfg := cmtcfg.DefaultConfig().SetRoot(n.home)
	cmtcfg.EnsureRoot(n.home)
	cfg.P2P.ListenAddress, cfg.RPC.ListenAddress, cfg.TxIndex.Indexer = "tcp://127.0.0.1:0", "", indexer
	cfg.P2P.PexReactor = false // it writes its addresses after the end
	cfg.Consensus.TimeoutCommit, cfg.Consensus.CreateEmptyBlocks = 0, false
	db, err := dbm.NewGoLevelDB("application", cfg.DBDir(), nil)
	require.NoError(tb, err)
	n.dbs = append(n.dbs, applicationDB{db})
	application := app.New(log.NewNopLogger(), db, true,
		simtestutil.AppOptionsMap{flags.FlagHome: n.home, "tx_index.indexer": indexer},
		baseapp.SetChainID(chain.ID), baseapp.SetPruning(pruning), baseapp.SetIAVLCacheSize(50_000),
		baseapp.SetIndexEvents(index))

	accounts := append([]chain.Account{chain.NewAccount(chain.Operator)}, n.seat(games)...)
	pv := privval.LoadOrGenFilePV(cfg.PrivValidatorKeyFile(), cfg.PrivValidatorStateFile())
	key, err := cryptocodec.FromCmtPubKeyInterface(pv.Key.PubKey)
	require.NoError(tb, err)
	funded := make([]app.GenesisAccount, len(accounts))
	for i, account := range accounts {
		funded[i] = app.GenesisAccount{Address: account.Address, Coins: sdk.NewCoins(kit.Anchors(1_000_000_000_000))}
	}
	state := application.DefaultGenesis()
	require.NoError(tb, application.AddToGenesis(state, funded, []app.GenesisValidator{{
		Moniker: "validator", Operator: accounts[0].Address, ConsensusKey: key,
		Stake: sdk.TokensFromConsensusPower(100, sdk.DefaultPowerReduction),
	}}))
	raw, err := json.Marshal(state)
	require.NoError(tb, err)
	nodeKey, err := p2p.LoadOrGenNodeKey(cfg.NodeKeyFile())
	require.NoError(tb, err)
	comet, err := node.NewNode(cfg, pv, nodeKey, proxy.NewLocalClientCreator(server.NewCometABCIWrapper(application)),
		func() (*cmttypes.GenesisDoc, error) {
			return &cmttypes.GenesisDoc{
				ChainID: chain.ID, GenesisTime: time.Now(), InitialHeight: 1, AppState: raw,
				ConsensusParams: app.DefaultConsensusParams(),
			}, nil
		},
		func(ctx *cmtcfg.DBContext) (cmtdb.DB, error) {
			db, err := cmtcfg.DefaultDBProvider(ctx)
			if err == nil {
				n.dbs = append(n.dbs, db)
			}
			return db, err
		},
		node.DefaultMetricsProvider(cfg.Instrumentation), cmtlog.NewNopLogger())
	require.NoError(tb, err)
	require.NoError(tb, comet.Start())
	n.rpc, n.chain = local.New(comet), chain.Follow(tb, application, chain.ID, accounts...)
	n.stop = func() {
		require.NoError(tb, comet.Stop())
		comet.Wait()
		require.NoError(tb, application.Close())
	}
	started := func() bool { return application.LastBlockHeight() > 0 }
	require.Eventually(tb, started, time.Minute, 10*time.Millisecond)
	n.setBoards()
	for _, entry := range []string{"create", "join", "toss", "first shot"} {
		n.wave(chain.DefaultGas/4, n.entry(entry))
	}
	return n
}

// wave hands a message of each game to the node, and returns how long it took until all were in blocks.
func (n *liveNode) wave(gas uint64, msg func(i int) (game.Seat, sdk.Msg)) (took time.Duration, bytes int) {
	n.Helper()
	txs := make([]cmttypes.Tx, len(n.duels))
	for i := range n.duels {
		by, m := msg(i)
		txs[i] = n.chain.SignTx(chain.Tx{Gas: gas, Msgs: []sdk.Msg{m}}, n.seats[i][by])
		bytes += len(txs[i])
	}
	began := time.Now()
	for _, tx := range txs {
		res, err := n.rpc.BroadcastTxSync(n.Context(), tx)
		require.NoError(n, err)
		require.Zero(n, res.Code, res.Log)
	}
	for {
		if res, err := n.rpc.NumUnconfirmedTxs(n.Context()); err == nil && res.Count == 0 {
			took = time.Since(began)
			n.requireAccepted()
			return took, bytes
		}
		time.Sleep(time.Millisecond)
	}
}

// requireAccepted fails if a transaction of a block since the last call was refused.
func (n *liveNode) requireAccepted() {
	n.Helper()
	status, err := n.rpc.Status(n.Context())
	require.NoError(n, err)
	for ; n.accepted < status.SyncInfo.LatestBlockHeight; n.accepted++ {
		height := n.accepted + 1
		var res *coretypes.ResultBlockResults
		require.EventuallyWithT(n, func(t *assert.CollectT) { // the newest block may not be executed yet
			res, err = n.rpc.BlockResults(n.Context(), &height)
			require.NoError(t, err)
		}, time.Minute, time.Millisecond)
		for _, tx := range res.TxsResults {
			require.Zero(n, tx.Code, tx.Log)
		}
	}
}

// sizes returns the bytes of the node's databases by name, after a compaction.
func (n *liveNode) sizes() map[string]int64 {
	n.Helper()
	for _, db := range n.dbs {
		require.NoError(n, db.Compact(nil, nil))
	}
	files, err := filepath.Glob(filepath.Join(n.home, "data", "*.db", "*"))
	require.NoError(n, err)
	bytes := make(map[string]int64)
	for _, file := range files {
		info, err := os.Stat(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue // merged with another in the meantime
		}
		require.NoError(n, err)
		bytes[filepath.Base(filepath.Dir(file))] += info.Size()
	}
	return bytes
}

// BenchmarkNodeSustained has 500 games send a move each, then as many payments, turn by turn, to a node that makes
// blocks as fast as it can: from the first transaction that is handed in to the block with the last one. After 40 turns
// it begins anew with the next games, for the time of -sustained. The node and its clients share the machine.
func BenchmarkNodeSustained(b *testing.B) {
	const games, waves = 500, 40
	for b.Loop() {
		n := newLiveNode(b, games, "kv", pruningtypes.NewPruningOptions(pruningtypes.PruningDefault),
			app.IndexedEvents()...)
		var r against.Rounds
		for began := time.Now(); ; {
			for range waves {
				payments, _ := n.wave(100_000, n.payment)
				moves, _ := n.wave(100_000, n.next)
				r.Add(moves, payments)
			}
			if time.Since(began) >= *sustained {
				break
			}
			n.end(n.step)
			n.begin(n.step)
			n.step("first shot", n.next)
		}
		n.stop()
		r.Report(b, "move", "payment", games)
	}
}

var (
	sustained = flag.Duration("sustained", 0, "how long BenchmarkNodeSustained sends")
	soak      = flag.Duration("soak", 0, "how long BenchmarkSoakOfNode plays")
)

// step hands in a message of each game that is none of a measured wave.
func (n *liveNode) step(_ string, msg func(i int) (game.Seat, sdk.Msg)) {
	n.wave(chain.DefaultGas/4, msg)
}

// finishAll ends a game of each pair of seats.
func (n *liveNode) finishAll() { n.finish(n.step) }

// BenchmarkMemoryOfNode reports the memory of a node with the default settings of one for players, and of its clients.
func BenchmarkMemoryOfNode(b *testing.B) {
	const pairs = 200
	for b.Loop() {
		n := newLiveNode(b, pairs, "kv", pruningtypes.NewPruningOptions(pruningtypes.PruningDefault),
			app.IndexedEvents()...)
		memory(b, pairs, n.finishAll, 1_000, 10_000, 20_000)
		n.stop()
	}
}

// BenchmarkSoakOfNode reports the same memory twelve times, at equal intervals, while games are played for the time
// of -soak.
func BenchmarkSoakOfNode(b *testing.B) {
	const pairs, parts = 200, 12
	if *soak == 0 {
		b.Skip("no -soak")
	}
	for b.Loop() {
		n := newLiveNode(b, pairs, "kv", pruningtypes.NewPruningOptions(pruningtypes.PruningDefault),
			app.IndexedEvents()...)
		began, games := time.Now(), 0
		for part := range time.Duration(parts) {
			for time.Since(began) < *soak*(part+1)/parts {
				n.finishAll()
				games += pairs
			}
			reportHeap(b, games)
		}
		n.stop()
	}
}

// BenchmarkDiskOfMoves reports the bytes that moves of 300 games, each in every block, add to the databases of a node,
// for each byte of their transactions: with the default settings of a node for players, which keep all of the measured
// states; the same node once its oldest states are pruned, with the default index and with one of all attributes of
// events; and with the settings of a validator, which keeps no index.
func BenchmarkDiskOfMoves(b *testing.B) {
	const games, waves = 300, 50
	pruned := pruningtypes.NewCustomPruningOptions(10, 10)
	for _, of := range []struct {
		name    string
		indexer string
		pruning pruningtypes.PruningOptions
		index   []string
	}{
		{"default", "kv", pruningtypes.NewPruningOptions(pruningtypes.PruningDefault), app.IndexedEvents()},
		{"pruned", "kv", pruned, app.IndexedEvents()},
		{"every-attribute", "kv", pruned, nil},
		{"validator", "null", pruned, nil},
	} {
		b.Run(of.name, func(b *testing.B) {
			for b.Loop() {
				n := newLiveNode(b, games, of.indexer, of.pruning, of.index...)
				before, sent, added := n.sizes(), 0, int64(0)
				for range waves {
					_, bytes := n.wave(100_000, n.next)
					sent += bytes
				}
				for db, size := range n.sizes() {
					added += size - before[db]
					b.ReportMetric(float64(size-before[db])/(games*waves), db+"-bytes/move")
				}
				n.stop()
				b.ReportMetric(float64(added)/float64(sent), "bytes/byte")
			}
		})
	}
}
