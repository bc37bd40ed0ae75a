package melee_test

import (
	"testing"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A melee whose record is damaged is put aside when it is due, and tried again. It keeps neither the chain nor another
// melee from going on, and once the record is mended it ends.
func TestADamagedMeleeIsPutAside(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewBrawl(4)
	other := &kit.Brawl{Fixture: f}
	for i, p := range []kit.Player{kit.Alice, kit.Bob} {
		other.Boards = append(other.Boards, f.NewBrawler(p, kit.FleetNumber(i)))
	}
	other.Create(nil)
	progress := f.Records.MeleeProgress
	good, err := progress.Get(f.Ctx, b.ID)
	require.NoError(t, err)
	for name, damage := range map[string]func() error{
		"cut":   func() error { return progress.Set(f.Ctx, b.ID, good[:5]) },
		"gone":  func() error { return progress.Remove(f.Ctx, b.ID) },
		"empty": func() error { return progress.Set(f.Ctx, b.ID, nil) },
		"a state that cannot be": func() error {
			bad := append([]byte(nil), good...)
			bad[0] = byte(melee.StageOver)
			return progress.Set(f.Ctx, b.ID, bad)
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, replays := f.Ctx, f.MeleeReplays
			defer func() { f.Ctx, f.MeleeReplays = ctx, replays }()
			f.Ctx, _ = f.Ctx.CacheContext()
			f.MeleeReplays = nil
			require.NoError(t, damage())
			height := f.Height() + kit.OpenBlocks + 2
			f.SkipTo(height + kit.ClaimBlocks)
			_, err := f.Records.Queue.Quarantined().Get(f.Ctx, b.ID)
			require.NoError(t, err)
			has, err := f.Keeper.Records().Melees.Has(f.Ctx, other.ID)
			require.NoError(t, err)
			require.False(t, has, "the other one was cancelled in its time")
			f.Refuse(types.ErrCorrupt, b.Concede(0))

			require.NoError(t, progress.Set(f.Ctx, b.ID, good))
			for range 4 * (kit.ClaimBlocks + kit.TurnBlocks) {
				f.EndBlock()
			}
			require.True(t, b.Gone(), "once mended it ends by its deadlines")
			_, err = f.Records.Queue.Quarantined().Get(f.Ctx, b.ID)
			require.Error(t, err)
		})
	}
}

// The events of a melee's quarantine name the melee, the kind of its failure and the height of the next attempt: when
// it is put aside, and again at each attempt that fails. One that succeeds announces its release.
func TestTheQuarantineOfAMeleeIsAnnounced(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewBrawl(4)
	progress := f.Records.MeleeProgress
	good, err := progress.Get(f.Ctx, b.ID)
	require.NoError(t, err)
	due := b.Now().Deadline + 1
	require.NoError(t, progress.Set(f.Ctx, b.ID, nil))
	endBlockAt := func(height int64) []proto.Message {
		f.Ctx = f.Ctx.WithBlockHeight(height).WithEventManager(sdk.NewEventManager())
		require.NoError(t, f.Keeper.EndBlock(f.Ctx))
		return f.Events()
	}
	for range 2 {
		require.Empty(t, endBlockAt(due-1), "it is not due")
		aside := types.Quarantine{GameId: b.ID, Error: "corrupt record", RetryHeight: due + kit.ClaimBlocks}
		require.Equal(t, []proto.Message{&types.EventGameQuarantined{GameId: b.ID, Quarantine: aside}}, endBlockAt(due))
		require.Equal(t, []types.Quarantine{aside}, asideNow(f))
		due = aside.RetryHeight + 1
	}
	require.NoError(t, progress.Set(f.Ctx, b.ID, good))
	require.Empty(t, endBlockAt(due-1), "it is not due")
	require.Contains(t, endBlockAt(due), &types.EventGameReleased{GameId: b.ID})
	require.Empty(t, asideNow(f))
}

// asideNow returns what is in quarantine.
func asideNow(f *kit.Fixture) []types.Quarantine {
	f.Helper()
	all, err := f.Keeper.Records().Quarantined.Iterate(f.Ctx, nil)
	require.NoError(f, err)
	aside, err := all.Values()
	require.NoError(f, err)
	return aside
}

// What fails outside of the rules stops the node: nothing of the melee is written.
func TestAStoreThatFailsStopsTheNode(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewBrawl(2)
	f.Ctx = f.Ctx.WithBlockHeight(b.Now().Deadline + 1)
	before := f.Snapshot()
	f.Store.SpoilRead = func(key []byte) error {
		if key[0] == types.MeleesPrefix.Bytes()[0] {
			return kit.ErrInjected
		}
		return nil
	}
	require.ErrorIs(t, f.Keeper.EndBlock(f.Ctx), kit.ErrInjected)
	f.Store.SpoilRead = nil
	require.Equal(t, before, f.Snapshot())
	require.NoError(t, f.Keeper.EndBlock(f.Ctx))
	require.True(t, b.Now().Extended)
}

// The gauges count melees with duels: those that gather and those that are played.
func TestACensusCountsMelees(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.NewBrawl(3)
	f.NewTable(2, nil)
	full := &kit.Brawl{Fixture: f}
	for i, p := range []kit.Player{kit.Alice, kit.Bob} {
		full.Boards = append(full.Boards, f.NewBrawler(p, kit.FleetNumber(i)))
	}
	full.Create(nil)
	full.Fill()
	figures, err := keeper.NewCensus(f.Keeper).Read(f.Ctx)
	require.NoError(t, err)
	require.Equal(t, 2, figures.Open)
	require.Equal(t, 1, figures.Running)
}
