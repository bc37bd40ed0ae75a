package chainbackend_test

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
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Five failures in blocks once ended play for good: what was owed then was never sent.
func TestFailuresInBlocksDoNotEndPlay(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.Slow(nil)
	w.Node.Asked = func() { w.Node.MakeBlock() }
	w.Node.Spoil(7)
	table := backendOf(w, alice)
	table.Focus(id)
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().Notice != "" })
	require.Contains(t, snap.Duel().Notice, "in a block and paid a fee each time; the next attempt is after block")
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Phase == game.PhasePlay })
}

// delegatedTable is a table of alice's at a game that bob has joined, and the delegate that she plays with.
func delegatedTable(w *playertest.World) (*chainbackend.Backend, uint64, string) {
	w.Helper()
	w.Node.Asked = func() { w.Node.MakeBlock() }
	table := backendOf(w, alice)
	id, err := table.Enter(w.Context(), tui.Wish{
		Kind: tui.WishCreate, Ruleset: game.Xaya(), Casual: true, Clock: "100000",
	}, playertest.FleetOf(w.T, game.Xaya()))
	require.NoError(w, err)
	_, err = w.Open(bob, id).Join(w.Context(), "", playertest.Choose(w.T))
	require.NoError(w, err)
	table.Focus(id)
	mustShow(w.T, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().State.Phase == game.PhasePlay })
	v, err := w.Open(alice, id).Look(w.Context())
	require.NoError(w, err)
	return table, id, v.Game.Participants[game.Creator].Delegate
}

// To give up with an allowance that was used up only failed, and every move asked for another allowance.
func TestAWalletPaysWhenTheAllowanceIsUsedUp(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	table, id, delegate := delegatedTable(w)
	grantee, err := sdk.AccAddressFromBech32(delegate)
	require.NoError(t, err)
	revoke := feegrant.NewMsgRevokeAllowance(chain.NewAccount(alice).Address, grantee)
	_, err = w.Client(alice).Send(t.Context(), &revoke)
	require.NoError(t, err)
	require.NoError(t, table.Do(t.Context(), id, tui.Concede{}))
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Phase == game.PhaseClaim })
	require.Contains(t, snap.Duel().Notice, "your wallet pays for each move now")
	grants := 0
	w.Node.Change(func() {
		for _, raw := range w.Node.Received {
			decoded, err := w.ClientCtx.TxConfig.TxDecoder()(raw)
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
	w := playertest.New(t)
	table, id, _ := delegatedTable(w)
	_, err := w.Open(alice, id).SetDelegate(t.Context(), chain.NewAccount(mallory).String())
	require.NoError(t, err)
	require.NoError(t, table.Do(t.Context(), id, tui.Concede{}))
}

// Without its board a player can give up, and is told what is missing.
func TestAPlayerWithoutItsBoardCanGiveUp(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.Slow(nil)
	w.Node.Asked = func() { w.Node.MakeBlock() }
	o := backendOptions(w, alice)
	addresses := w.ClientCtx.InterfaceRegistry.SigningContext().AddressCodec()
	o.Vault = vault.New(keyring.NewInMemory(w.ClientCtx.Codec), "", addresses, nil)
	table, err := chainbackend.New(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(table.Close)
	table.Focus(id)
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().Notice != "" })
	require.Contains(t, snap.Duel().Notice, "your board is missing")
	require.Contains(t, snap.Duel().Notice, "battleshipd recover")
	require.NoError(t, table.Do(t.Context(), id, tui.Concede{}))
}

// To enter once more after "in no block yet" could open a second game.
func TestAGameThatWasSentIsNotEnteredTwice(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	o := backendOptions(w, alice)
	o.Send.Patience = 50 * time.Millisecond
	table, err := chainbackend.New(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(table.Close)
	w.Node.Change(func() { w.Node.KeptOut = func([]byte) bool { return true } })
	wish := tui.Wish{Kind: tui.WishCreate, Ruleset: game.Xaya(), Casual: true}
	_, err = table.Enter(t.Context(), wish, playertest.FleetOf(t, game.Xaya()))
	require.ErrorContains(t, err, "in no block yet")
	w.Node.Settle()
	_, err = table.Enter(t.Context(), wish, playertest.FleetOf(t, game.Xaya()))
	require.ErrorContains(t, err, "nothing was sent: what you sent before is in a block now")
	games, err := duel.Unfinished(context.Background(), w.Player(alice))
	require.NoError(t, err)
	require.Len(t, games, 1)
}

// A rematch once took over neither stake, kind nor clock.
func TestARematchTakesOverItsTerms(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	stake := sdk.NewInt64Coin("uanchor", 5_000_000)
	id := w.Slow(&stake)
	w.Node.Asked = func() { w.Node.MakeBlock() }
	_, err := w.Open(bob, id).Concede(t.Context())
	require.NoError(t, err)
	table := backendOf(w, alice)
	table.Focus(id)
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().State.Phase == game.PhaseOver })
	wish := tui.Wish{Kind: tui.WishRematch, ID: id, Ruleset: game.Xaya()}
	q, err := table.Quote(t.Context(), wish)
	require.NoError(t, err)
	require.Equal(t, "stake", q.Payments[0].What)
	require.Equal(t, "5 ANCHOR", q.Payments[0].Amount)
	require.Contains(t, q.Notes, "Casual: no reward and no rating.")
	again, err := table.Enter(t.Context(), wish, playertest.FleetOf(t, game.Xaya()))
	require.NoError(t, err)
	res, err := types.NewQueryClient(w.Client(alice).Conn()).Game(t.Context(), &types.QueryGameRequest{GameId: again})
	require.NoError(t, err)
	require.EqualValues(t, playertest.SlowClock, res.Game.TurnBlocks)
	require.True(t, res.Game.Terms.Casual)
	require.Equal(t, stake, *res.Game.Terms.Stake)
}
