package app_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	pruning "github.com/cosmos/cosmos-sdk/store/v2/pruning/types"
	"github.com/cosmos/cosmos-sdk/store/v2/rootmulti"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	"github.com/cosmos/cosmos-sdk/types/kv"
	simtypes "github.com/cosmos/cosmos-sdk/types/simulation"
	authzkeeper "github.com/cosmos/cosmos-sdk/x/authz/keeper"
	"github.com/cosmos/cosmos-sdk/x/feegrant"
	simcli "github.com/cosmos/cosmos-sdk/x/simulation/client/cli"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game/zk/zktest"
	"github.com/battleship-chain/battleship/x/battleship/simulation"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// How much is simulated. The defaults fit into every test run. Continuous integration runs `make sim BLOCKS=25`, and a
// release needs `make sim-long`.
var (
	simSeeds  = flag.Int("Seeds", 1, "simulate this many seeds, of at most 38")
	simSeed   = flag.Int64("Seed", 0, "simulate this seed alone")
	simBlocks = flag.Int("NumBlocks", 25, "simulate this many blocks for each seed")
	simLive   = flag.Int("Live", 0, "export and import again while this many games of each kind are played")
	simOps    = flag.Int("BlockSize", 60, "simulate about this many operations in a block")
)

// seeds are those that the SDK's own simulations use. The first three meet every end of a game together.
var seeds = []int64{
	1, 32, 2, 4, 7, 123, 124, 582, 1893, 2989, 3012, 4728, 37827, 981928, 87821, 891823782, 989182, 89182391, 11, 22,
	44, 77, 99, 2020, 3232, 123123, 124124, 582582, 18931893, 29892989, 30123012, 47284728, 7601778, 8090485,
	977367484, 491163361, 424254581, 673398983,
}

func init() { simulation.UseProver(zktest.Prover{}) }

// TestSimulation lets random accounts send random messages of all modules. After each block every invariant is
// checked; at the end the state is exported, imported into another chain, compared, and played on. With -Live that
// happens again, with as many games as that. A share of the blocks is made again by a restarted node, and by one that
// executes transactions in parallel.
func TestSimulation(t *testing.T) {
	chosen := chosenSeeds()
	counts := make([]outcomeCounts, len(chosen))
	t.Run("seed", func(t *testing.T) {
		for i, seed := range chosen {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				counts[i] = simulate(t, seed)
			})
		}
	})
	if t.Failed() {
		return
	}
	total := outcomeCounts{}
	for _, sum := range counts {
		total.add(sum)
	}
	t.Log("all seeds:", total)
	require.Positive(t, total["shadowed_accepted"], "transactions in blocks that were made again")
	if *simSeed != 0 || len(chosen)**simBlocks < 50 {
		return // too little for each end to have come about
	}
	require.GreaterOrEqual(t, total["exported_while_played"], *simLive)
	for reason := battleshiptypes.REASON_SUNK; reason <= battleshiptypes.REASON_VOID; reason++ {
		require.Positive(t, total[reason.String()], "games that ended as %s", reason)
	}
	for _, kind := range []string{
		battleshiptypes.REASON_CANCELLED.String(),
		"casual", "invited", "matched", "not_rewarded", "proven", "rematches", "rewarded_for_fees", "with_stakes",
		"melees_won", "melees_drawn", "melees_void", "melees_paid",
		"seats_absent", "seats_conceded", "seats_scuttled", "seats_sunk",
	} {
		require.Positive(t, total[kind], "games of kind %s", kind)
	}
}

// TestSimulationIsDeterministic runs a seed twice: every block must have the same hash each time.
func TestSimulationIsDeterministic(t *testing.T) {
	t.Parallel()
	const runs = 2
	for _, seed := range chosenSeeds()[:1] {
		var first [][]byte
		for run := range runs {
			w := &watch{t: t, hashesOnly: true}
			simsx.RunWithSeed(t, simConfig(*simBlocks/3), w.newApp, w.random, seed, nil)
			if run == 0 {
				first = w.hashes
			}
			require.NotEmpty(t, w.hashes)
			require.Equal(t, first, w.hashes, "seed %d, run %d", seed, run)
		}
	}
}

// chosenSeeds returns the seeds to simulate.
func chosenSeeds() []int64 {
	if *simSeed != 0 {
		return []int64{*simSeed}
	}
	return seeds[:min(*simSeeds, len(seeds))]
}

// simConfig returns how to simulate a number of blocks.
func simConfig(blocks int) simtypes.Config {
	// All signatures are checked, and time does not come from the machine's clock.
	simcli.FlagSigverifyTxValue = true
	return simtypes.Config{
		InitialBlockHeight: 1,
		GenesisTime:        time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Unix(),
		NumBlocks:          blocks,
		BlockSize:          *simOps,
		ChainID:            simsx.SimAppChainID,
		Lean:               true,
		Commit:             true,
		DBBackend:          "memdb",
	}
}

