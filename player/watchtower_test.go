package player_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/demo"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A player sleeps, its opponent submits the beginning of the game, and a third party has the newest state on-chain
// before the turn is over. It has exported files and a key that plays no game.
func TestAWatchtowerAnswersForAnAbsentPlayer(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	id := h.afloat(game.Xaya())
	liar, sleeper := h.play(id, 30)
	before := h.written(sleeper, id).State.Progress()
	file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.proof", id))
	h.must(fmt.Sprintf("channel export %d %s --from %s", id, file, sleeper))

	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var told strings.Builder
	ended := make(chan error, 1)
	go func() {
		ended <- h.runTo(ctx, &told, &strings.Builder{}, "channel watch "+file+" --from mallory -o json")
	}()
	_, err := h.client(liar).Send(ctx, &types.MsgSubmitState{
		Sender: h.client(liar).Key().Address.String(), GameId: id,
	})
	require.NoError(t, err)
	look := func() session.View {
		v, err := h.open(sleeper, id).Look(ctx)
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

	_, result := h.bots(id, h.channelPlayer(alice), h.channelPlayer(bob))
	require.Equal(t, game.ReasonSunk, game.Reason(result.Reason))
	h.node.advance(1)
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

func TestAStagedOffChainGameCountsOnlyWithThreeTransactions(t *testing.T) {
	t.Parallel()
	good := demo.ChannelGame{
		Winner: "dave", Reason: "sunk", Txs: 3, Updates: 80, Reward: math.NewInt(42_000_000), Promised: 42_000_000,
	}
	for name, tc := range map[string]struct {
		change func(s *demo.ChannelGame)
		says   string
	}{
		"as it must be":   {func(*demo.ChannelGame) {}, ""},
		"one too many":    {func(s *demo.ChannelGame) { s.Txs = 4 }, "expected 3 transactions, got 4"},
		"one that failed": {func(s *demo.ChannelGame) { s.Failed = 1 }, "of which 1 failed"},
		"a timeout":       {func(s *demo.ChannelGame) { s.Reason = "timeout" }, "expected a winner by sunk"},
		"nobody":          {func(s *demo.ChannelGame) { s.Winner = "" }, "expected a winner by sunk"},
		"no reward": {
			func(s *demo.ChannelGame) { s.Reward, s.Promised = math.ZeroInt(), 0 }, "expected dave to hold",
		},
		"less than was said": {
			func(s *demo.ChannelGame) { s.Reward = math.NewInt(41_999_999) }, "but the bank says 41999999",
		},
		"not an update was sent": {func(s *demo.ChannelGame) { s.Updates = 0 }, "expected updates, got 0"},
	} {
		t.Run(name, func(t *testing.T) {
			s := good
			tc.change(&s)
			err := demo.ChannelReport{OffChain: s}.Check()
			if tc.says == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tc.says)
		})
	}
}
