package chainbackend_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The screens show a price, and ask the node again once the fleet is placed. A node that shows another price then gets
// no signature.
func TestRegressionTheScreensPayAnotherPriceThanTheyHaveShown(t *testing.T) {
	w := playertest.New(t)
	id := w.Staked()
	var honest atomic.Bool
	w.ClientCtx = w.ClientCtx.WithClient(playertest.Lie(w.Node, "Game", func(g *types.QueryGameResponse) {
		if !honest.Load() {
			g.Game.Terms.Stake = nil
		}
	}))
	w.Node.Asked = func() { w.Node.MakeBlock() }
	table, err := chainbackend.New(t.Context(), backendOptions(w, bob))
	require.NoError(t, err)
	t.Cleanup(table.Close)
	wish := tui.Wish{Kind: tui.WishJoin, ID: id, Ruleset: game.Classic()}
	q, err := table.Quote(t.Context(), wish)
	require.NoError(t, err)
	for _, p := range q.Payments {
		require.NotEqual(t, "stake", p.What)
	}
	had, sent := w.Balance(bob), len(w.Node.Received)
	honest.Store(true)
	_, err = table.Enter(t.Context(), wish, playertest.FleetOf(t, game.Classic()))
	require.ErrorIs(t, err, types.ErrTerms)
	require.ErrorContains(t, err, "something else than you were shown")
	w.RequireUnpaid(bob, had, sent)

	_, err = table.Quote(t.Context(), wish)
	require.NoError(t, err)
	_, err = table.Enter(t.Context(), wish, playertest.FleetOf(t, game.Classic()))
	require.NoError(t, err)
}
