package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A melee whose record is damaged is put aside when it is due, and tried again. It keeps neither the chain nor another
// melee from going on, and once the record is mended it ends.
func TestADamagedMeleeIsPutAside(t *testing.T) {
	f := newFixture(t)
	b := f.newBrawl(4)
	other := &brawl{fixture: f}
	for i, p := range []player{alice, bob} {
		other.boards = append(other.boards, f.newBrawler(p, fleetNumber(i)))
	}
	other.create(nil)
	progress := f.keeper.Collections().MeleeProgress
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
			_, err := f.keeper.Collections().Queue.Quarantined().Get(f.ctx, b.id)
			require.NoError(t, err)
			has, err := f.keeper.Collections().Melees.Has(f.ctx, other.id)
			require.NoError(t, err)
			require.False(t, has, "the other one was cancelled in its time")
			f.refuse(types.ErrCorrupt, b.concede(0))

			require.NoError(t, progress.Set(f.ctx, b.id, good))
			for range 4 * (claimBlocks + turnBlocks) {
				f.endBlock()
			}
			require.True(t, b.gone(), "once mended it ends by its deadlines")
			_, err = f.keeper.Collections().Queue.Quarantined().Get(f.ctx, b.id)
			require.Error(t, err)
		})
	}
}

// What fails outside of the rules stops the node: nothing of the melee is written.
func TestAStoreThatFailsStopsTheNode(t *testing.T) {
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
