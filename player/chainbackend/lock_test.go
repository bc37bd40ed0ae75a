package chainbackend_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// people are two players at their screens, in a game that has begun, in the order of their first shots.
func people(t *testing.T) (w *playertest.World, id uint64, tables [2]*chainbackend.Backend) {
	t.Helper()
	w = playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	for i, name := range []string{first, second} {
		tables[i] = backendOf(w, name)
		tables[i].Focus(id)
		mustShow(t, tables[i], func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().Fleets[s.Duel().Me] != nil })
	}
	w.Node.Advance(2) // what was sent before the programs began would be in a block by now
	return w, id, tables
}

// lock locks a tile in the opponent's turn, and returns the result of that.
func lock(t *testing.T, b tui.Backend, id uint64, tile game.Tile) <-chan error {
	t.Helper()
	mustShow(t, b, func(s tui.Snapshot) bool { return s.Duel().State.Actor != s.Duel().Me })
	done := make(chan error, 1)
	go func() { done <- b.Do(t.Context(), id, tui.Lock{Tile: tile}) }()
	mustShow(t, b, func(s tui.Snapshot) bool { return s.Duel().Locked != nil && *s.Duel().Locked == tile })
	return done
}

// sent waits for a move of a player that the node keeps out of blocks.
func sent(t *testing.T, b tui.Backend) {
	t.Helper()
	mustShow(t, b, func(s tui.Snapshot) bool { return s.Duel().Sending.Stage == text.StageSent })
}

// includeHeld lets the node make a block of the move that it has kept out, and returns that. It can have received it
// more than once.
func includeHeld(w *playertest.World) *types.MsgShootAndReveal {
	w.Helper()
	var held [][]byte
	w.Node.Change(func() {
		if held, w.Node.Held = w.Node.Held, nil; len(held) > 0 {
			w.Node.MakeBlock(held[0])
		}
	})
	require.NotEmpty(w, held)
	tx, err := w.ClientCtx.TxConfig.TxDecoder()(held[0])
	require.NoError(w, err)
	require.Len(w, tx.GetMsgs(), 1)
	move, ok := tx.GetMsgs()[0].(*types.MsgShootAndReveal)
	require.True(w, ok)
	return move
}

// Two people who lock their tiles need two blocks for a round, since each answer goes with the next shot. In turn they
// need four: a shot and its answer each.
func TestARoundOfLockedTilesTakesTwoBlocks(t *testing.T) {
	t.Parallel()
	const rounds = 5
	height := func(w *playertest.World) int64 {
		w.Node.Lock()
		defer w.Node.Unlock()
		return w.Node.Chain.Height()
	}
	t.Run("locked", func(t *testing.T) {
		t.Parallel()
		w, id, tables := people(t)
		w.Node.Change(func() { w.Node.Hold = true })
		before := height(w)
		locked := [2]<-chan error{1: lock(t, tables[1], id, 0)}
		go func() { _ = tables[0].Do(t.Context(), id, tui.Shoot{Tile: 0}) }()
		for i := range 2 * rounds {
			shooter := tables[i%2]
			sent(t, shooter)
			move := includeHeld(w)
			require.NotEmpty(t, move.Target)
			require.Equal(t, i > 0, move.Opening != nil, "each shot after the first goes with an answer")
			if i > 0 {
				require.NoError(t, <-locked[i%2])
			}
			locked[i%2] = lock(t, shooter, id, game.Tile((i+2)/2))
		}
		require.Equal(t, int64(2*rounds), height(w)-before)
	})
	t.Run("in turn", func(t *testing.T) {
		t.Parallel()
		w, id, tables := people(t)
		before := height(w)
		for i := range 2 * rounds {
			turn(t, tables[i%2])
			require.NoError(t, tables[i%2].Do(t.Context(), id, tui.Shoot{Tile: game.Tile(i / 2)}))
			turn(t, tables[1-i%2]) // which has answered
		}
		require.Equal(t, int64(4*rounds), height(w)-before)
	})
}

// Enter at another tile moves the lock, and esc takes it back: then the answer goes alone.
func TestALockIsMovedAndTakenBack(t *testing.T) {
	t.Parallel()
	_, id, tables := people(t)
	first := lock(t, tables[1], id, 3)
	second := lock(t, tables[1], id, 4)
	require.NoError(t, <-first)
	require.NoError(t, tables[1].Do(t.Context(), id, tui.Unlock{}))
	require.NoError(t, <-second)
	mustShow(t, tables[1], func(s tui.Snapshot) bool { return s.Duel().Locked == nil })
	require.NoError(t, tables[0].Do(t.Context(), id, tui.Shoot{Tile: 3}))
	snap := turn(t, tables[1])
	require.False(t, snap.Duel().State.HasPending, "the answer was sent, and no shot")
	require.ErrorContains(t, tables[0].Do(t.Context(), id, tui.Lock{Tile: 3}), "D1 was fired at before")
}

// Off-chain a locked tile goes with the answer, too.
func TestATileIsLockedOffChain(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	table, id := offChainTable(t, h)
	bobs := duel.Open(h.ChannelPlayer(bob), id)
	t.Cleanup(func() { _ = bobs.Close() })
	table.Focus(id)
	snap := mustShow(t, table, func(s tui.Snapshot) bool {
		g := s.Duel()
		return g != nil && g.OffChain && g.State.Phase == game.PhasePlay && g.Fleets[g.Me] != nil
	})
	if snap.Duel().State.Actor == snap.Duel().Me {
		require.NoError(t, table.Do(t.Context(), id, tui.Shoot{Tile: 1}))
	}
	locked := lock(t, table, id, 2)
	_, err := bobs.Shoot(t.Context(), "A1")
	require.NoError(t, err)
	require.NoError(t, <-locked)
	mustShow(t, table, func(s tui.Snapshot) bool {
		return s.Duel().State.HasPending && s.Duel().State.Pending == 2 && s.Duel().Locked == nil
	})
}
