package player_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const slowClock = 100_000

// slow is a game between alice and bob with time for everything.
func (w *world) slow(stake *sdk.Coin) uint64 {
	w.Helper()
	_, done, err := session.Create(w.Context(), w.player(alice), session.Wish{
		Ruleset: game.Xaya(), Fleet: fleetOf(w.T, game.Xaya()), TurnBlocks: slowClock, Stake: stake, Casual: true,
	})
	require.NoError(w, err)
	_, err = w.open(bob, done.GameID).Join(w.Context(), "", choose(w.T))
	require.NoError(w, err)
	return done.GameID
}

// Five failures in blocks once ended play for good: what was owed then was never sent.
func TestFailuresInBlocksDoNotEndPlay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.slow(nil)
	w.node.asked = func() { w.node.block() }
	w.node.spoil(7)
	table := w.table(alice)
	table.Focus(id)
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Game.Notice != "" })
	require.Contains(t, snap.Game.Notice, "in a block and paid a fee each time; the next attempt is after block")
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Game.State.Phase == game.PhasePlay })
}

// delegatedTable is a table of alice's at a game that bob has joined, and the delegate that she plays with.
func (w *world) delegatedTable() (*chainbackend.Backend, uint64, string) {
	w.Helper()
	w.node.asked = func() { w.node.block() }
	table := w.table(alice)
	id, err := table.Enter(w.Context(), tui.Wish{
		Kind: tui.WishCreate, Ruleset: game.Xaya(), Casual: true, Clock: "100000",
	}, fleetOf(w.T, game.Xaya()))
	require.NoError(w, err)
	_, err = w.open(bob, id).Join(w.Context(), "", choose(w.T))
	require.NoError(w, err)
	table.Focus(id)
	mustShow(w.T, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Game.State.Phase == game.PhasePlay })
	v, err := w.open(alice, id).Look(w.Context())
	require.NoError(w, err)
	return table, id, v.Game.Participants[game.Creator].Delegate
}

// To give up with an allowance that was used up only failed, and every move asked for another allowance.
func TestAWalletPaysWhenTheAllowanceIsUsedUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	table, id, delegate := w.delegatedTable()
	grantee, err := sdk.AccAddressFromBech32(delegate)
	require.NoError(t, err)
	revoke := feegrant.NewMsgRevokeAllowance(chain.NewAccount(alice).Address, grantee)
	_, err = w.client(alice).Send(t.Context(), &revoke)
	require.NoError(t, err)
	require.NoError(t, table.Do(t.Context(), id, tui.Concede{}))
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Game.State.Phase == game.PhaseClaim })
	require.Contains(t, snap.Game.Notice, "your wallet pays for each move now")
	grants := 0
	w.node.change(func() {
		for _, raw := range w.node.received {
			decoded, err := w.cctx.TxConfig.TxDecoder()(raw)
			require.NoError(t, err)
			for _, msg := range decoded.GetMsgs() {
				if _, ok := msg.(*feegrant.MsgGrantAllowance); ok {
					grants++
				}
			}
		}
	})
	require.Equal(t, 1, grants, "what was agreed, and no more")
}

// The key that may act was found out once: after another machine had taken over, nothing went.
func TestADelegateThatWasChangedIsLookedUpAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	table, id, _ := w.delegatedTable()
	_, err := w.open(alice, id).SetDelegate(t.Context(), chain.NewAccount(mallory).String())
	require.NoError(t, err)
	require.NoError(t, table.Do(t.Context(), id, tui.Concede{}))
}

// Without its board a player can give up, and is told what is missing.
func TestAPlayerWithoutItsBoardCanGiveUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.slow(nil)
	w.node.asked = func() { w.node.block() }
	o := w.tableOptions(alice)
	addresses := w.cctx.InterfaceRegistry.SigningContext().AddressCodec()
	o.Vault = vault.New(keyring.NewInMemory(w.cctx.Codec), "", addresses, nil)
	table, err := chainbackend.New(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(table.Close)
	table.Focus(id)
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Game.Notice != "" })
	require.Contains(t, snap.Game.Notice, "your board is missing")
	require.Contains(t, snap.Game.Notice, "battleshipd recover")
	require.NoError(t, table.Do(t.Context(), id, tui.Concede{}))
}

// To enter once more after "in no block yet" could open a second game.
func TestAGameThatWasSentIsNotEnteredTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	o := w.tableOptions(alice)
	o.Send.Patience = 50 * time.Millisecond
	table, err := chainbackend.New(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(table.Close)
	w.node.change(func() { w.node.keptOut = func([]byte) bool { return true } })
	wish := tui.Wish{Kind: tui.WishCreate, Ruleset: game.Xaya(), Casual: true}
	_, err = table.Enter(t.Context(), wish, fleetOf(t, game.Xaya()))
	require.ErrorContains(t, err, "in no block yet")
	w.node.settle()
	_, err = table.Enter(t.Context(), wish, fleetOf(t, game.Xaya()))
	require.ErrorContains(t, err, "nothing was sent: what you sent before is in a block now")
	games, err := session.Unfinished(context.Background(), w.player(alice))
	require.NoError(t, err)
	require.Len(t, games, 1)
}

// A rematch once took over neither stake, kind nor clock.
func TestARematchTakesOverItsTerms(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	stake := sdk.NewInt64Coin("uanchor", 5_000_000)
	id := w.slow(&stake)
	w.node.asked = func() { w.node.block() }
	_, err := w.open(bob, id).Concede(t.Context())
	require.NoError(t, err)
	table := w.table(alice)
	table.Focus(id)
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Game.State.Phase == game.PhaseOver })
	wish := tui.Wish{Kind: tui.WishRematch, ID: id, Ruleset: game.Xaya()}
	q, err := table.Quote(t.Context(), wish)
	require.NoError(t, err)
	require.Equal(t, "stake", q.Payments[0].What)
	require.Equal(t, "5 ANCHOR", q.Payments[0].Amount)
	require.Contains(t, q.Notes, "Casual: no reward and no rating.")
	again, err := table.Enter(t.Context(), wish, fleetOf(t, game.Xaya()))
	require.NoError(t, err)
	res, err := types.NewQueryClient(w.client(alice).Conn()).Game(t.Context(), &types.QueryGameRequest{GameId: again})
	require.NoError(t, err)
	require.EqualValues(t, slowClock, res.Game.TurnBlocks)
	require.True(t, res.Game.Terms.Casual)
	require.Equal(t, stake, *res.Game.Terms.Stake)
}
