package app_test

import (
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	cmttypes "github.com/cometbft/cometbft/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/baseapp/txnrunner"
	"github.com/cosmos/cosmos-sdk/store/v2/rootmulti"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// shadowEvery bounds the cost of restarts: an application takes longer to open than a block to make.
var shadowEvery = flag.Int64("shadow.every", 40, "restart before each block whose height is a multiple of this")

// dueShadow reports whether a node is restarted before a block.
func dueShadow(height int64) bool { return height%*shadowEvery == 0 }

// shadowWorkers is how many transactions of a block Block-STM executes at once. They conflict on fewer processors, too.
const shadowWorkers = 4

// runParallel has an application execute the transactions of a block by Block-STM.
func runParallel(t testing.TB, a *app.App) {
	t.Helper()
	stores, ok := a.CommitMultiStore().(*rootmulti.Store)
	require.True(t, ok)
	keys := slices.Collect(maps.Values(stores.StoreKeysByName()))
	slices.SortFunc(keys, func(x, y storetypes.StoreKey) int { return strings.Compare(x.Name(), y.Name()) })
	a.SetDisableBlockGasMeter(true)
	a.SetBlockSTMTxRunner(txnrunner.NewSTMRunner(a.TxConfig().TxDecoder(), keys, shadowWorkers, true,
		func(storetypes.MultiStore) string { return app.BondDenom }))
}

// shadow is a chain that makes the blocks of another one in another way, and has to make the same of them.
type shadow struct {
	*chain.Chain

	t    *testing.T
	name string
	db   dbm.DB
	// restarts is whether the chain is closed and opened again from its database before its blocks.
	restarts bool
}

// newShadows starts a chain that restarts and one that executes in parallel, beside one with these options.
func newShadows(t *testing.T, opts ...chain.Option) []*shadow {
	t.Helper()
	shadows := []*shadow{{t: t, name: "restarted", restarts: true}, {t: t, name: "parallel"}}
	for _, s := range shadows {
		s.db = dbm.NewMemDB()
		s.Chain = chain.New(t, append(slices.Clone(opts), chain.WithDB(s.db))...)
		if !s.restarts {
			runParallel(t, s.App)
		}
	}
	return shadows
}

// follow makes a block, of which the other chain has made want.
func (s *shadow) follow(block *abci.RequestFinalizeBlock, want *abci.ResponseFinalizeBlock) {
	s.t.Helper()
	if s.restarts && dueShadow(block.Height) {
		require.NoError(s.t, s.App.Close())
		s.Reload(app.New(log.NewNopLogger(), s.db, true, simtestutil.NewAppOptionsWithFlagHome(s.Home),
			baseapp.SetChainID(s.ID()), baseapp.SetIAVLSyncPruning(true)))
	}
	got := s.BlockOf(block)
	requireSameBlock(s.t, block.Height, s.name, want, got)
	require.Equal(s.t, want.AppHash, s.App.LastCommitID().Hash, "block %d, %s", block.Height, s.name)
}

// requireSameBlock compares what two applications have made of a block.
func requireSameBlock(t testing.TB, height int64, name string, want, got *abci.ResponseFinalizeBlock) {
	t.Helper()
	require.Equal(t, want.AppHash, got.AppHash, "state after block %d, %s", height, name)
	require.Equal(t, cmttypes.NewResults(want.TxResults).Hash(), cmttypes.NewResults(got.TxResults).Hash(),
		"results of block %d, %s", height, name)
}

// simShadow makes blocks of a simulated chain again, each by applications that are opened for it from the database as
// the block before it has left that, as a node is that restarts there. They commit nothing. One makes the block as the
// simulator does, which delivers messages after the block's own work: it must come to the same state. Two others make a
// block as a network does, of the block's own work and the transactions together, one after the other and in parallel:
// they must come to the same state and the same results.
type simShadow struct {
	t testing.TB
	// open opens an application over the chain's database.
	open func() *app.App
	// genesis begins the chain, until the first block is committed.
	genesis *abci.RequestInitChain
	// block is the one that the chain is making, txs are its transactions, and acts all that has happened since the
	// block's own work.
	block *abci.RequestFinalizeBlock
	txs   [][]byte
	acts  []func(*app.App)
	// hash is that of the state to which the applications have come, nil if they have not made the block.
	hash []byte
	// blocks counts the blocks made again, failed their transactions that the simulator's order refuses; accepted and
	// refused count the same transactions as a network has them.
	blocks, failed, accepted, refused int
}

// attach has the shadow see all that a chain does. The application must not be loaded.
func (s *simShadow) attach(a *app.App) {
	a.SetInitChainer(func(ctx sdk.Context, req *abci.RequestInitChain) (*abci.ResponseInitChain, error) {
		s.genesis = req
		return a.InitChainer(ctx, req)
	})
	ante := a.AnteHandler()
	a.SetAnteHandler(func(ctx sdk.Context, tx sdk.Tx, simulate bool) (sdk.Context, error) {
		if bz := ctx.TxBytes(); s.block != nil && ctx.ExecMode() == sdk.ExecModeFinalize {
			s.txs = append(s.txs, bz)
			s.acts = append(s.acts, func(other *app.App) {
				if _, _, err := other.SimDeliver(func(sdk.Tx) ([]byte, error) { return bz, nil }, nil); err != nil {
					s.failed++
				}
			})
		}
		return ante(ctx, tx, simulate)
	})
	a.SetPrecommiter(func(sdk.Context) { s.makeBlock() })
}

// began notes that the chain has done the own work of a block.
func (s *simShadow) began(block *abci.RequestFinalizeBlock) { s.block = block }

// handled notes that a message was carried out without a transaction.
func (s *simShadow) handled(header cmtproto.Header, msg sdk.Msg) {
	s.acts = append(s.acts, func(other *app.App) {
		_, err := other.MsgServiceRouter().Handler(msg)(other.NewContextLegacy(false, header), msg)
		require.NoError(s.t, err)
	})
}

// makeBlock makes the chain's block again before the chain commits it.
func (s *simShadow) makeBlock() {
	s.hash = nil
	if s.genesis == nil && !dueShadow(s.block.Height) {
		return
	}
	s.blocks++
	again := s.opened()
	_, err := again.FinalizeBlock(s.block)
	require.NoError(s.t, err)
	for _, act := range s.acts {
		act(again)
	}
	again.SimWriteState()
	s.hash = again.CommitMultiStore().WorkingHash()

	whole := *s.block
	whole.Txs = s.txs
	sequential, parallel := s.opened(), s.opened()
	runParallel(s.t, parallel)
	want, err := sequential.FinalizeBlock(&whole)
	require.NoError(s.t, err)
	got, err := parallel.FinalizeBlock(&whole)
	require.NoError(s.t, err)
	requireSameBlock(s.t, whole.Height, "parallel", want, got)
	for _, result := range want.TxResults {
		if result.IsOK() {
			s.accepted++
		} else {
			s.refused++
		}
	}
}

// opened returns an application that makes the next block.
func (s *simShadow) opened() *app.App {
	a := s.open()
	if s.genesis != nil {
		_, err := a.InitChain(s.genesis)
		require.NoError(s.t, err)
	}
	return a
}

// committed compares the state of a block that the chain has committed.
func (s *simShadow) committed(hash []byte) {
	if s.hash != nil {
		require.Equal(s.t, hash, s.hash, "state after block %d, made by a restarted node", s.block.Height)
	}
	s.genesis, s.block, s.txs, s.acts = nil, nil, nil, nil
}
