package kit

import (
	"strconv"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// replayMelees feeds events to the replays of melees, and compares each melee that they concern with its records.
func (f *Fixture) replayMelees(events []proto.Message) {
	f.Helper()
	changed := make(map[uint64]*replay.Melee)
	for _, event := range events {
		if created, ok := event.(*types.EventMeleeCreated); ok {
			r, err := replay.NewMelee(created, f.Height())
			require.NoError(f, err)
			f.MeleeReplays[created.GameId] = r
			changed[created.GameId] = r
			continue
		}
		if r, ok := f.MeleeReplays[gameOf(event)]; ok {
			require.NoError(f, r.Apply(event, f.Height()), "%T", event)
			changed[gameOf(event)] = r
		}
	}
	for id, r := range changed {
		f.compareMelee(id, r)
	}
}

// compareMelee compares a melee rebuilt from its events with its records.
func (f *Fixture) compareMelee(id uint64, r *replay.Melee) {
	f.Helper()
	require.True(f, r.Complete(), "melee %d: something that follows is missing", id)
	c := f.Records
	if r.State().Stage.Ended() {
		has, err := c.Melees.Has(f.Ctx, id)
		require.NoError(f, err)
		require.False(f, has, "melee %d has ended by its events, but is kept", id)
		return
	}
	m, err := c.Melees.Get(f.Ctx, id)
	require.NoError(f, err)
	require.Equal(f, m, r.Melee(), "what is fixed of melee %d by its events and as stored", id)
	require.Equal(f, f.MeleeState(id), r.State(), "melee %d by its events and as stored", id)
	for _, b := range r.Boards() {
		board, err := c.MeleeBoards.Get(f.Ctx, collections.Join(id, b.Seat))
		require.NoError(f, err)
		require.Equal(f, board, b.Board)
	}
	for _, a := range r.Aims() {
		aim, err := c.Aims.Get(f.Ctx, collections.Join(id, a.Seat))
		require.NoError(f, err)
		require.Equal(f, aim, a.Aim)
	}
}

// Replay feeds the events that were emitted last to the replays, and compares every unfinished game with its
// records.
func (f *Fixture) Replay() {
	f.Helper()
	found, events := f.FoundGames(), f.Events()
	f.replayMelees(events)
	concerned := make(map[uint64]bool)
	for _, event := range events {
		concerned[gameOf(event)] = true
		if id := gameOf(event); id > 0 {
			require.Contains(f, found, strconv.FormatUint(id, 10), "%T is found by its game", event)
		}
		if created, ok := event.(*types.EventGameCreated); ok {
			r, err := replay.NewDuel(created, f.Height())
			require.NoError(f, err)
			f.Replays[created.GameId] = r
			continue
		}
		if r, ok := f.Replays[gameOf(event)]; ok {
			require.NoError(f, r.Apply(event, f.Height()))
		}
	}
	for id, r := range f.Replays {
		if r.State().Phase.Ended() {
			require.False(f, concerned[id] && f.Has(id), "game %d has ended by its events, but is kept", id)
			continue
		}
		require.Equal(f, f.ChainState(id), r.ChainState(), "game %d by its events and as stored", id)
		g, err := f.Keeper.Records().Games.Get(f.Ctx, id)
		require.NoError(f, err)
		require.Equal(f, g, r.Game(), "what is fixed of game %d by its events and as stored", id)
	}
}

// gameOf returns the game that an event is about, 0 if it is about none.
func gameOf(event proto.Message) uint64 {
	if e, ok := event.(interface{ GetGameId() uint64 }); ok {
		return e.GetGameId()
	}
	return 0
}
