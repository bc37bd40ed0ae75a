package chainbackend_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// againstBot sits alice down and begins a game against a bot of her own.
func againstBot(w *playertest.World, ctx context.Context, r *game.Ruleset) (*chainbackend.Backend, uint64) {
	w.Helper()
	w.Node.Asked = func() { w.Node.MakeBlock() }
	table := backendOf(w, alice)
	id, err := table.Enter(ctx, tui.Wish{Kind: tui.WishBot, Ruleset: r}, playertest.FleetOf(w.T, r))
	require.NoError(w, err)
	table.Focus(id)
	return table, id
}

// Once play against the bot offered another game beside the one that was not over, without a word.
func TestPlayAgainstTheBotResumesTheUnfinishedGame(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	r := game.Xaya()
	table, id := againstBot(w, ctx, r)
	turn(t, table)
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return len(s.Lobby.Running) == 1 && s.Lobby.Running[0].OwnBot })
	require.Equal(t, id, snap.Lobby.Running[0].ID)
	table.Close()

	next := backendOf(w, alice)
	for _, ruleset := range []*game.Ruleset{nil, r} {
		o, err := next.BeginBot(ctx, ruleset)
		require.NoError(t, err)
		require.Equal(t, program.Options{Game: id, Notice: text.Sentence(text.WithBot(id))}, o)
	}
	o, err := next.BeginBot(ctx, game.Classic())
	require.NoError(t, err)
	require.Equal(t, program.Options{Enter: &tui.Wish{Kind: tui.WishBot, Ruleset: game.Classic()}}, o, "the other ruleset")

	next.Focus(id)
	turn(t, next)
	require.NoError(t, next.Do(ctx, id, tui.Concede{}))
	mustShow(t, next, func(s tui.Snapshot) bool {
		return s.Duel().State.Phase == game.PhaseOver && len(s.Lobby.Running) == 0
	})
	o, err = next.BeginBot(ctx, nil)
	require.NoError(t, err)
	require.Zero(t, o.Game)

	// A casual game against somebody else is none against the bot.
	_, _, err = duel.Create(ctx, w.Player(alice), duel.Wish{
		Ruleset: r, Fleet: playertest.FleetOf(t, r), Casual: true, Opponent: chain.NewAccount(bob).String(),
	})
	require.NoError(t, err)
	o, err = backendOf(w, alice).BeginBot(ctx, r)
	require.NoError(t, err)
	require.Zero(t, o.Game)
}

// Once a game against the own bot could not be played again.
func TestARematchWithTheOwnBotIsAnotherGameOfTheSameTerms(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	r := game.Xaya()
	table, id := againstBot(w, ctx, r)
	turn(t, table)
	require.NoError(t, table.Do(ctx, id, tui.Concede{}))
	over := func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().State.Phase == game.PhaseOver }
	mustShow(t, table, over)
	table.Close()

	table = backendOf(w, alice) // which knows the game by its end alone
	table.Focus(id)
	snap := mustShow(t, table, over)
	require.True(t, snap.Duel().CanRematch)
	wish := tui.Wish{Kind: tui.WishRematch, ID: id, Ruleset: r}
	q, err := table.Quote(ctx, wish)
	require.NoError(t, err)
	require.Equal(t, "Create a xaya game against a bot of your own, 3d a move", q.Title)
	require.Contains(t, q.Notes, "Casual: no reward and no rating.")
	again, err := table.Enter(ctx, wish, playertest.FleetOf(t, r))
	require.NoError(t, err)
	require.NotEqual(t, id, again)
	table.Focus(again)
	snap = turn(t, table)
	require.True(t, snap.Duel().OwnBot)
}

