package cli_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A player sleeps, its opponent submits the beginning of the game, and a third party has the newest state on-chain
// before the turn is over. It has exported files and a key that plays no game.
func TestAWatchtowerAnswersForAnAbsentPlayer(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	liar, sleeper := h.Play(id, 30)
	before := h.View(sleeper, id).State.Progress()
	file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.proof", id))
	must(h.World, fmt.Sprintf("channel export %d %s --from %s", id, file, sleeper))

	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var told strings.Builder
	ended := make(chan error, 1)
	go func() {
		ended <- runTo(h.World, ctx, &told, &strings.Builder{}, "channel watch "+file+" --from mallory -o json")
	}()
	_, err := h.Client(liar).Send(ctx, &types.MsgSubmitState{
		Sender: h.Client(liar).Key().Address.String(), GameId: id,
	})
	require.NoError(t, err)
	look := func() duel.View {
		v, err := h.Open(sleeper, id).Look(ctx)
		require.NoError(t, err)
		return v
	}
	for look().ChainState.State.Progress() < before {
		select {
		case err := <-ended:
			require.NoError(t, err)
			require.Fail(t, "the watchtower has ended", told.String())
		case <-time.After(10 * time.Millisecond):
		}
	}
	require.Equal(t, before, look().ChainState.State.Progress())
	require.False(t, look().OffChain)

	_, result := h.Bots(id, h.ChannelPlayer(alice), h.ChannelPlayer(bob))
	require.Equal(t, game.ReasonSunk, game.Reason(result.Reason))
	h.Node.Advance(1)
	require.NoError(t, <-ended, "it ends with its game")
	var kinds []string
	for line := range strings.Lines(told.String()) {
		var n struct {
			News string `json:"news"`
		}
		require.NoError(t, json.Unmarshal([]byte(line), &n))
		kinds = append(kinds, n.News)
	}
	require.Equal(t, []string{"held", "on-chain", "submitted", "ended"}, kinds)
}
