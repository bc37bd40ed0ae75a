package duel_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// A second program of the player's ends the line of the first one. It is dialled again when the game begins.
func TestALineThatHasEndedIsDialledAgainForTheGame(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	h := playertest.NewOffChain(t)
	first, _, err := duel.Create(ctx, h.ChannelPlayer(chain.Alice), duel.Wish{
		Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()), Channel: true, Relay: h.URL,
	})
	require.NoError(t, err)
	second := duel.Open(h.ChannelPlayer(chain.Alice), first.GameID())
	v, err := first.Look(ctx)
	require.NoError(t, err)
	keys := [][]byte{v.Game.Participants[game.Creator].Channel.Key}
	for _, s := range []*duel.Session{first, second} {
		_, _, _, err := s.Advance(ctx, nil)
		require.NoError(t, err)
		require.Eventually(t, func() bool { return len(relay.PresentAt(ctx, h.URL, keys)) == 1 }, time.Minute,
			time.Millisecond)
	}
	require.Eventually(t, first.LineEnded, time.Minute, time.Millisecond)
	require.NoError(t, second.Close())

	_, err = duel.Open(h.ChannelPlayer(chain.Bob), first.GameID()).Join(ctx, "", playertest.Choose(t))
	require.NoError(t, err)
	_, err = first.AwaitUpdate(ctx, 0)
	require.NoError(t, err)
	require.False(t, first.LineEnded())
	require.NoError(t, first.Close())
}