// Once a bot whose allowance was used up moved no more, and nothing could be done about it.
func TestTheAllowanceOfAnOwnBotIsRenewed(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	table, id := againstBot(w, ctx, game.Xaya())
	snap := turn(t, table)
	v, err := w.Open(alice, id).Look(ctx)
	require.NoError(t, err)
	bot, err := sdk.AccAddressFromBech32(v.Game.Participants[game.Joiner].Address)
	require.NoError(t, err)
	revoke := feegrant.NewMsgRevokeAllowance(chain.NewAccount(alice).Address, bot)
	_, err = w.Client(alice).Send(ctx, &revoke)
	require.NoError(t, err)
	tile := game.Tile(0)
	for ; snap.Duel().State.Sides[game.Joiner].Answered.Has(tile); tile++ {
	}
	require.NoError(t, table.Do(ctx, id, tui.Shoot{Tile: tile}))
	snap = mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().BotFees != "" })
	require.True(t, strings.HasSuffix(snap.Duel().BotFees, " ANCHOR"), snap.Duel().BotFees)
	require.Contains(t, snap.Duel().Notice, "the fees that you allowed your bot are used up or over")

	require.NoError(t, table.Do(ctx, id, tui.PayBot{}))
	snap = mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Sides[game.Joiner].Answered.Has(tile) })
	require.Empty(t, snap.Duel().BotFees)
}

// Once who asked for a rematch that the opponent had offered already placed a fleet for nothing.
func TestARematchThatTheOpponentHasOfferedIsJoined(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.Slow(nil)
	w.Node.Asked = func() { w.Node.MakeBlock() }
	_, err := w.Open(bob, id).Concede(t.Context())
	require.NoError(t, err)
	alices, bobs := backendOf(w, alice), backendOf(w, bob)
	for _, table := range []*chainbackend.Backend{alices, bobs} {
		table.Focus(id)
		mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().State.Phase == game.PhaseOver })
	}
	wish := tui.Wish{Kind: tui.WishRematch, ID: id, Ruleset: game.Xaya()}
	again, err := alices.Enter(t.Context(), wish, playertest.FleetOf(t, game.Xaya()))
	require.NoError(t, err)

	_, err = alices.Quote(t.Context(), wish)
	require.EqualError(t, err, fmt.Sprintf("there is a rematch already, game %d, which waits for your opponent", again))
	q, err := bobs.Quote(t.Context(), wish)
	require.NoError(t, err)
	join := tui.Wish{Kind: tui.WishJoin, ID: again, Ruleset: game.Xaya()}
	require.Equal(t, &join, q.Instead)
	joined, err := bobs.Enter(t.Context(), join, playertest.FleetOf(t, game.Xaya()))
	require.NoError(t, err)
	require.Equal(t, again, joined)
}

// Once a game that ended while its player looked at the lobby, or at another game, was gone from the lobby without a
// word.
func TestAGameThatEndsUnseenStaysInTheLobbyUntilItIsLookedAt(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.Slow(nil)
	w.Node.Asked = func() { w.Node.MakeBlock() }
	table := backendOf(w, alice)
	mustShow(t, table, func(s tui.Snapshot) bool { return len(s.Lobby.Running) == 1 })
	table.Focus(id)
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().Fleets[s.Duel().Me] != nil })
	table.Focus(0)
	_, err := w.Open(bob, id).Concede(t.Context())
	require.NoError(t, err)
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return len(s.Lobby.Running) == 1 && s.Lobby.Running[0].Over })
	require.Equal(t, "over: won", snap.Lobby.Running[0].Next)
	require.Equal(t, id, snap.Lobby.Running[0].ID)
	table.Focus(id)
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil && len(s.Lobby.Running) == 0 })
}

// Once it took many looks at a game that was declined until the screens said so, and its end was told with an address.
func TestADeclinedInvitationIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Node.Asked = func() { w.Node.MakeBlock() }
	alices, bobs := backendOf(w, alice), backendOf(w, bob)
	r := game.Xaya()
	id, err := alices.Enter(t.Context(), tui.Wish{
		Kind: tui.WishCreate, Ruleset: r, Casual: true, Opponent: chain.NewAccount(bob).String(),
	}, playertest.FleetOf(t, r))
	require.NoError(t, err)
	alices.Focus(id)
	mustShow(t, alices, func(s tui.Snapshot) bool { return s.Game != nil })
	require.NoError(t, bobs.Do(t.Context(), id, tui.Decline{}))
	snap := mustShow(t, alices, func(s tui.Snapshot) bool { return s.Duel().State.Phase == game.PhaseCancelled })
	last := snap.Duel().Log[len(snap.Duel().Log)-1].Event
	require.Equal(t, game.Cancelled{Cause: game.CancelDeclined}, last)
	snap, err = bobs.Next(t.Context(), 0)
	require.NoError(t, err)
	require.Equal(t, "decline", snap.Lobby.Sending.What)
}
