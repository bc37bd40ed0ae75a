package session_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session/duel"
)

// The creator of an open game is present while its program runs, unless it hides, and a match prefers its game.
func TestAMatchPrefersACreatorWhoIsPresent(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	offer := func(name string, hidden bool) (*duel.Session, []byte) {
		p := h.ChannelPlayer(name)
		p.Hidden = hidden
		s, _, err := duel.Create(t.Context(), p, fastWish(t, h.URL))
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, s.Close()) })
		v, err := s.Look(t.Context())
		require.NoError(t, err)
		return s, v.Game.Participants[0].Channel.Key
	}
	attend := func(s *duel.Session) {
		_, _, acted, err := s.Advance(t.Context(), nil)
		require.NoError(t, err)
		require.False(t, acted)
	}
	present := func(keys ...[]byte) int { return len(relay.PresentAt(t.Context(), h.URL, keys)) }
	away, awayKey := offer(alice, false)
	hidden, hiddenKey := offer(mallory, true)
	shown, shownKey := offer(bob, false)
	require.Zero(t, present(awayKey, hiddenKey, shownKey))
	attend(hidden)
	attend(shown)
	require.Eventually(t, func() bool { return present(shownKey) == 1 }, time.Minute, time.Millisecond)
	require.Equal(t, 1, present(awayKey, hiddenKey, shownKey))

	joined, done, err := duel.Match(t.Context(), h.ChannelPlayer(carol), fastWish(t, h.URL))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, joined.Close()) })
	require.Equal(t, shown.GameID(), done.GameID)
	require.NotEqual(t, away.GameID(), done.GameID)

	for _, s := range []*duel.Session{joined, shown} {
		_, err := s.AwaitUpdate(t.Context(), 0)
		require.NoError(t, err)
	}
	both := func() bool { return joined.OpponentPresent() && shown.OpponentPresent() }
	require.Eventually(t, both, time.Minute, time.Millisecond)
	require.NoError(t, shown.Trouble(), "the line of the open game is that of the game")
}
