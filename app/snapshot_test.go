package app_test

import (
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/store/v2/snapshots"
	snapshottypes "github.com/cosmos/cosmos-sdk/store/v2/snapshots/types"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// A new node can start from a snapshot of another: it has the same state, to the hash.
func TestNodeStartsFromASnapshot(t *testing.T) {
	t.Parallel()
	const interval, patience = 5, 10 * time.Second
	c := chain.New(t, chain.WithBaseApp(snapshotsEvery(t, interval)))
	c.AdvanceTo(interval)
	var offered []*abci.Snapshot
	require.Eventually(t, func() bool { // snapshots are taken beside the blocks
		res, err := c.App.ListSnapshots(&abci.RequestListSnapshots{})
		require.NoError(t, err)
		offered = res.Snapshots
		return len(offered) == 1
	}, patience, time.Millisecond)
	require.EqualValues(t, interval, offered[0].Height)

	fresh := newApp(t, c.ID(), snapshotsEvery(t, interval))
	hash := c.App.LastCommitID().Hash
	answer, err := fresh.OfferSnapshot(&abci.RequestOfferSnapshot{Snapshot: offered[0], AppHash: hash})
	require.NoError(t, err)
	require.Equal(t, abci.ResponseOfferSnapshot_ACCEPT, answer.Result)
	for i := range offered[0].Chunks {
		chunk, err := c.App.LoadSnapshotChunk(&abci.RequestLoadSnapshotChunk{
			Height: offered[0].Height, Format: offered[0].Format, Chunk: i,
		})
		require.NoError(t, err)
		applied, err := fresh.ApplySnapshotChunk(&abci.RequestApplySnapshotChunk{Index: i, Chunk: chunk.Chunk})
		require.NoError(t, err)
		require.Equal(t, abci.ResponseApplySnapshotChunk_ACCEPT, applied.Result)
	}
	require.Equal(t, hash, fresh.LastCommitID().Hash)

	c.Reload(fresh)
	c.Advance(2)
}

// snapshotsEvery lets an application take snapshots.
func snapshotsEvery(t *testing.T, interval uint64) func(*baseapp.BaseApp) {
	t.Helper()
	store, err := snapshots.NewStore(dbm.NewMemDB(), t.TempDir())
	require.NoError(t, err)
	return baseapp.SetSnapshot(store, snapshottypes.NewSnapshotOptions(interval, 1))
}

// newApp returns an application over an empty database.
func newApp(t *testing.T, chainID string, opts ...func(*baseapp.BaseApp)) *app.App {
	t.Helper()
	return app.New(log.NewNopLogger(), dbm.NewMemDB(), true, simtestutil.NewAppOptionsWithFlagHome(t.TempDir()),
		append(opts, baseapp.SetChainID(chainID))...)
}
