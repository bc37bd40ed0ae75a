package app_test

import (
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// checkSea: a game at sea stands where the join has left it, with the end of its lease as deadline. Ashore its progress
// never falls, and it is never at sea again. Games on chain know nothing of either.
func (w *watch) checkSea(g battleshiptypes.Game, x channel.Stand) {
	if !g.IsChannel() {
		require.Equal(w.t, channel.Stand{State: x.State}, x, "game %d", g.Id)
		return
	}
	require.NoError(w.t, g.Participants[game.Creator].Channel.Validate(), "game %d", g.Id)
	if len(g.Participants) < battleshiptypes.PlayersPerGame {
		return
	}
	c, err := g.Channel(w.app.ChainID())
	require.NoError(w.t, err, "game %d", g.Id)
	before, was := w.ashore[g.Id]
	if x.AtSea {
		require.False(w.t, was, "game %d is at sea again", g.Id)
		first, err := c.SetOut(g.LeaseBlocks)
		require.NoError(w.t, err, "game %d", g.Id)
		require.Equal(w.t, first, x, "game %d", g.Id)
		return
	}
	if w.ashore == nil {
		w.ashore = make(map[uint64]int)
	}
	require.GreaterOrEqual(w.t, x.State.Progress(), before, "progress of game %d", g.Id)
	w.ashore[g.Id] = x.State.Progress()
}
