package session_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/phrase"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session/duel"
)

// A phrase arrives before any state of the game, and nothing of it is in a block. A stranger's is dropped.
func TestAttackPlayersTalkInAnOffChainGame(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	sent := h.Transactions()
	players := make([]*duel.Session, 2)
	for i, name := range []string{alice, bob} {
		players[i] = duel.Open(h.ChannelPlayer(name), id)
		require.ErrorContains(t, players[i].Say(1), "off-chain")
		_, err := players[i].AwaitUpdate(t.Context(), 0)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, players[i].Close()) })
	}
	a, b := players[0], players[1]
	require.Eventually(t, func() bool { return a.OpponentPresent() && b.OpponentPresent() }, time.Minute, time.Millisecond)

	key := secp256k1.GenPrivKey()
	stranger, err := relay.Dial(t.Context(), h.URL, key.PubKey().Bytes(), key.Sign)
	require.NoError(t, err)
	t.Cleanup(stranger.Close)
	v, err := b.Look(t.Context())
	require.NoError(t, err)
	note, err := phrase.Write(channel.ID{}, 5, time.Now(), key.Sign)
	require.NoError(t, err)
	require.NoError(t, stranger.SendNote(v.Game.Participants[1].Channel.Key, note))

	require.NoError(t, a.Say(1))
	require.ErrorContains(t, a.Say(2), "wait some seconds")
	require.ErrorContains(t, b.Say(9), "expected 1 to 8")
	require.Eventually(t, func() bool { return b.Heard() == 1 }, time.Minute, time.Millisecond)
	require.Zero(t, a.Heard())
	require.NoError(t, b.Say(8))
	require.Eventually(t, func() bool { return a.Heard() == 8 }, time.Minute, time.Millisecond)
	require.Equal(t, sent, h.Transactions())
	require.Zero(t, v.State.Progress())
}