// simulate runs one seed and what comes after it, and returns what became of the games.
func simulate(t *testing.T, seed int64) outcomeCounts {
	w := &watch{t: t}
	var sum outcomeCounts
	simsx.RunWithSeed(t, simConfig(*simBlocks), w.newApp, w.random, seed, nil,
		func(_ testing.TB, run simsx.TestInstance[*app.App], accounts []simtypes.Account) {
			sum = w.outcomes()
			t.Log("seed", seed, ":", sum)
			other := exportAndImport(t, run.App, run.Cfg)
			other.playOn(accounts, *simBlocks)
			if *simLive > 0 {
				other.gather(accounts, *simLive)
				duels, melees := other.played()
				t.Log("seed", seed, ":", duels, "duels and", melees, "melees are exported")
				sum.add(other.watch.outcomes())
				sum["exported_while_played"] = min(duels, melees)
				other = exportAndImport(t, other.app, run.Cfg)
				other.playOn(accounts, *simBlocks)
			}
			other.claimOnly(accounts, 20)
			other.fallSilent()
			t.Log("seed", seed, "after import:", other.watch.outcomes())
			sum.add(other.watch.outcomes())
		})
	return sum
}

// newApp returns the application, watched. It keeps only the last states, for many seeds of many blocks do not fit into
// memory, and prunes the others itself: a store that prunes in the background holds on to all it has until the test
// program ends, and stands still when an iterator is open on a database in memory.
func (w *watch) newApp(
	logger log.Logger, db dbm.DB, loadLatest bool, opts servertypes.AppOptions, options ...func(*baseapp.BaseApp),
) *app.App {
	options = append(options,
		baseapp.SetPruning(pruning.NewPruningOptions(pruning.PruningEverything)), baseapp.SetIAVLSyncPruning(true))
	w.shadow = &simShadow{t: w.t, open: func() *app.App { return app.New(logger, db, true, opts, options...) }}
	w.app = app.New(logger, db, false, opts, options...)
	w.shadow.attach(w.app)
	if loadLatest {
		require.NoError(w.t, w.app.LoadLatestVersion())
	}
	w.app.SetStreamingManager(storetypes.StreamingManager{ABCIListeners: []storetypes.ABCIListener{w}})
	return w.app
}

// random returns a chain that begins with a random state of every module.
func (w *watch) random(a *app.App) simsx.SimStateFactory {
	blocked := make(map[string]bool)
	for _, account := range a.AccountKeeper.GetModulePermissions() {
		blocked[account.GetAddress().String()] = true
	}
	return simsx.SimStateFactory{
		Codec:         a.AppCodec(),
		AppStateFn:    simtestutil.AppStateFn(a.AppCodec(), a.SimulationManager(), a.DefaultGenesis()),
		BlockedAddr:   blocked,
		AccountSource: a.AccountKeeper,
		BalanceSource: a.BankKeeper,
	}
}

// rebuilt are the parts of stores that an import does not bring back as they were, and why that is right.
var rebuilt = map[string][][]byte{
	// Each game gets one entry at its deadline; a running chain finds the deadline by way of an older entry.
	battleshiptypes.StoreKey: {battleshiptypes.ExpiriesPrefix.Bytes(), battleshiptypes.ExpiryHeightsPrefix.Bytes()},
	// The order within a queue may change; what is not exported is history, the last block's changes of validators, and an
	// index by a number that unbondings get anew.
	stakingtypes.StoreKey: {
		stakingtypes.UnbondingQueueKey, stakingtypes.RedelegationQueueKey, stakingtypes.ValidatorQueueKey,
		stakingtypes.HistoricalInfoKey, stakingtypes.ValidatorUpdatesKey,
		stakingtypes.UnbondingIDKey, stakingtypes.UnbondingIndexKey, stakingtypes.UnbondingTypeKey,
	},
	authzkeeper.StoreKey:   {authzkeeper.GrantQueuePrefix},
	feegrant.StoreKey:      {feegrant.FeeAllowanceQueueKeyPrefix},
	slashingtypes.StoreKey: {slashingtypes.ValidatorMissedBlockBitmapKeyPrefix},
}

// requireSameStores compares all stores of a chain and of one that has imported its state, key by key.
func requireSameStores(t *testing.T, exported, imported *app.App) {
	t.Helper()
	was, is := exported.NewContext(true), imported.NewContext(false)
	stores, ok := exported.CommitMultiStore().(*rootmulti.Store)
	require.True(t, ok)
	keys := stores.StoreKeysByName()
	require.Contains(t, keys, battleshiptypes.StoreKey)
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		before, after := simtestutil.DiffKVStores(
			was.KVStore(keys[name]), is.KVStore(imported.StoreKey(name)), rebuilt[name],
		)
		require.Empty(t, differences(exported, name, before, after), "store %s", name)
	}
}

// differences describes the entries of a store that are not the same before an export and after the import.
func differences(a *app.App, store string, before, after []kv.Pair) []string {
	const most = 10
	var texts []string
	for i := range min(max(len(before), len(after)), most) {
		if i >= len(after) {
			texts = append(texts, fmt.Sprintf("%X: %X, then nothing", before[i].Key, before[i].Value))
			continue
		}
		was := kv.Pair{Key: after[i].Key}
		if i < len(before) {
			was = before[i]
		}
		if store == battleshiptypes.StoreKey {
			texts = append(texts, a.SimulationManager().StoreDecoders[store](was, after[i]))
			continue
		}
		texts = append(texts, fmt.Sprintf("%X: %X, then %X", was.Key, was.Value, after[i].Value))
	}
	return texts
}
