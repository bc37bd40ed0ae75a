package chainbackend_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// waiting returns screens of alice that have opened game 1 with a clock, and show it.
func waiting(w *playertest.World, ctx context.Context, kind tui.WishKind, clock, stake string) *chainbackend.Backend {
	w.Helper()
	w.Node.Asked = func() { w.Node.MakeBlock() }
	table := backendOf(w, alice)
	wish := tui.Wish{Kind: kind, Ruleset: game.Xaya(), Clock: clock, Stake: stake}
	id, err := table.Enter(ctx, wish, playertest.FleetOf(w.T, game.Xaya()))
	require.NoError(w, err)
	table.Focus(id)
	mustShow(w.T, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().State.Phase == game.PhaseOpen })
	return table
}

func TestAttackAnOfferIsOpenedAgain(t *testing.T) {
	t.Parallel()
	params := types.LocalParams()
	params.OpenBlocks, params.TurnBlocksCorrespondence = 60, 80
	for name, c := range map[string]struct {
		kind     tui.WishKind
		clock    string
		stake    string
		reopened uint64
	}{
		"created":        {tui.WishCreate, "1m", "", 2},
		"matched":        {tui.WishMatch, "", "", 2},
		"correspondence": {tui.WishCreate, "80s", "", 0},
		// A node could hide that such a game was joined: the clock of this machine does not confirm that its time is over.
		"with coins in it": {tui.WishCreate, "1m", "5anchor", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := playertest.New(t, chain.WithParams(params))
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			table := waiting(w, ctx, c.kind, c.clock, c.stake)
			v, err := w.Open(bob, 1).Look(ctx)
			require.NoError(t, err)
			w.Node.Advance(v.State.Deadline - v.Height + 1)
			s := mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Phase == game.PhaseCancelled })
			if c.reopened == 0 {
				requireGone(w, ctx, table, s)
				return
			}
			mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().Reopened == c.reopened })
			v, err = w.Open(bob, 2).Look(ctx)
			require.NoError(t, err)
			require.Equal(t, game.PhaseOpen, v.State.Phase)
			require.Equal(t, w.Address(alice), v.Game.Participants[0].Address)
		})
	}
}

// A game that its player takes back stays taken back.
func TestAWithdrawnOfferIsNotOpenedAgain(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	table := waiting(w, ctx, tui.WishCreate, "1m", "")
	require.NoError(t, table.Do(ctx, 1, tui.Cancel{}))
	w.Node.Advance(game.WithdrawBlocks + 1)
	s := mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Phase == game.PhaseCancelled })
	requireGone(w, ctx, table, s)
}

// requireGone requires that nothing was opened in place of game 1: the player's next game is game 2.
func requireGone(w *playertest.World, ctx context.Context, table *chainbackend.Backend, s tui.Snapshot) {
	w.Helper()
	require.Zero(w, s.Duel().Reopened)
	r := game.Classic()
	id, err := table.Enter(ctx, tui.Wish{Kind: tui.WishCreate, Ruleset: r}, playertest.FleetOf(w.T, r))
	require.NoError(w, err)
	require.EqualValues(w, 2, id)
}
