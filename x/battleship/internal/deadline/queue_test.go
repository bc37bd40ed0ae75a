package deadline_test

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cosmossdk.io/collections"
	"cosmossdk.io/collections/colltest"

	moduletestutil "github.com/cosmos/cosmos-sdk/types/module/testutil"

	"github.com/battleship-chain/battleship/x/battleship/internal/deadline"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func newQueue(t require.TestingT) (deadline.Queue, context.Context) {
	service, ctx := colltest.MockStore()
	sb := collections.NewSchemaBuilder(service)
	q := deadline.NewQueue(sb, moduletestutil.MakeTestEncodingConfig().Codec)
	_, err := sb.Build()
	require.NoError(t, err)
	return q, ctx
}

// model is what a queue must be: a height for each id, and which of them are put aside.
type model struct {
	heights map[uint64]int64
	aside   map[uint64]types.Quarantine
}

// due returns the ids whose height has passed.
func (m model) due(height int64) []uint64 {
	ids := slices.SortedFunc(maps.Keys(m.heights), func(a, b uint64) int {
		return cmp.Or(cmp.Compare(m.heights[a], m.heights[b]), cmp.Compare(a, b))
	})
	return slices.DeleteFunc(ids, func(id uint64) bool { return m.heights[id] >= height })
}

// check compares a queue with its model: each id has exactly one entry, and nothing is left of those that were dropped.
func (m model) check(ctx context.Context, t require.TestingT, q deadline.Queue) {
	entries := make(map[uint64]int64)
	require.NoError(t, q.Entries.Walk(ctx, nil, func(entry collections.Pair[int64, uint64]) (bool, error) {
		require.NotContains(t, entries, entry.K2(), "a second entry")
		entries[entry.K2()] = entry.K1()
		return false, nil
	}))
	require.Equal(t, m.heights, entries)
	heights := make(map[uint64]int64)
	require.NoError(t, q.Heights.Walk(ctx, nil, func(id uint64, height int64) (bool, error) {
		heights[id] = height
		return false, nil
	}))
	require.Equal(t, m.heights, heights)
	aside := make(map[uint64]types.Quarantine)
	require.NoError(t, q.Quarantined.Walk(ctx, nil, func(id uint64, of types.Quarantine) (bool, error) {
		aside[id] = of
		return false, nil
	}))
	require.Equal(t, m.aside, aside)
}

func TestEachIDHasOneEntryWhateverIsDone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, ctx := newQueue(t)
		m := model{heights: make(map[uint64]int64), aside: make(map[uint64]types.Quarantine)}
		id, height := rapid.Uint64Range(1, 6), rapid.Int64Range(0, 8)
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) { m.check(ctx, t, q) },
			"put": func(t *rapid.T) {
				id, height := id.Draw(t, "id"), height.Draw(t, "height")
				err := q.Put(ctx, id, height)
				if _, has := m.heights[id]; has {
					require.ErrorIs(t, err, types.ErrCorrupt)
					return
				}
				require.NoError(t, err)
				m.heights[id] = height
			},
			"move": func(t *rapid.T) {
				id, height := id.Draw(t, "id"), height.Draw(t, "height")
				err := q.Move(ctx, id, height)
				if _, has := m.heights[id]; !has {
					require.ErrorIs(t, err, types.ErrCorrupt)
					return
				}
				require.NoError(t, err)
				m.heights[id] = height
			},
			"drop": func(t *rapid.T) {
				id := id.Draw(t, "id")
				released, err := q.Drop(ctx, id)
				require.NoError(t, err)
				_, was := m.aside[id]
				require.Equal(t, was, released)
				delete(m.heights, id)
				delete(m.aside, id)
			},
			"due": func(t *rapid.T) {
				height, most := height.Draw(t, "height"), rapid.IntRange(0, 7).Draw(t, "most")
				due, err := q.Due(ctx, height, most)
				require.NoError(t, err)
				want := m.due(height)
				require.Equal(t, append([]uint64(nil), want[:min(most, len(want))]...), due)
			},
			"quarantine": func(t *rapid.T) {
				aside := types.Quarantine{GameId: id.Draw(t, "id"), Error: "panic", RetryHeight: height.Draw(t, "height")}
				if _, has := m.heights[aside.GameId]; !has {
					t.Skip("not in the queue")
				}
				require.NoError(t, q.Quarantine(ctx, aside))
				m.heights[aside.GameId], m.aside[aside.GameId] = aside.RetryHeight, aside
			},
			"release": func(t *rapid.T) {
				id := id.Draw(t, "id")
				released, err := q.Release(ctx, id)
				require.NoError(t, err)
				_, was := m.aside[id]
				require.Equal(t, was, released)
				delete(m.aside, id)
			},
		})
	})
}
