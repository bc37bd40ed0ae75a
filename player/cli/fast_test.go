package cli_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/spf13/viper"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
)

// A live game is off-chain over the relay of client.toml. --channel=false, a slow clock or a silent relay put it
// on-chain, and a rematch is played as the game before it.
func TestALiveGameIsOffChainUnlessItsPlayerSaysOtherwise(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	h.ClientCtx.Viper = viper.New()
	h.ClientCtx.Viper.Set("relay", h.URL)
	games := uint64(0)
	enter := func(line string) (offChain bool, stderr string) {
		_, stderr, err := run(h.World, line+" -y")
		require.NoError(t, err, line)
		games++
		v, err := h.Open(alice, games).Look(t.Context())
		require.NoError(t, err)
		return v.Game.IsChannel(), stderr
	}
	offChain, said := enter("create --from alice")
	require.True(t, offChain)
	require.Contains(t, said, "played off-chain over "+h.URL)
	offChain, _ = enter("create --clock 5m --from alice")
	require.True(t, offChain)
	offChain, said = enter("create --clock 6m --from alice")
	require.False(t, offChain)
	require.NotContains(t, said, "relay")
	offChain, _ = enter("create --channel=false --from alice")
	require.False(t, offChain)
	offChain, _ = enter("match --ruleset xaya --from alice")
	require.True(t, offChain)

	require.Contains(t, must(h.World, "match --ruleset xaya --from bob -y"), "Game 5, ")
	must(h.World, "channel submit 5 --from bob -y")
	must(h.World, "concede 5 --from alice -y")
	must(h.World, "claim 5 --from bob -y")
	offChain, said = enter("rematch 5 --casual --from alice")
	require.True(t, offChain)
	require.Contains(t, said, "As in game 5: off-chain, ")

	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := h.Bot(ctx, h.ChannelPlayer(alice), 1, session.Observer{})
		ended <- err
	}()
	online := func() bool { return strings.Contains(must(h.World, "lobby"), "rated, off-chain, online") }
	require.Eventually(t, online, time.Minute, time.Millisecond)
	stop()
	require.ErrorIs(t, <-ended, context.Canceled)

	h.Stop()
	offChain, said = enter("create --casual --from alice")
	require.False(t, offChain)
	require.Contains(t, said, "Played on-chain: no relay answers at "+h.URL+" (connection refused)")
	_, _, err := run(h.World, "create --relay "+h.URL+" --from alice -y")
	require.ErrorContains(t, err, "no relay answers at")
}
