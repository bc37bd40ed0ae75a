package chainbackend_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// offChainTable is Alice at her screens, in an off-chain game that Bob has joined.
func offChainTable(t *testing.T, h *playertest.OffChain) (*chainbackend.Backend, uint64) {
	t.Helper()
	h.Node.Asked = func() { h.Node.MakeBlock() }
	o := backendOptions(h.World, alice)
	o.Channel, o.Relay, o.Patience = true, h.URL, time.Hour
	table, err := chainbackend.New(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(table.Close)
	wish := tui.Wish{Kind: tui.WishCreate, Ruleset: game.Classic(), Casual: true, Clock: "100000"}
	q, err := table.Quote(t.Context(), wish)
	require.NoError(t, err)
	require.Contains(t, q.Notes, "Played off-chain: moves go straight to your opponent. If one of you leaves, the chain "+
		"decides.")
	id, err := table.Enter(t.Context(), wish, playertest.FleetOf(t, game.Classic()))
	require.NoError(t, err)
	_, err = duel.Open(h.ChannelPlayer(bob), id).Join(t.Context(), "", playertest.Choose(t))
	require.NoError(t, err)
	return table, id
}

// A fast game is entered as it was quoted: off-chain, joined if one waits, and on-chain if the relay does not answer.
func TestAFastGameOnTheScreens(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	h.Node.Asked = func() { h.Node.MakeBlock() }
	o := backendOptions(h.World, alice)
	o.Fast, o.OwnRelay = true, h.URL
	table, err := chainbackend.New(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(table.Close)
	enter := func(w tui.Wish, note string) (id uint64, offChain bool) {
		w.Ruleset, w.Fast = game.Classic(), true
		q, err := table.Quote(t.Context(), w)
		require.NoError(t, err)
		require.Contains(t, strings.Join(q.Notes, " "), note)
		id, err = table.Enter(t.Context(), w, playertest.FleetOf(t, game.Classic()))
		require.NoError(t, err)
		v, err := h.Open(alice, id).Look(t.Context())
		require.NoError(t, err)
		return id, v.Game.IsChannel()
	}
	waiting, _, err := duel.Create(t.Context(), h.ChannelPlayer(bob), duel.Wish{
		Ruleset: game.Classic(), Fleet: playertest.FleetOf(t, game.Classic()), Channel: true, Relay: h.URL,
	})
	require.NoError(t, err)
	id, offChain := enter(tui.Wish{Kind: tui.WishMatch}, "Played off-chain, unless the game that waits is on-chain.")
	require.Equal(t, waiting.GameID(), id)
	require.True(t, offChain)
	_, offChain = enter(tui.Wish{Kind: tui.WishCreate}, "Played off-chain: moves go straight")
	require.True(t, offChain)
	_, offChain = enter(tui.Wish{Kind: tui.WishCreate, Clock: "6m"}, "or you lose")
	require.False(t, offChain)
	h.Stop()
	_, offChain = enter(tui.Wish{Kind: tui.WishCreate}, "Played on-chain: no relay answers at "+h.URL)
	require.False(t, offChain)
}

// The lobby marks an open game whose creator's program runs.
func TestTheLobbyShowsPlayersWhoAreOnline(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	h.Node.Asked = func() { h.Node.MakeBlock() }
	s, _, err := duel.Create(t.Context(), h.ChannelPlayer(bob), duel.Wish{
		Ruleset: game.Classic(), Fleet: playertest.FleetOf(t, game.Classic()), Channel: true, Relay: h.URL,
	})
	require.NoError(t, err)
	o := backendOptions(h.World, alice)
	o.OwnRelay = h.URL
	table, err := chainbackend.New(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(table.Close)
	mustShow(t, table, func(s tui.Snapshot) bool { return len(s.Lobby.Open) == 1 && !s.Lobby.Open[0].Online })
	_, _, _, err = s.Advance(t.Context(), nil)
	require.NoError(t, err)
	mustShow(t, table, func(s tui.Snapshot) bool { return len(s.Lobby.Open) == 1 && s.Lobby.Open[0].Online })
	require.NoError(t, s.Close())
	mustShow(t, table, func(s tui.Snapshot) bool { return len(s.Lobby.Open) == 1 && !s.Lobby.Open[0].Online })
}

// The screens of a machine without the log showed the game as it had begun, and named a command of the prompt.
func TestRegressionALostLogIsRecoveredOnTheScreens(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Classic())
	h.Node.Asked = func() { h.Node.MakeBlock() }
	bobs, stop := context.WithCancel(t.Context())
	var group errgroup.Group
	group.Go(func() error {
		_, err := h.Bot(bobs, h.ChannelPlayer(bob), id, session.Observer{})
		return err
	})
	table := backendOf(h.World, alice)
	table.Focus(id)
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel() != nil && s.Duel().LogLost })
	require.NoError(t, table.Do(t.Context(), id, tui.Recover{}))
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return !s.Duel().OffChain && !s.Duel().LogLost })
	require.True(t, snap.Duel().State.Phase.InPlay())
	stop()
	require.ErrorIs(t, group.Wait(), context.Canceled)
}

// On the screens an off-chain game shows what its updates have said, and a shot brings the answer with it.
func TestAnOffChainGameOnTheScreens(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	table, id := offChainTable(t, h)
	bobs, stop := context.WithCancel(t.Context())
	var group errgroup.Group
	group.Go(func() error {
		_, err := h.Bot(bobs, h.ChannelPlayer(bob), id, session.Observer{})
		return err
	})
	table.Focus(id)
	mine := func(s tui.Snapshot) bool {
		g := s.Duel()
		return g != nil && g.OffChain && g.State.Owes == game.OwesShot && g.State.Actor == g.Me && !g.State.HasPending
	}
	for shots := range 5 {
		mustShow(t, table, mine)
		tile := game.Tile(99 - shots)
		require.NoError(t, table.Do(t.Context(), id, tui.Shoot{Tile: tile}))
		snap := mustShow(t, table, func(s tui.Snapshot) bool {
			return s.Duel().State.Sides[s.Duel().Me.Other()].Answered.Has(tile)
		})
		require.True(t, snap.Duel().OffChain)
	}
	snap := mustShow(t, table, mine)
	require.GreaterOrEqual(t, len(snap.Duel().Log), 20, "what was said off-chain is told")
	require.NoError(t, table.Do(t.Context(), id, tui.Concede{}))
	snap = mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Phase == game.PhaseOver })
	story := snap.Duel().Log
	require.GreaterOrEqual(t, len(story), 20, "the moves stay when the game is over")
	require.IsType(t, game.Over{}, story[len(story)-1].Event)
	require.NoError(t, group.Wait())
	stop()
	res, err := types.NewQueryClient(h.Client(bob).Conn()).Result(t.Context(), &types.QueryResultRequest{GameId: id})
	require.NoError(t, err)
	require.Equal(t, types.REASON_CONCEDED, res.Result.Reason)
}
