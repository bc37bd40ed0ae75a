package proof_test

import (
	"encoding/hex"
	"maps"
	"slices"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/crypto"
	cmtjson "github.com/cometbft/cometbft/libs/json"
	cmttypes "github.com/cometbft/cometbft/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/store/v2/rootmulti"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"

	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/testutil/headers"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const chainID = "battleship-1"

// start is the time of block 0. There is a block a minute.
var start = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

func timeOf(height int64) time.Time { return start.Add(time.Duration(height) * time.Minute) }

// ledger is the store of a chain, as far as it counts here: some other modules' stores, and results in the module's.
type ledger struct {
	tb    testing.TB
	store *rootmulti.Store
	key   *storetypes.KVStoreKey
	roots map[int64][]byte
}

func newLedger(tb testing.TB) *ledger {
	tb.Helper()
	l := &ledger{
		tb: tb, store: rootmulti.NewStore(dbm.NewMemDB(), log.NewNopLogger()),
		key: storetypes.NewKVStoreKey(storeproof.StoreName), roots: make(map[int64][]byte),
	}
	for _, name := range []string{
		"acc", "authz", "bank", "consensus", "distribution", "evidence", "feegrant", "gov", "mint", "params", "slashing",
		"staking", "upgrade",
	} {
		l.store.MountStoreWithDB(storetypes.NewKVStoreKey(name), storetypes.StoreTypeIAVL, nil)
	}
	l.store.MountStoreWithDB(l.key, storetypes.StoreTypeIAVL, nil)
	require.NoError(tb, l.store.LoadLatestVersion())
	return l
}

// commit writes a block's records and returns its height.
func (l *ledger) commit(records map[string][]byte) int64 {
	l.tb.Helper()
	store := l.store.GetKVStore(l.key)
	for _, key := range slices.Sorted(maps.Keys(records)) { // the tree depends on the order
		store.Set([]byte(key), records[key])
	}
	id := l.store.Commit()
	l.roots[id.Version] = id.Hash
	return id.Version
}

// item is what a node answers that is asked for a key with its proof.
func (l *ledger) item(key []byte, height int64) storeproof.Item {
	l.tb.Helper()
	res, err := l.store.Query(&storetypes.RequestQuery{
		Path: "/" + storeproof.StoreName + "/key", Data: key, Height: height, Prove: true,
	})
	require.NoError(l.tb, err)
	answer := abci.ResponseQuery(*res)
	return proof.Item(key, answer.Value, answer.ProofOps)
}

// block is the header with the state after the block before it.
func (l *ledger) block(height int64, v headers.Validators, without ...int) *cmttypes.LightBlock {
	l.tb.Helper()
	root := l.roots[height-1]
	require.NotEmpty(l.tb, root)
	return v.Sign(l.tb, headers.Header(chainID, height, timeOf(height), root, v, v), without...)
}

// result is how a game ended.
func result(id uint64) types.Result {
	return types.Result{
		GameId: id, RulesetId: 1,
		Players: []string{
			"ship1qyqszqgpqyqszqgpqyqszqgpqyqszqgpfy80uc", "ship1qgpqyqszqgpqyqszqgpqyqszqgpqyqszgvxsqe",
		},
		Winner: types.SEAT_JOINER, Reason: types.REASON_SUNK, Shots: []uint32{41, 40}, CreatedHeight: int64(id),
		EndedHeight: int64(id) + 90, Reward: 42_000_000, First: types.SEAT_CREATOR, PromisedHeight: int64(id) + 88,
		Promised: 42_420_000, PromisedTo: []types.Seat{types.SEAT_CREATOR, types.SEAT_JOINER},
	}
}

// results are records of games.
func results(tb testing.TB, ids ...uint64) map[string][]byte {
	tb.Helper()
	records := make(map[string][]byte)
	for _, id := range ids {
		r := result(id)
		raw, err := r.Marshal()
		require.NoError(tb, err)
		records[string(storeproof.KindResult.Key(id))] = raw
	}
	return records
}

// meleeResult is how a melee ended: seat 1 has won, seat 2 sank, and seat 0 was silent.
func meleeResult(id uint64) types.MeleeResult {
	players := result(id).Players
	return types.MeleeResult{
		GameId: id, RulesetId: 1, Winners: 1 << 1, Rounds: 12, CreatedHeight: int64(id), StartedHeight: int64(id) + 3,
		EndedHeight: int64(id) + 40,
		Places: []types.MeleePlace{
			{Player: players[0], Standing: types.SEAT_STANDING_SCUTTLED, Round: 4, Rank: 3, Hits: 2},
			{Player: players[1], Standing: types.SEAT_STANDING_AFLOAT, Rank: 1, Hits: 9},
			{
				Player: "ship1qvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcr2e9dxx", Standing: types.SEAT_STANDING_SUNK, Round: 12, Rank: 2,
				Hits: 17,
			},
		},
	}
}

// meleeResults are records of melees.
func meleeResults(tb testing.TB, ids ...uint64) map[string][]byte {
	tb.Helper()
	records := make(map[string][]byte)
	for _, id := range ids {
		r := meleeResult(id)
		raw, err := r.Marshal()
		require.NoError(tb, err)
		records[string(storeproof.KindMeleeResult.Key(id))] = raw
	}
	return records
}

func unhex(tb testing.TB, text string) []byte {
	tb.Helper()
	raw, err := hex.DecodeString(text)
	require.NoError(tb, err)
	return raw
}

// shortKey is a key that JSON can hold and CometBFT's types cannot.
func shortKey(tb testing.TB) crypto.PubKey {
	tb.Helper()
	var key crypto.PubKey
	require.NoError(tb, cmtjson.Unmarshal([]byte(`{"type":"tendermint/PubKeyEd25519","value":"AQID"}`), &key))
	return key
}
