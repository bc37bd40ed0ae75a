package keeper_test

import (
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A melee whose record is damaged is put aside when it is due, and tried again. It keeps neither the chain nor another
// melee from going on, and once the record is mended it ends.
func TestADamagedMeleeIsPutAside(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newBrawl(4)
	other := &brawl{fixture: f}
	for i, p := range []player{alice, bob} {
		other.boards = append(other.boards, f.newBrawler(p, fleetNumber(i)))
	}
	other.create(nil)
	progress := f.records.MeleeProgress
	good, err := progress.Get(f.ctx, b.id)
	require.NoError(t, err)
	for name, damage := range map[string]func() error{
		"cut":   func() error { return progress.Set(f.ctx, b.id, good[:5]) },
		"gone":  func() error { return progress.Remove(f.ctx, b.id) },
		"empty": func() error { return progress.Set(f.ctx, b.id, nil) },
		"a state that cannot be": func() error {
			bad := append([]byte(nil), good...)
			bad[0] = byte(melee.StageOver)
			return progress.Set(f.ctx, b.id, bad)
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, replays := f.ctx, f.meleeReplays
			defer func() { f.ctx, f.meleeReplays = ctx, replays }()
			f.ctx, _ = f.ctx.CacheContext()
			f.meleeReplays = nil
			require.NoError(t, damage())
			height := f.height() + openBlocks + 2
			f.skipTo(height + claimBlocks)
			_, err := f.records.Queue.Quarantined().Get(f.ctx, b.id)
			require.NoError(t, err)
			has, err := f.keeper.Records().Melees.Has(f.ctx, other.id)
			require.NoError(t, err)
			require.False(t, has, "the other one was cancelled in its time")
			f.refuse(types.ErrCorrupt, b.concede(0))

			require.NoError(t, progress.Set(f.ctx, b.id, good))
			for range 4 * (claimBlocks + turnBlocks) {
				f.endBlock()
			}
			require.True(t, b.gone(), "once mended it ends by its deadlines")
			_, err = f.records.Queue.Quarantined().Get(f.ctx, b.id)
			require.Error(t, err)
		})
	}
}

// The events of a melee's quarantine name the melee, the kind of its failure and the height of the next attempt: when
// it is put aside, and again at each attempt that fails. One that succeeds announces its release.
func TestTheQuarantineOfAMeleeIsAnnounced(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newBrawl(4)
	progress := f.records.MeleeProgress
	good, err := progress.Get(f.ctx, b.id)
	require.NoError(t, err)
	due := b.now().Deadline + 1
	require.NoError(t, progress.Set(f.ctx, b.id, nil))
	endBlockAt := func(height int64) []proto.Message {
		f.ctx = f.ctx.WithBlockHeight(height).WithEventManager(sdk.NewEventManager())
		require.NoError(t, f.keeper.EndBlock(f.ctx))
		return f.events()
	}
	for range 2 {
		require.Empty(t, endBlockAt(due-1), "it is not due")
		aside := types.Quarantine{GameId: b.id, Error: "corrupt record", RetryHeight: due + claimBlocks}
		require.Equal(t, []proto.Message{&types.EventGameQuarantined{GameId: b.id, Quarantine: aside}}, endBlockAt(due))
		require.Equal(t, []types.Quarantine{aside}, f.asideNow())
		due = aside.RetryHeight + 1
	}
	require.NoError(t, progress.Set(f.ctx, b.id, good))
	require.Empty(t, endBlockAt(due-1), "it is not due")
	require.Contains(t, endBlockAt(due), &types.EventGameReleased{GameId: b.id})
	require.Empty(t, f.asideNow())
}

// asideNow returns what is in quarantine.
func (f *fixture) asideNow() []types.Quarantine {
	f.Helper()
	all, err := f.keeper.Records().Quarantined.Iterate(f.ctx, nil)
	require.NoError(f, err)
	aside, err := all.Values()
	require.NoError(f, err)
	return aside
}

// What fails outside of the rules stops the node: nothing of the melee is written.
func TestAStoreThatFailsStopsTheNode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newBrawl(2)
	f.ctx = f.ctx.WithBlockHeight(b.now().Deadline + 1)
	before := f.snapshot()
	f.store.spoilRead = func(key []byte) error {
		if key[0] == types.MeleesPrefix.Bytes()[0] {
			return errInjected
		}
		return nil
	}
	require.ErrorIs(t, f.keeper.EndBlock(f.ctx), errInjected)
	f.store.spoilRead = nil
	require.Equal(t, before, f.snapshot())
	require.NoError(t, f.keeper.EndBlock(f.ctx))
	require.True(t, b.now().Extended)
}

// The gauges count melees with duels: those that gather and those that are played.
func TestACensusCountsMelees(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.newBrawl(3)
	f.newTable(2, nil)
	full := &brawl{fixture: f}
	for i, p := range []player{alice, bob} {
		full.boards = append(full.boards, f.newBrawler(p, fleetNumber(i)))
	}
	full.create(nil)
	full.fill()
	figures, err := keeper.NewCensus(f.keeper).Read(f.ctx)
	require.NoError(t, err)
	require.Equal(t, 2, figures.Open)
	require.Equal(t, 1, figures.Running)
}
