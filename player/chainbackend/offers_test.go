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
)

// The screens left such offers, too, with a line that they continue. A game held by a bot is the bot's.
func TestRegressionScreensLeaveOffersOpen(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	for _, r := range []*game.Ruleset{game.Xaya(), game.Classic()} {
		_, _, err := duel.Create(t.Context(), w.Player(alice), duel.Wish{
			Ruleset: r, Fleet: playertest.FleetOf(t, r), Casual: true,
		})
		require.NoError(t, err)
	}
	o := backendOptions(w, alice)
	o.Share = func(_, _ string, id uint64) (io.Closer, error) {
		if id == 2 {
			return nil, errors.New("a bot plays it")
		}
		return io.NopCloser(nil), nil
	}
	over, stop := context.WithCancel(t.Context())
	stop()
	w.Node.Silent = w.BlocksAfter(over)
	table, err := chainbackend.New(t.Context(), o)
	require.NoError(t, err)
	defer table.Close()
	gone, err := table.Withdraw(t.Context())
	require.NoError(t, err)
	require.Equal(t, []uint64{1}, gone)
	_, err = w.Open(bob, 1).Look(t.Context())
	require.Equal(t, codes.NotFound, status.Code(err))
	v, err := w.Open(bob, 2).Look(t.Context())
	require.NoError(t, err)
	require.False(t, v.State.Withdrawn())
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
