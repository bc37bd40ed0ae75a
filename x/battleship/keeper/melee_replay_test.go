package keeper_test

import (
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// replayMelees feeds events to the replays of melees, and compares every melee they are about with what is stored.
func (f *fixture) replayMelees(events []proto.Message) {
	f.Helper()
	changed := make(map[uint64]*replay.Melee)
	for _, event := range events {
		if created, ok := event.(*types.EventMeleeCreated); ok {
			r, err := replay.NewMelee(created, f.height())
			require.NoError(f, err)
			f.meleeReplays[created.GameId] = r
			changed[created.GameId] = r
			continue
		}
		if r, ok := f.meleeReplays[gameOf(event)]; ok {
			require.NoError(f, r.Apply(event, f.height()), "%T", event)
			changed[gameOf(event)] = r
		}
	}
	for id, r := range changed {
		f.compareMelee(id, r)
	}
}

// compareMelee compares a melee by its events with what is stored of it.
func (f *fixture) compareMelee(id uint64, r *replay.Melee) {
	f.Helper()
	require.True(f, r.Complete(), "melee %d: something that follows is missing", id)
	c := f.records
	if r.State().Stage.Ended() {
		has, err := c.Melees.Has(f.ctx, id)
		require.NoError(f, err)
		require.False(f, has, "melee %d has ended by its events, but is kept", id)
		return
	}
	m, err := c.Melees.Get(f.ctx, id)
	require.NoError(f, err)
	require.Equal(f, m, r.Melee(), "what is fixed of melee %d by its events and as stored", id)
	require.Equal(f, f.meleeState(id), r.State(), "melee %d by its events and as stored", id)
	for _, b := range r.Boards() {
		board, err := c.MeleeBoards.Get(f.ctx, collections.Join(id, b.Seat))
		require.NoError(f, err)
		require.Equal(f, board, b.Board)
	}
	for _, a := range r.Aims() {
		aim, err := c.Aims.Get(f.ctx, collections.Join(id, a.Seat))
		require.NoError(f, err)
		require.Equal(f, aim, a.Aim)
	}
}
