package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
)

// Whatever a relay does short of carrying nothing, a game takes three transactions, and ends as it would have.
func TestAttackAnOffChainGameOverAHostileRelay(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	evil := h.LoseUpdates()
	id := h.Started(game.Xaya())
	_, result := h.Bots(id, h.ChannelPlayer(alice), h.ChannelPlayer(bob))
	require.Equal(t, game.ReasonSunk, game.Reason(result.Reason))
	require.Equal(t, 3, h.Transactions())
	require.Greater(t, evil.Changed(), 5)
}
