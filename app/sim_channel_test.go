package app_test

import (
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// checkChannel: an off-chain game stands where the join has left it, with its channel timeout as deadline. On-chain its
// progress never falls, and it is never off-chain again. Games on-chain know nothing of either.
func (w *watch) checkChannel(g battleshiptypes.Game, x channel.ChainState) {
	if !g.IsChannel() {
		require.Equal(w.t, channel.ChainState{State: x.State}, x, "game %d", g.Id)
		return
	}
	require.NoError(w.t, g.Participants[game.Creator].Channel.Validate(), "game %d", g.Id)
	if len(g.Participants) < battleshiptypes.PlayersPerGame {
		return
	}
	c, err := g.Channel(w.app.ChainID())
	require.NoError(w.t, err, "game %d", g.Id)
	before, was := w.onChain[g.Id]
	if x.OffChain {
		require.False(w.t, was, "game %d is off-chain again", g.Id)
		first, err := c.Open(g.ChannelTimeoutBlocks)
		require.NoError(w.t, err, "game %d", g.Id)
		require.Equal(w.t, first, x, "game %d", g.Id)
		return
	}
	if w.onChain == nil {
		w.onChain = make(map[uint64]int)
	}
	require.GreaterOrEqual(w.t, x.State.Progress(), before, "progress of game %d", g.Id)
	w.onChain[g.Id] = x.State.Progress()
}
