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

	"github.com/cosmos/cosmos-sdk/codec"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/deadline"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func newQueue(t require.TestingT) (deadline.Queue, context.Context) {
	service, ctx := colltest.MockStore()
	sb := collections.NewSchemaBuilder(service)
	q := deadline.New(sb, codec.NewProtoCodec(codectypes.NewInterfaceRegistry()))
	_, err := sb.Build()
	require.NoError(t, err)
	return q, ctx
}

// model is what a queue must be: a height for each id, and which of them are put aside.
type model struct {
	heights map[uint64]int64
	aside   map[uint64]types.Quarantine
}

func newModel() model {
	return model{heights: make(map[uint64]int64), aside: make(map[uint64]types.Quarantine)}
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
	require.Equal(t, m.heights, entries(ctx, t, q))
	require.Equal(t, m.heights, all(ctx, t, q.Heights()))
	require.Equal(t, m.aside, all(ctx, t, q.Quarantined()))
}

// entries returns the height of each id's entry.
func entries(ctx context.Context, t require.TestingT, q deadline.Queue) map[uint64]int64 {
	of := make(map[uint64]int64)
	for entry := range all(ctx, t, q.Entries()) {
		require.NotContains(t, of, entry.K2(), "a second entry")
		of[entry.K2()] = entry.K1()
	}
	return of
}

// all returns all that a collection holds.
func all[K comparable, V any](ctx context.Context, t require.TestingT, m records.Map[K, V]) map[K]V {
	found := make(map[K]V)
	require.NoError(t, m.Walk(ctx, nil, func(key K, value V) (bool, error) {
		found[key] = value
		return false, nil
	}))
	return found
}

func TestEachIDHasOneEntryAfterAnyOperations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, ctx := newQueue(t)
		m := newModel()
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
				id, from, to := id.Draw(t, "id"), height.Draw(t, "from"), height.Draw(t, "to")
				err := q.Move(ctx, id, from, to)
				if to >= from {
					require.NoError(t, err)
					return
				}
				if _, has := m.heights[id]; !has {
					require.ErrorIs(t, err, types.ErrCorrupt)
					return
				}
				require.NoError(t, err)
				m.heights[id] = to
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
				id, height := id.Draw(t, "id"), height.Draw(t, "height")
				released, err := q.Release(ctx, id, height)
				if _, has := m.heights[id]; !has {
					require.ErrorIs(t, err, types.ErrCorrupt)
					return
				}
				require.NoError(t, err)
				_, was := m.aside[id]
				require.Equal(t, was, released)
				m.heights[id] = height
				delete(m.aside, id)
			},
		})
	})
}

// duties are things with deadlines, and whether what is to be done about one that has passed fails for now.
type duties struct {
	queue     deadline.Queue
	deadlines map[uint64]int64
	fails     map[uint64]bool
	height    int64
}

// endBlock does what is due in a block, as far as it may do so much.
func (d *duties) endBlock(ctx context.Context, t *rapid.T, most int) {
	due, err := d.queue.Due(ctx, d.height, most)
	require.NoError(t, err)
	for _, id := range due {
		if d.deadlines[id] >= d.height {
			_, err := d.queue.Release(ctx, id, d.deadlines[id])
			require.NoError(t, err)
			continue
		}
		if d.fails[id] {
			require.NoError(t, d.queue.Quarantine(ctx, types.Quarantine{GameId: id, RetryHeight: d.height + 3}))
			continue
		}
		if rapid.Bool().Draw(t, "goes on") {
			d.deadlines[id] = d.height + 2
			_, err := d.queue.Release(ctx, id, d.deadlines[id])
			require.NoError(t, err)
			continue
		}
		_, err := d.queue.Drop(ctx, id)
		require.NoError(t, err)
		delete(d.deadlines, id)
	}
}

// However deadlines move, each has an entry at or before it, unless it waits in quarantine; so none that has passed is
// overlooked.
func TestEveryDeadlineHasAnEntry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, ctx := newQueue(t)
		d := duties{queue: q, deadlines: make(map[uint64]int64), fails: make(map[uint64]bool), height: 1}
		id, wait := rapid.Uint64Range(1, 6), rapid.Int64Range(0, 9)
		known := func(t *rapid.T) uint64 {
			id := id.Draw(t, "id")
			if _, has := d.deadlines[id]; !has {
				t.Skip("no such id")
			}
			return id
		}
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				at, aside := entries(ctx, t, q), all(ctx, t, q.Quarantined())
				require.Len(t, at, len(d.deadlines))
				for id, deadline := range d.deadlines {
					require.Contains(t, at, id)
					if q, waits := aside[id]; waits && at[id] == q.RetryHeight {
						continue
					}
					require.LessOrEqual(t, at[id], deadline)
				}
			},
			"begin": func(t *rapid.T) {
				id := id.Draw(t, "id")
				if _, has := d.deadlines[id]; has {
					t.Skip("begun")
				}
				d.deadlines[id], d.fails[id] = d.height+wait.Draw(t, "wait"), rapid.Bool().Draw(t, "fails")
				require.NoError(t, q.Put(ctx, id, d.deadlines[id]))
			},
			"move": func(t *rapid.T) {
				id, to := known(t), d.height+wait.Draw(t, "wait")
				require.NoError(t, q.Move(ctx, id, d.deadlines[id], to))
				d.deadlines[id] = to
			},
			"end": func(t *rapid.T) {
				id := known(t)
				_, err := q.Drop(ctx, id)
				require.NoError(t, err)
				delete(d.deadlines, id)
			},
			"mend": func(t *rapid.T) { d.fails[known(t)] = false },
			"a full block": func(t *rapid.T) {
				d.endBlock(ctx, t, 1)
				d.height++
			},
			"a block": func(t *rapid.T) {
				d.endBlock(ctx, t, 6)
				for id, deadline := range d.deadlines {
					if deadline < d.height {
						require.Contains(t, all(ctx, t, q.Quarantined()), id, "overdue and overlooked")
					}
				}
				d.height++
			},
		})
	})
}
