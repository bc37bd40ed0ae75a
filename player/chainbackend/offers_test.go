package chainbackend_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/tui"
)

// The screens left their offers open, with a line that these continue; later they withdrew those of other programs,
// too, whose invite codes may be with friends. A game held by a bot is the bot's.
func TestRegressionScreensWithdrawTheirOwnOffersAlone(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	_, _, err := duel.Create(t.Context(), w.Player(alice), duel.Wish{
		Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()), Casual: true,
	})
	require.NoError(t, err)
	o := backendOptions(w, alice)
	held := make(map[uint64]bool)
	o.Share = func(_, _ string, id uint64) (io.Closer, error) {
		if held[id] {
			return nil, errors.New("a bot plays it")
		}
		return io.NopCloser(nil), nil
	}
	w.Node.Asked = func() { w.Node.MakeBlock() }
	table, err := chainbackend.New(t.Context(), o)
	require.NoError(t, err)
	defer table.Close()
	for range 2 {
		_, err := table.Enter(t.Context(), tui.Wish{Kind: tui.WishCreate, Ruleset: game.Xaya()},
			playertest.FleetOf(t, game.Xaya()))
		require.NoError(t, err)
	}
	mustShow(t, table, func(s tui.Snapshot) bool { return len(s.Lobby.Running) == 3 })
	held[3] = true
	gone, err := table.Withdraw(t.Context())
	require.NoError(t, err)
	require.Equal(t, []uint64{2}, gone)
	_, err = w.Open(bob, 2).Look(t.Context())
	require.Equal(t, codes.NotFound, status.Code(err))
	for _, id := range []uint64{1, 3} {
		v, err := w.Open(bob, id).Look(t.Context())
		require.NoError(t, err)
		require.False(t, v.State.Withdrawn())
	}
}

// Offers were withdrawn one after the other, each some blocks after the last, and the first that an opponent had joined
// kept the others open.
func TestRegressionAllOffersAreWithdrawnAtOnce(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	for range 4 {
		_, _, err := duel.Create(t.Context(), w.Player(alice), duel.Wish{
			Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()), Casual: true,
		})
		require.NoError(t, err)
	}
	_, err := w.Open(bob, 2).Join(t.Context(), "", func(*game.Ruleset) (game.Fleet, error) {
		return playertest.FleetOf(t, game.Xaya()), nil
	})
	require.NoError(t, err)
	before := w.Node.Chain.Height()
	over, stop := context.WithCancel(t.Context())
	stop()
	w.Node.Silent = w.BlocksAfter(over)
	gone, err := duel.WithdrawOffers(t.Context(), w.Player(alice), []uint64{1, 2, 3, 4})
	require.NoError(t, err)
	require.Equal(t, []uint64{1, 3, 4}, gone)
	require.Less(t, w.Node.Chain.Height()-before, int64(4*game.WithdrawBlocks), "one after the other takes 28")
}
